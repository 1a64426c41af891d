package io.poolbench.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.poolbench.api.InvalidSettingException;
import io.poolbench.config.ConfigException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

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
    assertThatThrownBy(() -> Build.of(folder.resolve("none"))).isInstanceOf(ConfigException.class);
  }

  /** Not by a stack frame, nor by the line that kubectl adds, if there is another. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          echo no route to host >&2; exit 255                                                         | no route to host
          printf "Caused by: java.lang.Error: full\\n\\tat a.B.c(B.java:1)\\n\\t... 2 more\\n\\n" >&2; exit 1 | Caused by: java.lang.Error: full
          echo no java >&2; echo command terminated with exit code 1 >&2; exit 1                      | no java
          echo command terminated with exit code 1 >&2; exit 1                                        | command terminated with exit code 1
          """)
  void aCommandThatFailsIsReportedByItsLastLine(String script, String reason) throws Exception {
    Build build = build();

    assertThatThrownBy(() -> start("sh -c '" + script + "'", build))
        .isInstanceOf(LabException.class)
        .hasMessage("x: " + reason);
  }

  /** As an ssh whose connection is taken by something else than a server of SSH. */
  @Test
  void aCommandThatNeverAnswersIsEnded() throws Exception {
    Build build = build();

    assertThatThrownBy(
            () -> SideProcess.start("x", "tail -f /dev/null #", build, Duration.ofMillis(1500)))
        .isInstanceOf(LabException.class)
        .hasMessage("x: no answer within 1.5 s");
  }

  /** A java that is another program shows what the shell found, and what was sent. */
  @Test
  void aMachineWithoutTheBuildGetsItOnceInAFolderOfItsOwn() throws Exception {
    Build build = build();
    Path cache = folder.resolve("cache");
    String command = elsewhere(cache);

    assertThatThrownBy(() -> start(command, build)).hasMessageContaining("Poolbench side");
    Path sent = cache.resolve("poolbench-sides").resolve(build.hash());
    assertThat(sent.resolve(Build.DRIVER)).hasContent("driver");
    assertThat(sent.resolve("consumer-loadgen/target/lib/library.jar")).hasContent("library");
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(sent)))
        .isEqualTo("rwx------");
    Files.writeString(sent.resolve(Build.DRIVER), "kept");
    assertThatThrownBy(() -> start(command + " POOLBENCH_JAVA_OPTIONS=-Xmx2g", build))
        .hasMessageContaining(sent.toString())
        .as("the last of equal options counts")
        .hasMessageMatching("(?s).* -Xmx512m .* -Xmx2g .*");
    assertThat(sent.resolve(Build.DRIVER)).hasContent("kept");
  }

  @Test
  void aBuildThatAnotherRunSendsAtTheSameTimeIsUsed() throws Exception {
    Build build = build();
    Path cache = folder.resolve("cache");
    Path sent = cache.resolve("poolbench-sides").resolve(build.hash());
    script("bin/tar", "mkdir -p " + sent.resolve("lib") + "; PATH=/usr/bin:/bin; exec tar \"$@\"");

    assertThatThrownBy(() -> start(elsewhere(cache), build))
        .hasMessageContaining("Poolbench side")
        .hasMessageContaining(sent.toString());
    assertThat(sent.getParent().toFile().list()).containsExactly(build.hash());
  }

  /**
   * The environment of another machine: a java that prints its arguments, and a sha256sum that
   * knows no file.
   */
  private String elsewhere(Path cache) throws IOException {
    script("jdk/bin/java", "echo \"$@\" >&2");
    Path tool = script("bin/sha256sum", "echo 0");
    return "env JAVA_HOME=%s XDG_CACHE_HOME=%s PATH=%s:%s"
        .formatted(folder.resolve("jdk"), cache, tool.getParent(), System.getenv("PATH"));
  }

  private Path script(String name, String line) throws IOException {
    Path script = folder.resolve(name);
    Files.createDirectories(script.getParent());
    Files.writeString(script, "#!/bin/sh\n" + line + "\n");
    assertThat(script.toFile().setExecutable(true)).isTrue();
    return script;
  }

  @Test
  void aFileIsFoundByContentInTheCacheOnly() throws Exception {
    SideHost host = new SideHost.ThisHost("b", folder.resolve("cache"), 1 << 20);
    Path file = Files.writeString(folder.resolve("orders.csv"), "id\n7\n");
    String hash = Build.hash(file);

    assertThat(host.find(hash, "orders.csv")).isEmpty();
    assertThatThrownBy(() -> host.find(hash, file.toString()))
        .isInstanceOf(IllegalArgumentException.class);
    byte[] bytes = Files.readAllBytes(file);
    host.append(hash, 0, Arrays.copyOf(bytes, 2));
    host.append(hash, 2, Arrays.copyOfRange(bytes, 2, bytes.length));
    String kept = host.keep(hash, "orders.csv");
    assertThat(Path.of(kept)).hasBinaryContent(bytes);
    assertThat(host.find(hash, "orders.csv")).isEqualTo(kept);
    host.append(hash, 0, new byte[] {1});
    assertThatThrownBy(() -> host.keep(hash, "orders.csv")).isInstanceOf(IOException.class);
    assertThatThrownBy(() -> host.append("../x", 0, bytes))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void theLeastRecentlyUsedFilesAreRemovedBeyondTheLimit() throws Exception {
    SideHost host = new SideHost.ThisHost("b", folder.resolve("cache"), 25);
    Path ofTarget = Files.write(Path.of(host.folder(), "orders.db"), new byte[30]);
    List<String> hashes = new ArrayList<>();
    for (int number = 0; number < 3; number++) {
      Path file = Files.write(folder.resolve("f"), new byte[10 + number]);
      String hash = Build.hash(file);
      hashes.add(hash);
      host.append(hash, 0, Files.readAllBytes(file));
      Path kept = Path.of(host.keep(hash, "f"));
      Files.setLastModifiedTime(kept, FileTime.fromMillis(1_000L * number));
      if (number == 1) {
        assertThat(host.find(hashes.get(0), "f")).as("used again").isNotEmpty();
      }
    }
    assertThat(host.find(hashes.get(0), "f")).isNotEmpty();
    assertThat(host.find(hashes.get(1), "f")).isEmpty();
    assertThat(host.find(hashes.get(2), "f")).isNotEmpty();
    assertThat(ofTarget).as("in the working folder of a target").exists();
  }

  /** Four builds: the one used least recently is removed, and one whose sending was cut. */
  @Test
  void aCacheKeepsThreeBuilds() throws Exception {
    Path cache = folder.resolve("cache");
    Path builds = cache.resolve("poolbench-sides");
    for (int number = 1; number <= 3; number++) {
      Path old = Files.createDirectories(builds.resolve(("" + number).repeat(64)));
      Files.setLastModifiedTime(old, FileTime.fromMillis(1_000L * number));
    }
    Files.createDirectories(builds.resolve("files"));
    Path cut = Files.createDirectories(builds.resolve("4".repeat(64) + ".17/lib")).getParent();
    Files.setLastModifiedTime(cut, FileTime.fromMillis(0));
    Path sending = Files.createDirectories(builds.resolve("5".repeat(64) + ".18"));
    String command = elsewhere(cache);

    assertThatThrownBy(() -> start(command, build())).hasMessageContaining("Poolbench side");
    assertThat(builds.toFile().list())
        .containsExactlyInAnyOrder(
            "2".repeat(64),
            "3".repeat(64),
            build().hash(),
            "files",
            sending.getFileName().toString());
  }

  @Test
  void onlyFilesOfThisMachineAreSent() throws Exception {
    Path jar = Files.writeString(folder.resolve("a.jar"), "");
    Files.writeString(folder.resolve("a.txt"), "");

    assertThat(SideProcess.files(jar.toString())).containsExactly(jar);
    assertThat(SideProcess.files(folder + "/*")).containsExactly(jar);
    assertThat(SideProcess.files(folder + "/of-an-image.jar")).isEmpty();
    assertThat(SideProcess.files(folder + "/of-an-image/*")).isEmpty();
    assertThatThrownBy(() -> SideProcess.files(folder.toString()))
        .isInstanceOf(InvalidSettingException.class);
  }

  private static SideProcess start(String command, Build build) throws LabException {
    return SideProcess.start("x", command, build, Duration.ofSeconds(30));
  }
}
