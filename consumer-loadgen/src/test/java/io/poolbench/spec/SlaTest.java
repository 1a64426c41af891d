package io.poolbench.spec;

import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.poolbench.api.InvalidSettingException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SlaTest {
  @ParameterizedTest
  @ValueSource(doubles = {0, -1, Double.NaN, Double.POSITIVE_INFINITY})
  void aLimitIsPositiveAndFinite(double limit) {
    assertThatExceptionOfType(InvalidSettingException.class)
        .isThrownBy(() -> new Sla.Bound("tp99", limit))
        .matches(problem -> problem.setting().equals("tp99"));
  }
}
