package io.poolbench.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AgentLaunchTest {
  private static final Map<String, String> EAGER = Map.of("threadpool", "eager", "queues", "100");

  @Test
  void itIsReadBackAsWritten() {
    AgentLaunch launch =
        new AgentLaunch(
            EAGER,
            20880,
            "0.0.0.0",
            List.of(AgentLaunch.REGISTRIES),
            Map.of("a.B.c", new AgentLaunch.Stub("{\"n\":\"7\"}", 3_000_000)),
            false);

    assertThat(AgentLaunch.of(launch.toJson())).usingRecursiveComparison().isEqualTo(launch);
    assertThat(launch.withholds(AgentLaunch.REGISTRIES)).isTrue();
    assertThat(launch.withholds(AgentLaunch.CONFIG_CENTERS)).isFalse();
    assertThat(launch.isOnLoopback()).isFalse();
    assertThat(AgentLaunch.of(launch.recordingReferences().toJson()).recordsReferences()).isTrue();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "port=1", "[]", "{}", "{\"pool\":1}"})
  void anyOtherTextIsRejected(String text) {
    assertThatIllegalArgumentException().isThrownBy(() -> AgentLaunch.of(text));
  }
}
