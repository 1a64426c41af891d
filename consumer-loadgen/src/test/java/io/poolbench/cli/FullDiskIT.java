package io.poolbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.poolbench.report.ExitCode;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A run whose results are on a small file system that becomes full. */
@Tries
class FullDiskIT {
  private static final String THREE_CELLS =
      """
      provider: {threads: 4, queues: 100, jvm: {options: [-Xmx128m]}}
      redis: {kind: embedded, records: 10}
      load: {users: 2, warmup: 1s, settle: 0s, measure: 1s}
      cells: [{name: kept}, {name: lost}, {name: never}]
      """;

  @TempDir private Path folder;

  private Path disk;

  @BeforeEach
  void mountASmallDisk() throws Exception {
    Path target = Files.createDirectory(folder.resolve("disk"));
    int mounted = RunProcess.shell("mount -t tmpfs -o size=1m tmpfs '" + target + "'");
    Assumptions.assumeTrue(mounted == 0, "this user may not mount");
    disk = target;
  }

  @AfterEach
  void unmount() throws Exception {
    if (disk != null) {
      RunProcess.shell("umount '" + disk + "'");
    }
  }

  @Tag("nightly")
  @Test
  void aRunWithAFullDiskEndsInOneLineAndKeepsWhatItSavedBefore() throws Exception {
    try (RunProcess run = RunProcess.live(disk, THREE_CELLS)) {
      run.awaitOutput("[2/3]");
      run.awaitOutput(RunProcess.FIRST_STEP);
      fill(disk.resolve("ballast"));
      run.rememberChildren();

      run.assertExit(ExitCode.LAB_FAILED);
      assertThat(run.leftRunning()).isEmpty();
      assertThat(run.output())
          .contains("poolbench: cannot save results", "No space left on device")
          .doesNotContain("\tat ", "[3/3]");
    }
    assertThat(RunProcess.recorded(disk).evaluation().run().isInterrupted()).isTrue();
    MeasuredCell kept = RunProcess.measured(disk).get(0);
    assertThat(kept.cell().name()).isEqualTo("kept");
    RunProcess.assertMeasured(kept);
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
}
