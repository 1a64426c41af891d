package io.poolbench.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import io.poolbench.api.ConfiguredPool.ContainerKind;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class WebLaunchConfigTest {
  private static final WebLaunchConfig CONFIG =
      new WebLaunchConfig(
          ContainerKind.TOMCAT,
          2,
          200,
          16,
          100,
          8,
          "http://127.0.0.1:8080/",
          LaunchConfig.LOOPBACK,
          1);

  @Test
  void itIsReadBackAsWritten() {
    WebLaunchConfig.Delay delay = new WebLaunchConfig.Delay(1000);

    assertThat(ContractJson.read(ContractJson.write(CONFIG), WebLaunchConfig.class))
        .isEqualTo(CONFIG);
    assertThat(ContractJson.read(ContractJson.write(delay), WebLaunchConfig.Delay.class))
        .isEqualTo(delay);
  }

  @ParameterizedTest
  @CsvSource({
    "container,   '\"undertow\"', container",
    "workers,     0,            workers",
    "minThreads,  201,          minThreads",
    "threads,     0,            threads",
    "delayMillis, -1,           delay",
  })
  void anInvalidValueNamesItsSetting(String name, String value, String setting) {
    JsonObject config = JsonParser.parseString(ContractJson.write(CONFIG)).getAsJsonObject();
    config.add(name, JsonParser.parseString(value));

    assertThatThrownBy(() -> ContractJson.read(config.toString(), WebLaunchConfig.class))
        .isInstanceOfSatisfying(
            InvalidSettingException.class,
            invalid -> assertThat(invalid.setting()).isEqualTo(setting))
        .hasMessageContaining("(valid: ");
  }
}
