package io.poolbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.poolbench.result.CellResult;
import io.poolbench.result.ViolationCode;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A run where something that a cell needs to start is missing. */
@Tries
class StartFaultsIT {
  @TempDir private Path folder;

  @Test
  void aPortInUseFailsItsCellInOneLine() throws Exception {
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      Executed run =
          Executed.run(
              folder,
              "taken",
              """
              provider: {threads: 2, queues: 10, jvm: {options: [-Xmx256m, "-XX:TieredStopAtLevel=1"]}}
              redis: {kind: embedded, records: 10}
              driver: {method: empty}
              load: {users: 2, warmup: 200ms, settle: 100ms, measure: 1s}
              cells: [{provider: {port: %d}}]
              """
                  .formatted(taken.getLocalPort()));

      assertThat(run.exit()).isEqualTo(ExitCode.LAB_FAILED.code());
      List<CellResult> cells = Executed.result(folder, "taken").cells();
      assertThat(cells.get(0).failure().code()).isEqualTo(ViolationCode.PROVIDER_NOT_STARTED.id());
      assertThat(cells.get(0).failure().detail())
          .contains("127.0.0.1:" + taken.getLocalPort())
          .doesNotContain("\tat ");
    }
  }
}
