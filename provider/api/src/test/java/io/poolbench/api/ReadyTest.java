package io.poolbench.api;

import static org.assertj.core.api.Assertions.assertThat;

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
            new DubboFacts(
                RpcProtocol.TRI, "NioServerSocketChannel", List.of("echo", "context"), true, false),
            List.of(
                new Ready.Endpoint(20880, 9464, POOL),
                new Ready.Endpoint(1, 2, EffectivePool.ofClass("ThreadPerTaskExecutor"))));

    assertThat(ready.toLine())
        .isEqualTo(
            "READY pid=4000000000 protocol=tri transport=NioServerSocketChannel filters=echo,context"
                + " refusalsLogged=true refusalsDumped=false ; port=20880 metrics=9464 executor=ThreadPoolExecutor core=2 max=9"
                + " keepAliveMillis=60000 queue=LinkedBlockingQueue capacity=100"
                + " ; port=1 metrics=2 executor=ThreadPerTaskExecutor core=- max=-"
                + " keepAliveMillis=- queue=- capacity=-");
    assertThat(Ready.parse(ready.toLine())).contains(ready);
  }

  @Test
  void theFactsOfAWebProviderAreReadBackToo() {
    Ready ready =
        new Ready(
            7,
            new WebFacts(List.of("jetty/12.0.16", "spring-boot/3.5.0")),
            List.of(new Ready.Endpoint(8080, 9464, POOL)));

    assertThat(ready.toLine())
        .startsWith("READY pid=7 parts=jetty/12.0.16,spring-boot/3.5.0 ; port=8080 ");
    assertThat(Ready.parse(ready.toLine())).contains(ready);
  }

  @Test
  void theFactsOfAProviderOfSomebodyElsesAreReadBackToo() {
    Ready ready =
        new Ready(
            7, new TargetFacts("3.3.6", "17.0.15"), List.of(new Ready.Endpoint(20880, 9464, POOL)));

    assertThat(ready.toLine()).startsWith("READY pid=7 dubbo=3.3.6 java=17.0.15 ; port=20880 ");
    assertThat(Ready.parse(ready.toLine())).contains(ready);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "READYING pid=1", "12:00 WARN not READY yet"})
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
