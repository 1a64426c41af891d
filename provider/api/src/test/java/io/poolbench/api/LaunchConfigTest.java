package io.poolbench.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.StringReader;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.Properties;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

class LaunchConfigTest {

  @Property
  void whatIsWrittenAsPropertiesIsReadBack(@ForAll("configs") LaunchConfig config) {
    assertThat(LaunchConfig.fromProperties(throughText(config.toProperties()))).isEqualTo(config);
  }

  @Property
  void theLineThatEndsTheConfigurationIsNoPartOfIt(@ForAll("configs") LaunchConfig config) {
    assertThat(text(config.toProperties()).lines()).doesNotContain(LaunchConfig.END_OF_CONFIG);
  }

  @Example
  void eachPropertyThatIsMissingIsNamed() {
    Properties complete = config(PoolConfig.of(PoolType.FIXED, null, 4, null, null)).toProperties();

    for (String name : complete.stringPropertyNames()) {
      Properties incomplete = new Properties();
      incomplete.putAll(complete);
      incomplete.remove(name);
      assertThatThrownBy(() -> LaunchConfig.fromProperties(incomplete))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("'" + name + "'");
    }
  }

  @Provide
  Arbitrary<LaunchConfig> configs() {
    Arbitrary<String> text = Arbitraries.strings().ofMaxLength(30);
    Arbitrary<ServiceWork> work =
        Combinators.combine(
                Arbitraries.longs().between(0, Long.MAX_VALUE),
                Arbitraries.integers().between(0, 64 << 20))
            .as((rounds, bytes) -> new ServiceWork(rounds, bytes, 1 + bytes % 9));
    Arbitrary<Integer> ports = Arbitraries.integers().between(0, 65535);
    return Combinators.combine(
            pools(),
            Arbitraries.integers().between(0, 1024),
            Arbitraries.of(Dispatcher.values()),
            Arbitraries.of(ExecutorManagement.values()),
            work,
            text,
            text,
            Combinators.combine(ports, ports).as((port, metrics) -> new int[] {port, metrics}))
        .as(
            (pool, ioThreads, dispatcher, management, work1, uri, host, twoPorts) ->
                new LaunchConfig(
                    pool,
                    ioThreads,
                    dispatcher,
                    management,
                    work1,
                    uri,
                    1 + work1.bursts(),
                    host,
                    twoPorts[0],
                    twoPorts[1]));
  }

  private static Arbitrary<PoolConfig> pools() {
    Arbitrary<Integer> threads = Arbitraries.integers().between(1, PoolConfig.UNBOUNDED - 1);
    return Combinators.combine(
            Arbitraries.of(PoolType.values()),
            threads,
            Arbitraries.integers().greaterOrEqual(1),
            Arbitraries.longs().greaterOrEqual(0))
        .as((type, most, queues, alive) -> PoolConfig.of(type, null, most, queues, alive));
  }

  private static LaunchConfig config(PoolConfig pool) {
    return new LaunchConfig(
        pool,
        0,
        Dispatcher.MESSAGE,
        ExecutorManagement.ISOLATION,
        ServiceWork.NONE,
        "redis://127.0.0.1",
        1,
        LaunchConfig.LOOPBACK,
        0,
        0);
  }

  private static Properties throughText(Properties properties) {
    try {
      Properties read = new Properties();
      read.load(new StringReader(text(properties)));
      return read;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String text(Properties properties) {
    try {
      StringWriter text = new StringWriter();
      properties.store(text, null);
      return text.toString();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
