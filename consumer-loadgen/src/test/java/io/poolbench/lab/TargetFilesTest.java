package io.poolbench.lab;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TargetFilesTest {
  @TempDir Path folder;

  private String digest() throws IOException {
    return new TargetFiles(null, List.of(folder.toString()), ".").digest();
  }

  @Test
  void theDigestIsThatOfNamesAndContents() throws IOException {
    Path file = Files.writeString(folder.resolve("A.class"), "one");
    String one = digest();

    Files.writeString(file, "other");
    assertThat(digest()).isNotEqualTo(one);
    Files.writeString(file, "one");
    assertThat(digest()).isEqualTo(one);
  }

  /** Such as a log beside the classes; this one takes no room on the disk, but some seconds. */
  @Test
  @Tag("nightly")
  void aFileThatIsLargerThanAnArrayIsDigested() throws IOException {
    try (RandomAccessFile large = new RandomAccessFile(folder.resolve("log").toFile(), "rw")) {
      large.setLength(1L << 31);
    }

    assertThat(digest()).hasSize(12);
  }
}
