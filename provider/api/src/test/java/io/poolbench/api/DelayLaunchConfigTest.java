package io.poolbench.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Properties;
import org.junit.jupiter.api.Test;

class DelayLaunchConfigTest {
  private static final DelayLaunchConfig CONFIG =
      new DelayLaunchConfig(1000, LaunchConfig.LOOPBACK, 1, 2);

  @Test
  void propertiesAreReadBackAsWritten() {
    assertThat(DelayLaunchConfig.fromProperties(CONFIG.toProperties())).isEqualTo(CONFIG);
  }

  @Test
  void aNegativeDelayNamesItsSetting() {
    Properties properties = CONFIG.toProperties();
    properties.setProperty("delayMillis", "-1");

    assertThatThrownBy(() -> DelayLaunchConfig.fromProperties(properties))
        .isInstanceOfSatisfying(
            InvalidSettingException.class,
            invalid -> assertThat(invalid.setting()).isEqualTo("delay"));
  }
}
