package io.poolbench.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.poolbench.report.ExitCode;
import java.io.BufferedReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.w3c.dom.NodeList;

class LauncherIT {
  private static final Pattern OUT_OF_MEMORY = Pattern.compile("out_of_memory=\"(.*)\"");

  private static final String STUDY =
      """
      driver: {method: empty}
      redis: {kind: embedded, records: 10}
      load: {users: 4, thinkTime: 10ms, warmup: 500ms, settle: 100ms, measure: 500ms}
      validity: {lag: 1h}
      sla: {tp99: 5s}
      provider: {threads: 4, jvm: {options: [-Xmx128m, "-XX:TieredStopAtLevel=1"]}}
      """;

  @BeforeEach
  void onlyWhereProcessesAreKilledBySignals() {
    RunProcess.assumeLinux();
  }

  /** A thread that is lost to a full heap, while others run on. */
  static final class FullHeap {
    private FullHeap() {}

    public static void main(String[] args) throws InterruptedException {
      Thread lost = new Thread(FullHeap::fill, "lost");
      lost.start();
      Thread.sleep(60_000);
    }

    private static void fill() {
      Object[] heap = {};
      while (true) {
        heap = new Object[] {heap, new byte[1 << 20]};
      }
    }
  }

  /** Has every file that a release has, by links to this build's. */
  private static Path unpackedRelease(Path folder) throws Exception {
    Path home = Poolbench.home().toAbsolutePath();
    NodeList included =
        DocumentBuilderFactory.newInstance()
            .newDocumentBuilder()
            .parse(home.resolve("consumer-loadgen/src/assembly/dist.xml").toFile())
            .getElementsByTagName("include");
    for (int i = 0; i < included.getLength(); i++) {
      String path = included.item(i).getTextContent().replaceAll("/\\*.*", "");
      Files.createDirectories(folder.resolve(path).getParent());
      Files.createSymbolicLink(folder.resolve(path), home.resolve(path));
    }
    return Files.copy(
        home.resolve("poolbench"), folder.resolve("poolbench"), StandardCopyOption.COPY_ATTRIBUTES);
  }

  @Tag("nightly")
  @Test
  void aReleaseRunsAStudyWithoutSourcesAndMaven(@TempDir Path folder) throws Exception {
    Path launcher = unpackedRelease(Files.createDirectory(folder.resolve("release")));
    Path study = Files.writeString(folder.resolve("study.yaml"), STUDY);
    ProcessBuilder run =
        withMaven(
            folder,
            "touch " + folder.resolve("built"),
            launcher.toString(),
            "run",
            study.toString(),
            Executed.CONSENT,
            "--quiet",
            "--out",
            folder.toString());

    assertThat(run.inheritIO().start().waitFor()).isEqualTo(ExitCode.DONE.code());
    assertThat(MeasuredCell.of(RecordedRun.read(folder.resolve("study/latest"))))
        .singleElement()
        .satisfies(RunProcess::assertMeasured);
    assertThat(folder.resolve("built")).doesNotExist();
  }

  /** A command beside a Maven that runs a line of a shell and fails. */
  private static ProcessBuilder withMaven(Path folder, String line, String... command)
      throws Exception {
    Path maven = Files.createDirectory(folder.resolve("bin")).resolve("mvn");
    Files.writeString(maven, "#!/bin/sh\n" + line + "\nexit 1\n");
    assertThat(maven.toFile().setExecutable(true)).isTrue();
    ProcessBuilder started = new ProcessBuilder(command);
    started.environment().put("JAVA_HOME", System.getProperty("java.home"));
    started.environment().merge("PATH", "", (path, none) -> maven.getParent() + ":" + path);
    return started;
  }

  /** Maven prints no {@code [ERROR]} where it does not start. */
  @Test
  void aBuildThatFailsIsShownByItsLastLines(@TempDir Path folder) throws Exception {
    Path launcher = folder.resolve("poolbench");
    Files.copy(Poolbench.home().resolve("poolbench"), launcher, StandardCopyOption.COPY_ATTRIBUTES);
    Files.createFile(folder.resolve("pom.xml"));
    Process build = withMaven(folder, "echo no such JDK", launcher.toString()).start();

    assertThat(new String(build.getErrorStream().readAllBytes(), UTF_8))
        .contains("no such JDK", "build failed");
    assertThat(build.waitFor()).isEqualTo(ExitCode.USAGE.code());
  }

  @Test
  void launchersThatStartAtOnceBuildOnce(@TempDir Path folder) throws Exception {
    Path launcher = folder.resolve("poolbench");
    Files.copy(Poolbench.home().resolve("poolbench"), launcher, StandardCopyOption.COPY_ATTRIBUTES);
    Files.createFile(folder.resolve("pom.xml"));
    for (String sources :
        List.of("provider", "redis", "consumer-loadgen", "bench-configs/schema")) {
      Files.createDirectories(folder.resolve(sources));
    }
    ProcessBuilder launch =
        withMaven(
            folder,
            """
            echo built >>"%1$s/builds"
            until [ -e "%1$s/go" ]; do sleep 0.05; done
            mkdir -p consumer-loadgen/target && : >consumer-loadgen/target/poolbench-consumer-loadgen.jar
            exit 0\
            """
                .formatted(folder),
            launcher.toString());
    Process first = launch.start();
    try (BufferedReader ofFirst = first.errorReader()) {
      assertThat(ofFirst.readLine()).contains("building with Maven");
      Process second = launch.start();
      try (BufferedReader ofSecond = second.errorReader()) {
        assertThat(ofSecond.readLine()).isEqualTo("poolbench: waiting for another build");
        Files.createFile(folder.resolve("go"));
        // There is no program in the jar.
        assertThat(ofSecond.readLine()).contains("io.poolbench.cli.Poolbench");
      }
    }

    assertThat(Files.readAllLines(folder.resolve("builds"))).containsExactly("built");
  }

  @Test
  void aJavaThatIsTooOldIsNamed(@TempDir Path folder) throws Exception {
    Path java = Files.createDirectories(folder.resolve("bin")).resolve("java");
    Files.writeString(java, "#!/bin/sh\nexit 1\n");
    assertThat(java.toFile().setExecutable(true)).isTrue();
    for (String version : List.of("1.8.0_392", "11.0.21")) {
      Files.writeString(folder.resolve("release"), "JAVA_VERSION=\"" + version + "\"\n");
      ProcessBuilder old = new ProcessBuilder(launcherOfThisBuild().toString(), "list");
      old.environment().put("JAVA_HOME", folder.toString());
      Process launcher = old.start();

      assertThat(new String(launcher.getErrorStream().readAllBytes(), UTF_8))
          .contains("is Java " + version.replaceFirst("^1\\.", "").replaceFirst("\\..*", ""))
          .hasLineCount(1);
      assertThat(launcher.waitFor()).isEqualTo(ExitCode.USAGE.code());
    }
  }

  @Test
  void tooFewFileDescriptorsAreNamed() throws Exception {
    Process few =
        new ProcessBuilder(
                "sh", "-c", "ulimit -n 90 && exec \"$0\" list", launcherOfThisBuild().toString())
            .start();

    assertThat(new String(few.getErrorStream().readAllBytes(), UTF_8))
        .isEqualTo(
            "poolbench: too few file descriptors: limit 90 (valid: 1024 or more, see ulimit -n)\n");
    assertThat(few.waitFor()).isEqualTo(ExitCode.LAB_FAILED.code());
  }

  private static Path launcherOfThisBuild() {
    return Poolbench.home().resolve("poolbench").toAbsolutePath();
  }

  @Test
  void aDriverWithoutHeapEndsAtOnceWithALineThatNamesTheOption() throws Exception {
    Matcher option = OUT_OF_MEMORY.matcher(Files.readString(Poolbench.home().resolve("poolbench")));
    assertThat(option.find()).isTrue();
    Process driver =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:OnOutOfMemoryError=" + option.group(1),
                "-Xmx16m",
                "-cp",
                System.getProperty("java.class.path"),
                FullHeap.class.getName())
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .start();

    assertThat(new String(driver.getErrorStream().readAllBytes(), UTF_8))
        .startsWith("poolbench: out of memory")
        .contains("POOLBENCH_JAVA_OPTIONS=-Xmx", "--resume")
        .hasLineCount(1);
    assertThat(driver.waitFor()).isEqualTo(128 + 9);
  }
}
