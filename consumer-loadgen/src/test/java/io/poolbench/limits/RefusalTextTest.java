package io.poolbench.limits;

import static org.assertj.core.api.Assertions.assertThat;

import io.poolbench.api.EffectivePool;
import io.poolbench.api.PoolConfig;
import io.poolbench.api.PoolType;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RefusalTextTest {
  @ParameterizedTest
  @CsvSource(
      nullValues = "-",
      value = {
        "-, refuses a call beyond 124 at once",
        "ThreadPoolExecutor$AbortPolicy, refuses a call beyond 124 at once",
        "AbortPolicyWithReport, refuses a call beyond 124 at once",
        "ThreadPoolExecutor$CallerRunsPolicy,"
            + " refuses none: the I/O thread runs a call beyond 124 at once",
        "ThreadPoolExecutor$DiscardPolicy, drops a call without an answer beyond 124 at once",
        "ThreadPoolExecutor$DiscardOldestPolicy,"
            + " drops the oldest waiting call for each beyond 124 at once",
        "OrderHandler, has its own OrderHandler for a call beyond 124 at once"
      })
  void whatBecomesOfACallDependsOnTheHandler(String handler, String text) {
    assertThat(RefusalText.of(new EffectivePool("Pool", 24, 24, 0L, "Queue", 100, handler)))
        .isEqualTo(text);
  }

  @Test
  void withoutALimitNoCallIsRefusedAndWithoutThreadsNothingIsKnown() {
    String none = "refuses no call before memory or threads run out";

    assertThat(RefusalText.of(new EffectivePool("Pool", 24, 24, 0L, "Queue", Integer.MAX_VALUE)))
        .isEqualTo(none);
    assertThat(RefusalText.of(new EffectivePool("Pool", 0, Integer.MAX_VALUE, 0L, "Queue", 0)))
        .isEqualTo(none);
    assertThat(RefusalText.of(EffectivePool.ofClass("ThreadPerTaskExecutor"))).isEqualTo(none);
    assertThat(RefusalText.of(EffectivePool.ofClass("OrderExecutor")))
        .isEqualTo("shows no threads and no queue: when it refuses a call is unknown");
  }

  @Test
  void dubbosOwnPoolsRefuse() {
    assertThat(RefusalText.of(PoolConfig.of(PoolType.FIXED, null, 8, 192, null)))
        .isEqualTo("refuses a call beyond 200 at once");
    assertThat(RefusalText.of(PoolConfig.of(PoolType.FIXED, null, 8, -1, null)))
        .isEqualTo("refuses no call before memory or threads run out");
  }

  @Test
  void aPoolStandsBesideTodays() {
    PoolConfig pool = PoolConfig.of(PoolType.FIXED, null, 8, 192, null);
    EffectivePool today = new EffectivePool("Pool", 24, 24, 0L, "Queue", 100);

    assertThat(RefusalText.compared(pool, "fixed 24", Optional.of(today)))
        .isEqualTo("fixed 8 queue 192 refuses beyond 200 at once; fixed 24 beyond 124 at once.");
    assertThat(RefusalText.compared(pool, "own", Optional.empty()))
        .isEqualTo(
            "fixed 8 queue 192 refuses a call beyond 200 at once; own shows no threads and no queue:"
                + " when it refuses a call is unknown.");
  }
}
