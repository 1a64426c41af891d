package io.poolbench.server.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class AsyncCallsTest {
  /** A multiple of the resolution of times that still run. */
  private static final long MILLI = 1 << 20;

  private final AtomicLong nanos = new AtomicLong();
  private final AsyncCalls calls = new AsyncCalls(nanos::get);

  @Test
  void aCallIsOpenUntilItsCompletionEndsHoweverItDoes() {
    long opened = calls.open();
    nanos.addAndGet(5 * MILLI);
    assertThat(calls.openNanos()).isEqualTo(5 * MILLI);
    assertThatThrownBy(
            () ->
                calls.close(
                    opened,
                    () -> {
                      assertThat(calls.count()).isEqualTo(1);
                      nanos.addAndGet(2 * MILLI);
                      throw new IllegalStateException("cannot be encoded");
                    }))
        .hasMessage("cannot be encoded");
    assertThat(calls.count()).isZero();
    assertThat(calls.openNanos()).isEqualTo(7 * MILLI);
    assertThat(calls.completions().count()).isEqualTo(1);
    assertThat(calls.completions().sum()).isEqualTo(2 * MILLI);
  }
}
