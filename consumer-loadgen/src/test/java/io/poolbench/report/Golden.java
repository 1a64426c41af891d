package io.poolbench.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Set;

/**
 * A text compared with a file in the test resources. {@code mvn test -Dgolden.update=true} writes
 * the files anew; read the difference before it is committed. Cases in other locales than English
 * never write, so that a text that depends on the locale fails.
 */
final class Golden {
  private static final Path FOLDER = Path.of("src", "test", "resources", "golden");
  private static final Set<String> WRITING = Set.of("", "en");

  private Golden() {}

  static void assertMatches(String fileName, String text) throws IOException {
    assertMatches(FOLDER.resolve(fileName), text);
  }

  static void assertMatches(Path file, String text) throws IOException {
    if (Boolean.getBoolean("golden.update")
        && WRITING.contains(Locale.getDefault().getLanguage())) {
      Files.createDirectories(file.getParent());
      Files.writeString(file, text);
    }
    assertThat(text).isEqualTo(Files.readString(file));
  }
}
