package io.poolbench.lab;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JdksTest {
  @TempDir private Path folder;

  @Test
  void jdksAreFoundWithoutDuplicatesByRisingVersion() throws IOException {
    Path newest = jdk("jvm/newest", "JAVA_VERSION=\"25.0.3\"");
    Path eight = jdk("jvm/eight", "IMPLEMENTOR=\"x\"\nJAVA_VERSION=\"1.8.0_402\"");
    Path mac = jdk("jvm/mac/Contents/Home", "JAVA_VERSION=\"17\"");
    Files.createSymbolicLink(folder.resolve("jvm/link"), newest);
    jdk("jvm/silent", "IMPLEMENTOR=\"x\"");
    Path latin = jdk("jvm/latin", "");
    Files.writeString(
        latin.resolve("release"), "IMPLEMENTOR=\"\u00e9\"\nJAVA_VERSION=\"21\"", ISO_8859_1);
    Files.createDirectories(folder.resolve("jvm/nothing"));
    Files.delete(jdk("jvm/odd", "").resolve("release"));
    Files.createDirectory(folder.resolve("jvm/odd/release"));

    var found =
        Jdks.find(List.of(newest, folder), List.of(folder.resolve("jvm"), folder.resolve("none")));

    assertThat(found)
        .containsExactly(
            new Jdks.Jdk("" + eight, "1.8.0_402"),
            new Jdks.Jdk("" + mac, "17"),
            new Jdks.Jdk("" + latin, "21"),
            new Jdks.Jdk("" + newest, "25.0.3"));
    assertThat(found).extracting(Jdks.Jdk::feature).containsExactly(8, 17, 21, 25);
  }

  /** Versions are compared by their numbers, not as text. */
  @Test
  void theNewestOfAFeatureVersionIsChosen() {
    Jdks.Jdk older = new Jdks.Jdk("" + folder, "25.0.9");
    Jdks.Jdk newer = new Jdks.Jdk("" + folder, "25.0.10");

    assertThat(Jdks.newest(25, List.of(newer, older, new Jdks.Jdk("" + folder, "26"))))
        .contains(newer);
    assertThat(Jdks.newest(21, List.of(newer, older))).isEmpty();
  }

  private Path jdk(String home, String release) throws IOException {
    Path bin = Files.createDirectories(folder.resolve(home).resolve("bin"));
    assertThat(Files.createFile(bin.resolve("java")).toFile().setExecutable(true)).isTrue();
    Files.writeString(bin.resolveSibling("release"), release);
    return bin.getParent().toRealPath();
  }
}
