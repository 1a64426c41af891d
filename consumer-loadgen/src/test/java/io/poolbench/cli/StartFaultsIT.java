package io.poolbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.poolbench.result.CellResult;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a real run says where what it needs is not to be had when a cell begins. */
@Tries
class StartFaultsIT {
  @TempDir private Path folder;

  @Test
  void aPortThatIsTakenBreaksTheCellWithOneLineAndTheStudyGoesOn() throws Exception {
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      InProcessRun run =
          InProcessRun.of(
              "taken",
              """
              provider: {threads: 2, queues: 10, jvm: {options: [-Xmx256m]}}
              redis: {kind: embedded, records: 10}
              driver: {method: empty}
              load: {users: 2, warmup: 200ms, settle: 100ms, measure: 1s}
              cells:
                - provider: {port: %d}
                - provider: {threads: 3}
              """
                  .formatted(taken.getLocalPort()),
              folder);

      assertThat(run.exit()).isEqualTo(ExitCode.LAB_FAILED.code());
      List<CellResult> cells = run.results().result().read().cells();
      assertThat(cells.get(0).failure())
          .contains("cannot listen at 127.0.0.1:" + taken.getLocalPort())
          .doesNotContain("\tat ");
      assertThat(cells.get(1).failure()).isEmpty();
      assertThat(cells.get(1).steps()).hasSize(1);
    }
  }

  @Test
  void aRedisThatCannotBeReachedIsALabFailureInOneLineWithoutItsPassword() throws Exception {
    InProcessRun run =
        InProcessRun.of(
            "away",
            "load: {users: 1, measure: 1s}",
            folder,
            "--set",
            "redis.uri=redis://:sesame@127.0.0.1:1");

    assertThat(run.exit()).isEqualTo(ExitCode.LAB_FAILED.code());
    assertThat(run.results().result().read().cells().get(0).failure())
        .contains("127.0.0.1:1")
        .hasLineCount(1);
    assertThat(run.said()).doesNotContain("sesame");
    try (Stream<Path> files = Files.list(run.results().path())) {
      for (Path file : files.toList()) {
        assertThat(Files.readString(file)).as(file.toString()).doesNotContain("sesame");
      }
    }
  }
}
