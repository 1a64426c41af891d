package io.poolbench.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Properties;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class WebLaunchConfigTest {
  private static final WebLaunchConfig CONFIG =
      new WebLaunchConfig(
          ContainerKind.TOMCAT,
          2,
          200,
          100,
          8192,
          16,
          100,
          8,
          "http://127.0.0.1:8080/",
          LaunchConfig.LOOPBACK,
          1,
          3);

  @Test
  void propertiesAreReadBackAsWrittenAndEveryMissingOneIsNamed() {
    Properties complete = CONFIG.toProperties();

    assertThat(WebLaunchConfig.fromProperties(complete)).isEqualTo(CONFIG);
    for (String name : complete.stringPropertyNames()) {
      Properties incomplete = new Properties();
      incomplete.putAll(complete);
      incomplete.remove(name);
      assertThatThrownBy(() -> WebLaunchConfig.fromProperties(incomplete))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("'" + name + "'");
    }
  }

  @ParameterizedTest
  @CsvSource({
    "container,   undertow, container",
    "workers,     0,        workers",
    "minThreads,  201,      minThreads",
    "threads,     0,        threads",
    "delayMillis, -1,       delay",
  })
  void anInvalidValueNamesItsSetting(String property, String value, String setting) {
    Properties properties = CONFIG.toProperties();
    properties.setProperty(property, value);

    assertThatThrownBy(() -> WebLaunchConfig.fromProperties(properties))
        .isInstanceOfSatisfying(
            InvalidSettingException.class,
            invalid -> assertThat(invalid.setting()).isEqualTo(setting))
        .hasMessageContaining("(valid: ");
  }
}
