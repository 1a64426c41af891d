package io.poolbench.server.service;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import io.poolbench.api.LaunchConfig.ServiceWork;
import java.lang.management.ManagementFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CallWorkTest {

  @Test
  void theArithmeticIsMarsagliasXorshift() {
    assertThat(CallWork.xorshift(1, 1)).isEqualTo(1_082_269_761L);
  }

  @ParameterizedTest
  @CsvSource({"1, 0", "1, 1000", "2, 999", "3, 1", "7, 1000", "10, 1000", "1000, 12345"})
  void burstsDoNotChangeTheResult(int bursts, long rounds) {
    CallWork work = new CallWork(new ServiceWork(rounds, 0, bursts, 0));

    assertThat(work.inBursts(42, rounds)).isEqualTo(CallWork.xorshift(42, rounds));
  }

  @Test
  void theThreadYieldsItsCpuBetweenBursts() {
    int[] yields = {0};
    new CallWork(new ServiceWork(1000, 0, 1, 0), () -> yields[0]++).perform(1);
    assertThat(yields[0]).isZero();

    new CallWork(new ServiceWork(1000, 0, 4, 0), () -> yields[0]++).perform(1);
    assertThat(yields[0]).isEqualTo(3);
  }

  @Test
  void compiledCodeStillAllocatesTheGarbage() {
    int garbageBytes = 10_000;
    CallWork work = new CallWork(new ServiceWork(1, garbageBytes, 1, 0));
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    perform(work, 50_000);

    int calls = 1000;
    long before = threads.getCurrentThreadAllocatedBytes();
    perform(work, calls);
    long allocated = threads.getCurrentThreadAllocatedBytes() - before;

    // an array's header comes on top: at most 16 bytes in each of three chunks
    assertThat(allocated)
        .isBetween((long) calls * garbageBytes, (long) calls * (garbageBytes + 100));
    assertThat(work.observed()).isNull();
  }

  private static void perform(CallWork work, int times) {
    for (int i = 0; i < times; i++) {
      work.perform(i);
    }
  }
}
