package io.poolbench.side;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.poolbench.result.ViolationCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is sent to a side and how it is refused, without a JVM behind the command. */
class SideProcessTest {
  @TempDir private Path folder;

  private Build build() throws Exception {
    Path jar = folder.resolve("home").resolve(Build.DRIVER);
    Files.createDirectories(jar.getParent().resolve("lib"));
    Files.writeString(jar, "driver");
    Files.writeString(jar.getParent().resolve("lib/library.jar"), "library");
    return Build.of(folder.resolve("home"));
  }

  @Test
  void aBuildIsKnownByItsContent() throws Exception {
    Build build = build();
    Path jar = folder.resolve("home").resolve(Build.DRIVER);

    assertThat(build.files())
        .containsExactly("consumer-loadgen/target/lib/library.jar", Build.DRIVER);
    assertThat(Build.of(folder.resolve("home")).hash()).isEqualTo(build.hash());
    Files.writeString(jar, "Driver");
    assertThat(Build.of(folder.resolve("home")).hash()).isNotEqualTo(build.hash());
    assertThatThrownBy(() -> Build.of(folder.resolve("none")))
        .isInstanceOfSatisfying(SideException.class, e -> assertThat(e.isMistake()).isTrue());
  }

  @Test
  void aCommandThatFailsIsReportedByItsLastLine() throws Exception {
    Build build = build();

    assertThatThrownBy(() -> start("sh -c 'echo no route to host >&2; exit 255'", build))
        .isInstanceOf(SideException.class)
        .hasMessage("x: no route to host");
  }

  /** A java that is another program shows what the shell found, and what was sent. */
  @Test
  void aMachineWithoutTheBuildGetsItOnceInAFolderOfItsOwn() throws Exception {
    Build build = build();
    Path java = folder.resolve("jdk/bin/java");
    Files.createDirectories(java.getParent());
    Files.writeString(java, "#!/bin/sh\necho \"$@\" >&2\n");
    assertThat(java.toFile().setExecutable(true)).isTrue();
    Path cache = folder.resolve("cache");
    // The home of the build is not found under another root.
    Build elsewhere = new Build(build.home(), build.hash(), build.files());
    String command =
        "env JAVA_HOME=%s XDG_CACHE_HOME=%s PATH=%s"
            .formatted(folder.resolve("jdk"), cache, shadowed());

    assertThatThrownBy(() -> start(command, elsewhere)).hasMessageContaining("Poolbench side");
    Path sent = cache.resolve("poolbench-sides").resolve(build.hash());
    assertThat(sent.resolve(Build.DRIVER)).hasContent("driver");
    assertThat(sent.resolve("consumer-loadgen/target/lib/library.jar")).hasContent("library");
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(sent)))
        .isEqualTo("rwx------");
    Files.writeString(sent.resolve(Build.DRIVER), "kept");
    assertThatThrownBy(() -> start(command, elsewhere)).hasMessageContaining(sent.toString());
    assertThat(sent.resolve(Build.DRIVER)).hasContent("kept");
  }

  /** A sha256sum that knows no file stands for a disk of another machine. */
  private String shadowed() throws IOException {
    Path bin = Files.createDirectories(folder.resolve("bin"));
    Path tool = Files.writeString(bin.resolve("sha256sum"), "#!/bin/sh\necho 0\n");
    assertThat(tool.toFile().setExecutable(true)).isTrue();
    return bin + ":" + System.getenv("PATH");
  }

  @Test
  void aFileIsFoundByContentAtItsOwnPathOrInTheCache() throws Exception {
    ThisHost host = new ThisHost("b", folder.resolve("cache"));
    Path file = Files.writeString(folder.resolve("orders.csv"), "id\n7\n");
    String hash = Build.hash(file);

    assertThat(host.find(file.toString(), hash)).isEqualTo(file.toString());
    assertThat(host.find("/elsewhere/orders.csv", hash)).isEmpty();
    byte[] bytes = Files.readAllBytes(file);
    host.append(hash, 0, Arrays.copyOf(bytes, 2));
    host.append(hash, 2, Arrays.copyOfRange(bytes, 2, bytes.length));
    String kept = host.keep(hash, "orders.csv");
    assertThat(Path.of(kept)).hasBinaryContent(bytes);
    assertThat(host.find("/elsewhere/orders.csv", hash)).isEqualTo(kept);
    host.append(hash, 0, new byte[] {1});
    assertThatThrownBy(() -> host.keep(hash, "orders.csv")).isInstanceOf(IOException.class);
    assertThatThrownBy(() -> host.append("../x", 0, bytes))
        .isInstanceOf(IllegalArgumentException.class);
  }

  private static SideProcess start(String command, Build build) throws SideException {
    return SideProcess.start(
        "x", command, build, Duration.ofSeconds(10), ViolationCode.GENERATOR_LOST);
  }
}
