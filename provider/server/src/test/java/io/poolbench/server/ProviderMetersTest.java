package io.poolbench.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.poolbench.api.CallLimit;
import io.poolbench.core.ProviderHistograms;
import io.poolbench.core.ProviderMetrics;
import io.poolbench.server.dubbo.CallLimits;
import io.poolbench.server.metrics.PauseDetector;
import io.poolbench.server.pool.MeasuredExecutor;
import io.poolbench.server.pool.PoolSampler;
import io.poolbench.server.service.AsyncCalls;
import io.poolbench.server.timing.Distribution;
import io.poolbench.server.timing.UnansweredCalls;
import java.lang.reflect.Field;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

class ProviderMetersTest {
  private static final Set<String> SUMMARIES =
      Set.of(
          ProviderMetrics.QUEUE_WAIT,
          ProviderMetrics.SERVICE,
          ProviderMetrics.REDIS,
          ProviderMetrics.APPLICATION,
          ProviderMetrics.COMPLETION);

  @AutoClose("shutdownNow")
  private final ExecutorService pool = Executors.newCachedThreadPool();

  private final Distribution reads = Distribution.ofNanos();
  private final ProviderMeters meters = meters(pool);

  @Test
  void everyDeclaredNameIsServedAndNoOther() throws Exception {
    assertThat(metrics(meters)).containsOnlyKeys(declaredMetrics());
    assertThat(meters.histograms().keySet())
        .containsExactlyInAnyOrderElementsOf(declared(ProviderHistograms.class));
  }

  @Test
  void aPoolThatIsNoThreadPoolHasNoThreadsAndNoSpuriousRejections() throws Exception {
    ProviderMeters other = meters(ForkJoinPool.commonPool());

    List<String> metrics = declaredMetrics();
    metrics.removeAll(
        List.of(
            ProviderMetrics.POOL_SIZE,
            ProviderMetrics.POOL_BUSY_SAMPLED,
            ProviderMetrics.POOL_SPURIOUSLY_REJECTED));
    assertThat(metrics(other)).containsOnlyKeys(metrics);
    assertThat(other.histograms().keySet()).contains(ProviderHistograms.QUEUE_SIZE);
  }

  @Test
  void timesAreInSecondsAndPartsOfANameAreSummed() {
    reads.record(TimeUnit.MILLISECONDS.toNanos(1500));
    reads.record(TimeUnit.MILLISECONDS.toNanos(500));
    meters.value("in_parts", () -> 4);
    meters.value("in_parts", () -> 0.5);
    System.gc();

    assertThat(metrics(meters))
        .containsEntry(ProviderMetrics.sum(ProviderMetrics.REDIS), 2.0)
        .containsEntry(ProviderMetrics.count(ProviderMetrics.REDIS), 2.0)
        .containsEntry("in_parts", 4.5)
        .hasEntrySatisfying(ProviderMetrics.CPU, cpu -> assertThat(cpu).isPositive());
  }

  private ProviderMeters meters(ExecutorService executor) {
    MeasuredExecutor measured =
        new MeasuredExecutor(() -> executor, System::nanoTime, new UnansweredCalls());
    ProviderMeters all = withoutPool();
    all.pool(measured, new PoolSampler(measured, System::nanoTime));
    all.add(new CallLimits(new CallLimit(CallLimit.Kind.EXECUTES, 1, "")));
    all.add(new PinnedTime());
    return all;
  }

  private ProviderMeters withoutPool() {
    return new ProviderMeters(
        reads, () -> 7, new AsyncCalls(System::nanoTime), PauseDetector.start());
  }

  private static List<String> declaredMetrics() throws IllegalAccessException {
    return declared(ProviderMetrics.class).stream()
        .flatMap(
            name ->
                SUMMARIES.contains(name)
                    ? Stream.of(ProviderMetrics.sum(name), ProviderMetrics.count(name))
                    : Stream.of(name))
        .collect(Collectors.toList());
  }

  /** The values of a class's constants. */
  private static List<String> declared(Class<?> names) throws IllegalAccessException {
    Stream.Builder<String> values = Stream.builder();
    for (Field constant : names.getFields()) {
      values.add((String) constant.get(null));
    }
    return values.build().toList();
  }

  private static Map<String, Double> metrics(ProviderMeters meters) {
    return ProviderProcess.values(meters.values());
  }
}
