package io.poolbench.api;

import static org.assertj.core.api.Assertions.assertThat;

import io.poolbench.api.ProviderCommand.ConnectionsResize;
import io.poolbench.api.ProviderCommand.PoolRenewal;
import io.poolbench.api.ProviderCommand.PoolUse;
import io.poolbench.api.ProviderCommand.WorkChange;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ProviderCommandTest {

  @ParameterizedTest
  @ValueSource(longs = {0, 12_345, Long.MAX_VALUE})
  void aWorkChangeIsReadBackAsWritten(long cpuIterations) {
    WorkChange change = new WorkChange(cpuIterations);

    assertThat(change.toLine()).isEqualTo("cpuIterations=" + cpuIterations);
    assertThat(ProviderCommand.parse(change.toLine())).contains(change);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 7})
  void aPoolRenewalIsReadBackAsWritten(int endpoint) {
    PoolRenewal renewal = new PoolRenewal(endpoint);

    assertThat(renewal.toLine()).isEqualTo("renewPool " + endpoint);
    assertThat(ProviderCommand.parse(renewal.toLine())).contains(renewal);
  }

  @Test
  void aPoolToUseIsReadBackAsWritten() {
    for (Map<String, String> pool :
        List.of(Map.<String, String>of(), Map.of("threadpool", "fixed", "threads", "8"))) {
      PoolUse use = new PoolUse(pool);

      assertThat(use.toLine()).startsWith("usePool {\"pool\":{");
      assertThat(ProviderCommand.parse(use.toLine())).contains(use);
    }
  }

  @Test
  void aChangeOfConnectionsIsReadBackAsWritten() {
    ConnectionsResize resize = new ConnectionsResize("a pool (1)", 12);

    assertThat(resize.toLine()).isEqualTo("resizeConnections 12 a pool (1)");
    assertThat(ProviderCommand.parse(resize.toLine())).contains(resize);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "resizeConnections 12",
        "resizeConnections 0 pool",
        "usePool",
        "usePool {}",
        "usePool [1]",
        "cpuIterations",
        "cpuIterations=",
        "cpuIterations=many",
        "cpuIterations=-1",
        "cpuIterations=9223372036854775808",
        "READY pid=1 cpuIterations=1",
        "renewPool",
        "renewPool ",
        "renewPool -1",
        "renewPool all",
        "renewPool 0 1"
      })
  void otherLinesAreNoCommand(String line) {
    assertThat(ProviderCommand.parse(line)).isEmpty();
  }
}
