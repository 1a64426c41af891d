package io.poolbench.api;

import static org.assertj.core.api.Assertions.assertThat;

import io.poolbench.core.Release;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ReadyTest {
  private static final EffectivePool POOL =
      new EffectivePool("ThreadPoolExecutor", 2, 9, 60_000L, "LinkedBlockingQueue", 100);

  @Test
  void theLineIsReadBackAsWritten() {
    Ready ready =
        new Ready(
            4_000_000_000L,
            new Release("1.2.0", "5d41402abc4b"),
            "tri on NioServerSocketChannel",
            List.of(
                new Ready.Endpoint(20880, POOL),
                new Ready.Endpoint(1, EffectivePool.ofClass("ThreadPerTaskExecutor"))));

    assertThat(ready.toLine())
        .startsWith(
            "READY {\"pid\":4000000000,\"poolbench\":{\"version\":\"1.2.0\","
                + "\"build\":\"5d41402abc4b\"},\"facts\":\"tri on"
                + " NioServerSocketChannel\",\"endpoints\":[{")
        .hasLineCount(1);
    assertThat(Ready.parse(ready.toLine())).contains(ready);
  }

  /** The driver then refuses it in one line, rather than wait for another. */
  @Test
  void aLineOfAnOlderReleaseIsOneOfUnknownVersion() {
    assertThat(Ready.parse("READY {\"pid\":7,\"facts\":\"host\",\"endpoints\":[]}"))
        .contains(new Ready(7, Release.UNKNOWN, "host", List.of()));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "READYING {}", "READY", "READY soon", "12:00 WARN not READY yet"})
  void otherLinesAreNotReady(String line) {
    assertThat(Ready.parse(line)).isEmpty();
  }

  @Test
  void unknownValuesOfThePoolMatchAnyConfiguration() {
    PoolConfig config = PoolConfig.of(PoolType.CACHED, 2, 9, 100, null);

    assertThat(POOL.matches(config)).isTrue();
    assertThat(EffectivePool.ofClass("ForkJoinPool").matches(config)).isTrue();
    assertThat(POOL.matches(PoolConfig.of(PoolType.CACHED, 1, 9, 100, null))).isFalse();
    assertThat(POOL.matches(PoolConfig.of(PoolType.CACHED, 2, 8, 100, null))).isFalse();
    assertThat(POOL.matches(PoolConfig.of(PoolType.CACHED, 2, 9, -1, null))).isFalse();
  }
}
