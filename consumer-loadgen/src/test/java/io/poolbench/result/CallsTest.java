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

    long kept = rejected <= counted ? rejected : counted;
    assertThat(calls.rejectedAtMost(counted))
        .isEqualTo(new Calls(5, kept, 2, 3 + rejected - kept, 1));
  }
}
