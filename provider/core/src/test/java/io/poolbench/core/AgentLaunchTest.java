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
        AgentLaunch.of(
            new AgentLaunch(
                    EAGER,
                    20880,
                    "0.0.0.0",
                    List.of(AgentLaunch.REGISTRIES),
                    Map.of("a.B.c", new AgentLaunch.Stub("{\"n\":\"7\"}", 3_000_000)),
                    false)
                .toJson());

    assertThat(launch.pool()).isEqualTo(EAGER);
    assertThat(launch.port()).isEqualTo(20880);
    assertThat(launch.bindHost()).isEqualTo("0.0.0.0");
    assertThat(launch.withholds(AgentLaunch.REGISTRIES)).isTrue();
    assertThat(launch.withholds(AgentLaunch.CONFIG_CENTERS)).isFalse();
    assertThat(launch.isOnLoopback()).isFalse();
    assertThat(launch.stubs()).containsOnlyKeys("a.B.c");
    assertThat(launch.stubs().get("a.B.c").json()).isEqualTo("{\"n\":\"7\"}");
    assertThat(launch.stubs().get("a.B.c").nanos()).isEqualTo(3_000_000);
    assertThat(launch.recordsReferences()).isFalse();
    assertThat(AgentLaunch.of(launch.recordingReferences().toJson()).recordsReferences()).isTrue();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "port=1", "[]", "{}", "{\"pool\":1}"})
  void anyOtherTextIsRejected(String text) {
    assertThatIllegalArgumentException().isThrownBy(() -> AgentLaunch.of(text));
  }
}
