package io.poolbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.poolbench.result.CellResult;
import io.poolbench.result.StudyResult;
import io.poolbench.store.ResultsFolder;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A real run whose results lie in a small file system of its own, which becomes full. */
@Tries
@Timeout(240)
class FullDiskIT {
  private static final String TWO_CELLS =
      """
      provider: {threads: 4, queues: 100, jvm: {options: [-Xmx128m]}}
      redis: {kind: embedded, records: 10}
      validity: {speedLoss: 100%}
      load: {users: 2, warmup: 1s, settle: 0s, measure: 1s}
      cells: [{name: kept}, {name: lost}, {name: never}]
      """;

  @TempDir private Path folder;

  private Path disk;

  @BeforeEach
  void mountASmallDisk() throws Exception {
    disk = Files.createDirectory(folder.resolve("disk"));
    if (command("mount", "-t", "tmpfs", "-o", "size=1m", "tmpfs", disk.toString()) != 0) {
      disk = null;
      System.out.println("[left out] a full disk: this user cannot mount a small one");
      Assumptions.abort("mounting is not permitted here");
    }
  }

  @AfterEach
  void unmount() throws Exception {
    if (disk != null) {
      command("umount", disk.toString());
    }
  }

  @Tag("faults")
  @Test
  void aRunWhoseDiskIsFullSaysSoInOneLineAndKeepsWhatItSavedBefore() throws Exception {
    Path study = Files.writeString(folder.resolve("full.yaml"), TWO_CELLS);
    try (RunProcess run = RunProcess.start(study, disk.resolve("results"))) {
      run.awaitOutput("[2/3]");
      run.awaitStep();
      fill(disk.resolve("ballast"));
      run.look();

      assertThat(run.awaitExit()).as(run.output()).isEqualTo(ExitCode.LAB_FAILED.code());
      assertThat(run.leftRunning()).isEmpty();
      assertThat(run.output())
          .contains("poolbench: results cannot be saved any more", "No space left on device")
          .doesNotContain("\tat ", "[3/3]");
    }
    StudyResult result = ResultsFolder.latest(disk.resolve("results"), "full").result().read();
    assertThat(result.interrupted()).isTrue();
    assertThat(result.cells()).extracting(cell -> cell.cell().name()).containsExactly("kept");
    assertThat(result.cells()).noneMatch(CellResult::failed);
  }

  private static void fill(Path ballast) throws IOException {
    byte[] block = new byte[4096];
    try (OutputStream out = Files.newOutputStream(ballast)) {
      while (true) {
        out.write(block);
      }
    } catch (IOException full) {
      assertThat(full).hasMessageContaining("No space left");
    }
  }

  private static int command(String... command) throws IOException, InterruptedException {
    return new ProcessBuilder(command)
        .redirectErrorStream(true)
        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
        .start()
        .waitFor();
  }
}
