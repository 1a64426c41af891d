package io.poolbench.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Stream;

/**
 * A text compared with a file in the test resources. {@code mvn test -Dgolden.update=true} writes
 * the files anew; read the difference before it is committed. In locales other than English none is
 * written, so that a text that depends on the locale fails.
 */
final class Golden {
  private static final Path FOLDER = Path.of("src", "test", "resources", "golden");

  /** Locales of other decimal points, of other digits, and of wide characters. */
  private static final List<Locale> LOCALES =
      Stream.of("und", "de-DE", "ja-JP", "zh-CN", "ar-EG-u-nu-arab")
          .map(Locale::forLanguageTag)
          .toList();

  /** What writes a text, such as a renderer with its result. */
  interface Rendering {
    void writeTo(Appendable out) throws IOException;
  }

  private Golden() {}

  static String text(Rendering rendering) throws IOException {
    StringBuilder text = new StringBuilder();
    rendering.writeTo(text);
    return text.toString();
  }

  /** Renders anew in each of several locales. */
  static void assertMatchesInEveryLocale(String fileName, Rendering rendering) throws IOException {
    Locale usual = Locale.getDefault();
    try {
      for (Locale locale : LOCALES) {
        Locale.setDefault(locale);
        assertMatches(fileName, text(rendering));
      }
    } finally {
      Locale.setDefault(usual);
    }
  }

  static void assertMatches(String fileName, String text) throws IOException {
    assertMatches(FOLDER.resolve(fileName), text);
  }

  static void assertMatches(Path file, String text) throws IOException {
    if (Boolean.getBoolean("golden.update")
        && Set.of("", "en").contains(Locale.getDefault().getLanguage())) {
      Files.createDirectories(file.getParent());
      Files.writeString(file, text);
    }
    assertThat(text).isEqualTo(Files.readString(file));
  }
}
