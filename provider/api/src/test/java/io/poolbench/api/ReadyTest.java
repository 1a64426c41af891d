package io.poolbench.api;

import static org.assertj.core.api.Assertions.assertThat;

import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Positive;

class ReadyTest {

  @Property
  void whatIsPrintedIsReadBack(
      @ForAll @Positive long pid,
      @ForAll @IntRange(min = 1, max = 65535) int port,
      @ForAll @IntRange(min = 1, max = 65535) int metricsPort,
      @ForAll @Positive int threads,
      @ForAll @Positive long keepAliveMillis,
      @ForAll @IntRange(min = 0) int capacity) {
    Ready ready =
        new Ready(
            pid,
            port,
            metricsPort,
            new EffectivePool(
                "ThreadPoolExecutor",
                threads / 2,
                threads,
                keepAliveMillis,
                "LinkedBlockingQueue",
                capacity));

    assertThat(Ready.parse(ready.toLine())).contains(ready);
  }

  @Example
  void anyOtherLineIsNotReady() {
    assertThat(Ready.parse("")).isEmpty();
    assertThat(Ready.parse("READYING pid=1")).isEmpty();
    assertThat(Ready.parse("12:00 WARN not READY yet")).isEmpty();
  }
}
