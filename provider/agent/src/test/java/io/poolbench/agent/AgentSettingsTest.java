package io.poolbench.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.io.StringReader;
import java.util.Map;
import java.util.Properties;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AgentSettingsTest {
  @Test
  void withoutSettingsThePoolIsAsConfiguredAndTheProviderOnLoopback() throws Exception {
    AgentSettings settings = settings();

    assertThat(settings.pool()).isEmpty();
    assertThat(settings.port()).isZero();
    assertThat(settings.bindHost()).isEqualTo("127.0.0.1");
    assertThat(settings.metricsPort()).isZero();
  }

  @Test
  void thePoolIsDubbosParameters() throws Exception {
    AgentSettings settings =
        settings("threadpool=eager", "threads=16", "queues=100", "port=20880", "bindHost=0.0.0.0");

    assertThat(settings.pool())
        .contains(Map.of("threadpool", "eager", "threads", "16", "queues", "100"));
    assertThat(settings.port()).isEqualTo(20880);
    assertThat(settings.bindHost()).isEqualTo("0.0.0.0");
  }

  @Test
  void aTimeBeyondDubbosIntIsItsLongest() throws Exception {
    assertThat(settings("threadpool=limited", "alive=" + Long.MAX_VALUE).pool())
        .contains(Map.of("threadpool", "limited", "alive", Integer.toString(Integer.MAX_VALUE)));
  }

  @ParameterizedTest
  @CsvSource({"threads=16, threadpool", "port=70000, port"})
  void anInvalidSettingIsNamed(String setting, String name) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> settings(setting))
        .withMessageStartingWith(name + ": ");
  }

  private static AgentSettings settings(String... lines) throws Exception {
    Properties properties = new Properties();
    properties.load(new StringReader(String.join("\n", lines)));
    return AgentSettings.of(properties);
  }
}
