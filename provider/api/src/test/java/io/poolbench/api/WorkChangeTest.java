package io.poolbench.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class WorkChangeTest {

  @ParameterizedTest
  @ValueSource(longs = {0, 12_345, Long.MAX_VALUE})
  void theLineIsReadBackAsWritten(long cpuIterations) {
    WorkChange change = new WorkChange(cpuIterations);

    assertThat(change.toLine()).isEqualTo("cpuIterations=" + cpuIterations);
    assertThat(WorkChange.parse(change.toLine())).contains(change);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "cpuIterations",
        "cpuIterations=",
        "cpuIterations=many",
        "cpuIterations=-1",
        "cpuIterations=9223372036854775808",
        "READY pid=1 cpuIterations=1"
      })
  void otherLinesAreNoChange(String line) {
    assertThat(WorkChange.parse(line)).isEmpty();
  }

  @Test
  void negativeWorkIsInvalid() {
    assertThatThrownBy(() -> new WorkChange(-1)).isInstanceOf(InvalidSettingException.class);
  }
}
