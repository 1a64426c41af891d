package io.poolbench.study;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ClassPathTest {
  @TempDir private Path folder;

  private Path archive(String name) throws IOException {
    Path file = folder.resolve(name);
    try (ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(file))) {
      zip.putNextEntry(new ZipEntry("a"));
    }
    return file;
  }

  @Test
  void aFileThatIsNoArchiveIsLeftOutUnlessItIsADamagedJar() throws IOException {
    Path pom = Files.writeString(folder.resolve("zookeeper.pom"), "<project/>");
    Path war = archive("shop.war");
    Path damaged = Files.writeString(folder.resolve("damaged.jar"), "x");

    assertThat(
            ClassPath.files(
                List.of(pom.toString(), war.toString(), damaged.toString(), "absent", "" + folder)))
        .containsExactly(war, damaged, Path.of("absent"), folder);
  }

  @Test
  void theJarsOfAFolderStandInItsPlace() throws IOException {
    Path one = archive("a.jar");
    Path other = archive("b.jar");
    Files.writeString(folder.resolve("c.txt"), "x");

    assertThat(ClassPath.files(List.of("first", folder + "/*", "absent/*")))
        .containsExactly(Path.of("first"), one, other, Path.of("absent/*"));
  }
}
