package io.poolbench.result;

import static org.assertj.core.api.Assertions.assertThat;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;

class CallsTest {
  @Property
  void noMoreCallsAreRejectedThanTheProviderCountedAndNoneIsLost(
      @ForAll @LongRange(max = 100) long rejected, @ForAll @LongRange(max = 100) long counted) {
    Calls calls = new Calls(5, rejected, 2, 3, 1);

    Calls reconciled = calls.rejectedAtMost(counted);

    assertThat(reconciled.rejected()).isEqualTo(rejected <= counted ? rejected : counted);
    assertThat(reconciled.total()).isEqualTo(calls.total());
    assertThat(reconciled.error() - calls.error()).isEqualTo(rejected - reconciled.rejected());
    assertThat(reconciled.ok()).isEqualTo(5);
    assertThat(reconciled.timeout()).isEqualTo(2);
    assertThat(reconciled.unsent()).isEqualTo(1);
  }
}
