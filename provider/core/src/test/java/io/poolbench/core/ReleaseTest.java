package io.poolbench.core;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReleaseTest {
  @TempDir private Path folder;

  @Test
  void aJarThatWasPackedAgainIsTheSameBuildUnlessAFileOfItDiffers() throws IOException {
    String first = Release.digest(jar("first.jar", 0, "a"));

    assertThat(first).hasSize(12);
    assertThat(Release.digest(jar("again.jar", 86_400_000, "a"))).isEqualTo(first);
    assertThat(Release.digest(jar("changed.jar", 0, "b"))).isNotEqualTo(first);
  }

  @Test
  void classesThatAreNotPackagedHaveNoBuild() {
    assertThat(Release.of(ReleaseTest.class)).hasToString("unpackaged");
    assertThat(new Release("1.2.0", "5d41402abc4b")).hasToString("1.2.0 build 5d41402abc4b");
  }

  private Path jar(String name, long time, String content) throws IOException {
    Path jar = folder.resolve(name);
    try (ZipOutputStream out = new ZipOutputStream(Files.newOutputStream(jar))) {
      ZipEntry entry = new ZipEntry("a/A.class");
      entry.setTime(time);
      out.putNextEntry(entry);
      out.write(content.getBytes(StandardCharsets.UTF_8));
      out.closeEntry();
    }
    return jar;
  }
}
