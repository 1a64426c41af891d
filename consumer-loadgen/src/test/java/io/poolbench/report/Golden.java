package io.poolbench.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A text held against a file in the test resources. Where the text changed on purpose, {@code mvn
 * test -Dgolden.update=true} writes the files anew; look at the difference before it is committed.
 */
final class Golden {
  private static final Path FOLDER = Path.of("src", "test", "resources", "golden");

  private Golden() {}

  static void assertMatches(String fileName, String text) throws IOException {
    Path file = FOLDER.resolve(fileName);
    if (Boolean.getBoolean("golden.update")) {
      Files.createDirectories(FOLDER);
      Files.writeString(file, text);
    }
    assertThat(text).isEqualTo(Files.readString(file));
  }
}
