package io.poolbench.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.function.Supplier;

/**
 * A text compared with a file in the test resources. {@code mvn test -Dgolden.update=true} writes
 * the files anew; read the difference before it is committed. In a locale other than English none
 * is written, so that a text that depends on the locale fails.
 */
public final class Golden {
  /** A locale of other digits, another decimal point and another direction. */
  private static final Locale OTHER = Locale.forLanguageTag("ar-EG-u-nu-arab");

  private Golden() {}

  /** Renders in English and anew in another locale. */
  static void assertMatchesInEveryLocale(Path file, Supplier<String> text) throws IOException {
    assertMatches(file, text.get());
    Locale usual = Locale.getDefault();
    try {
      Locale.setDefault(OTHER);
      assertThat(text.get()).isEqualTo(Files.readString(file));
    } finally {
      Locale.setDefault(usual);
    }
  }

  public static void assertMatches(Path file, String text) throws IOException {
    if (Boolean.getBoolean("golden.update")) {
      Files.createDirectories(file.getParent());
      Files.writeString(file, text);
    }
    assertThat(text).isEqualTo(Files.readString(file));
  }
}
