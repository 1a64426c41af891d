package io.poolbench.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CallLimitTest {
  @ParameterizedTest
  @CsvSource({
    // kind, calls, method, the setting that is invalid
    "EXECUTES, 0, '', executes",
    "PERMITS, 0, '', permits",
    "PERMITS, 24, empty, method"
  })
  void anImpossibleLimitNamesItsSetting(
      CallLimit.Kind kind, int calls, String method, String setting) {
    assertThatThrownBy(() -> new CallLimit(kind, calls, method))
        .isInstanceOfSatisfying(
            InvalidSettingException.class, e -> assertThat(e.setting()).isEqualTo(setting));
  }
}
