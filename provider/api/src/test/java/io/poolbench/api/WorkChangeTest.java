package io.poolbench.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;

class WorkChangeTest {

  @Property
  void whatIsPrintedIsReadBack(@ForAll @LongRange(min = 0) long cpuIterations) {
    WorkChange change = new WorkChange(cpuIterations);

    assertThat(WorkChange.parse(change.toLine())).contains(change);
  }

  @Example
  void theLineIsThatOfAProperty() {
    assertThat(new WorkChange(12_345).toLine()).isEqualTo("cpuIterations=12345");
  }

  @Example
  void anyOtherLineIsNone() {
    assertThat(WorkChange.parse("")).isEmpty();
    assertThat(WorkChange.parse("cpuIterations")).isEmpty();
    assertThat(WorkChange.parse("cpuIterations=")).isEmpty();
    assertThat(WorkChange.parse("cpuIterations=many")).isEmpty();
    assertThat(WorkChange.parse("cpuIterations=-1")).isEmpty();
    assertThat(WorkChange.parse("cpuIterations=9223372036854775808")).isEmpty();
    assertThat(WorkChange.parse("READY pid=1 cpuIterations=1")).isEmpty();
  }

  @Example
  void lessThanNoWorkCannotBe() {
    assertThatThrownBy(() -> new WorkChange(-1)).isInstanceOf(InvalidSettingException.class);
  }
}
