package io.poolbench.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.poolbench.load.RecordedArrivals;
import io.poolbench.report.ExitCode;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A program that was started without the agent, and is observed. */
@Timeout(120)
class ObserveIT {
  @TempDir private Path folder;
  private Process shop;
  private BufferedReader answers;
  private String pid;

  @BeforeEach
  void start() throws IOException {
    shop =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                ObservedShop.class.getName())
            .redirectErrorStream(true)
            .start();
    answers = shop.inputReader(UTF_8);
    pid = answer("READY ").replace("READY ", "");
  }

  @AfterEach
  void end() {
    shop.destroyForcibly();
  }

  @Test
  void theLockBehindAFullPoolIsNamedAndNothingIsLeft() throws IOException {
    Path recorded = folder.resolve("arrivals");
    Executed observed =
        Executed.of(
            "observe",
            pid,
            "--for",
            "4s",
            "--yes",
            "--out",
            folder.toString(),
            "--record",
            recorded.toString());

    assertThat(observed.exit()).as(observed.err()).isZero();
    assertThat(observed.out().replaceAll("\\s+", " "))
        .contains("io.poolbench.cli.ObservedShop (pid " + pid + ")")
        .contains("Dubbo 20880, at most 8 threads, no queue: at most 8 busy at once")
        .contains("All 8 threads were busy at times")
        .contains("What fails first: a lock (Object)")
        .contains("waited for at ObservedShop.take");
    assertThat(RecordedArrivals.read(recorded).perSecond()).isBetween(1.0, 1000.0);
    assertThat(files()).contains("report.html", "summary.md", "result.json");
    Path latest = folder.resolve("observe-io-poolbench-cli-ObservedShop").resolve("latest");
    String summary = Files.readString(latest.resolve("summary.md"));
    Files.delete(latest.resolve("summary.md"));
    assertThat(Executed.of("report", latest.toString()).exit()).isZero();
    assertThat(latest.resolve("summary.md")).hasContent(summary);
    assertThat(Executed.of("compare", latest.toString(), latest.toString()).out())
        .contains("One observation each");
    assertThat(threads()).contains("callers");
    while (threads().contains("poolbench")) {
      Thread.onSpinWait(); // the agent reads the end of its connection soon
    }
  }

  @Test
  void withoutConsentNothingIsLoaded() throws IOException {
    Executed.of("observe", pid)
        .assertRefused(ExitCode.USAGE, "agent is loaded into process " + pid, "--yes");
    assertThat(threads()).doesNotContain("Attach Listener");
  }

  /** Before minutes of watching could be lost. */
  @Test
  void aFolderThatCannotHoldResultsIsNamedBeforeAnythingIsLoaded() throws IOException {
    Path file = Files.createFile(folder.resolve("file"));
    Executed observed =
        Executed.of("observe", pid, "--yes", "--out", file.resolve("results").toString());

    assertThat(observed.err()).contains("cannot hold results").hasLineCount(1);
    assertThat(threads()).doesNotContain("Attach Listener");
  }

  @Test
  void aProcessThatIsAbsentIsNamed() {
    Executed.of("observe", "999999999", "--yes")
        .assertRefused(ExitCode.LAB_FAILED, "999999999: no such process");
  }

  private List<String> files() throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      return files.map(file -> file.getFileName().toString()).toList();
    }
  }

  /** The threads of the program, by its own account. */
  private String threads() throws IOException {
    shop.outputWriter(UTF_8).write("\n");
    shop.outputWriter(UTF_8).flush();
    return answer("[");
  }

  private String answer(String start) throws IOException {
    String line = answers.readLine();
    while (!line.startsWith(start)) {
      line = answers.readLine();
    }
    return line;
  }
}
