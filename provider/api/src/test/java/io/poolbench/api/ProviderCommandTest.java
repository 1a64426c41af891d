package io.poolbench.api;

import static org.assertj.core.api.Assertions.assertThat;

import io.poolbench.api.ProviderCommand.ConnectionsResize;
import io.poolbench.api.ProviderCommand.PoolRenewal;
import io.poolbench.api.ProviderCommand.PoolUse;
import io.poolbench.api.ProviderCommand.WorkChange;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class ProviderCommandTest {
  static Stream<Arguments> commands() {
    return Stream.of(
        Arguments.of(new WorkChange(Long.MAX_VALUE), "cpuIterations=9223372036854775807"),
        Arguments.of(new PoolRenewal(7), "renewPool 7"),
        Arguments.of(new PoolUse(Map.of()), "usePool {\"pool\":{}}"),
        Arguments.of(new PoolUse(Map.of("threads", "8")), "usePool {\"pool\":{\"threads\":\"8\"}}"),
        Arguments.of(new ConnectionsResize("a pool (1)", 12), "resizeConnections 12 a pool (1)"));
  }

  @ParameterizedTest
  @MethodSource("commands")
  void aCommandIsReadBackAsWritten(ProviderCommand command, String line) {
    assertThat(command.toLine()).isEqualTo(line);
    assertThat(ProviderCommand.parse(line)).contains(command);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "resizeConnections 12",
        "resizeConnections 0 pool",
        "usePool {}",
        "usePool [1]",
        "cpuIterations=many",
        "cpuIterations=-1",
        "cpuIterations=9223372036854775808",
        "READY pid=1 cpuIterations=1",
        "renewPool -1",
        "renewPool 0 1"
      })
  void otherLinesAreNoCommand(String line) {
    assertThat(ProviderCommand.parse(line)).isEmpty();
  }
}
