package io.poolbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.poolbench.load.RecordedArrivals;
import io.poolbench.report.ExitCode;
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
  private ObservedProcess shop;
  private String pid;

  @BeforeEach
  void start() throws IOException {
    shop = new ObservedProcess(ObservedProcess.shop());
    pid = shop.pid();
  }

  @AfterEach
  void end() throws IOException, InterruptedException {
    shop.close();
  }

  @Test
  void theLockBehindAFullPoolIsNamedAndNothingIsLeft() throws IOException {
    Path recorded = folder.resolve("arrivals");
    shop.assertLockIsNamed(folder, "--record", recorded.toString());

    assertThat(RecordedArrivals.read(recorded).perSecond()).isBetween(1.0, 1000.0);
    assertThat(files()).contains("report.html", "summary.md", "result.json");
    Path latest = folder.resolve("observe-io-poolbench-cli-ObservedShop").resolve("latest");
    String summary = Files.readString(latest.resolve("summary.md"));
    Files.delete(latest.resolve("summary.md"));
    assertThat(Executed.of("report", latest.toString()).exit()).isZero();
    assertThat(latest.resolve("summary.md")).hasContent(summary);
    assertThat(Executed.of("compare", latest.toString(), latest.toString()).out())
        .contains("One observation each");
    assertThat(shop.threads()).contains("callers");
    while (shop.threads().contains("poolbench")) {
      Thread.onSpinWait(); // the agent reads the end of its connection soon
    }
  }

  @Test
  void withoutConsentNothingIsLoaded() throws IOException {
    Executed.of("observe", pid)
        .assertRefused(ExitCode.USAGE, "agent is loaded into process " + pid, "--yes");
    assertThat(shop.threads()).doesNotContain("Attach Listener");
  }

  /** Before minutes of watching could be lost. */
  @Test
  void aFolderThatCannotHoldResultsIsNamedBeforeAnythingIsLoaded() throws IOException {
    Path file = Files.createFile(folder.resolve("file"));
    Executed observed =
        Executed.of("observe", pid, "--yes", "--out", file.resolve("results").toString());

    assertThat(observed.err()).contains("cannot hold results").hasLineCount(1);
    assertThat(shop.threads()).doesNotContain("Attach Listener");
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
}
