package io.poolbench.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.poolbench.result.Figures;
import io.poolbench.result.Metric;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RemoteMetricsTest {
  @Test
  void figuresOfDubboAndMicrometerAreThoseOfThePoolAndOfTheProcess() {
    Figures use = at(14, 5e9).since(at(9, 2e9), 1_000, null, 1);

    assertThat(use.of(Metric.PROVIDER_CPU_PER_CALL)).isEqualTo(3_000);
    assertThat(use.of(Metric.POOL_THREADS_BEFORE)).isEqualTo(9);
    assertThat(use.of(Metric.POOL_THREADS)).isEqualTo(14);
    assertThat(use.of(Metric.PROVIDER_CPU)).as("of CPUs that nobody knows").isNull();
    assertThat(use.of(Metric.QUEUE_WAIT_MEAN)).isNull();
    assertThat(use.of(Metric.POOL_REJECTED)).isNull();
  }

  /** Such as a page in place of metrics. */
  @ParameterizedTest
  @ValueSource(strings = {"<html>", "{\"status\": 404}", "body {color: red}", "}", "NotFound"})
  void aTextThatHasNoMetricsIsRefused(String line) {
    assertThatIllegalArgumentException().isThrownBy(() -> RemoteMetrics.counters(List.of(line)));
  }

  private static ProviderCounters at(int threads, double cpuNanos) {
    return RemoteMetrics.counters(
        List.of(
            "# TYPE dubbo_thread_pool_thread_count gauge",
            "dubbo_thread_pool_thread_count{application_name=\"shop\",port=\"20880\"} " + threads,
            "dubbo_thread_pool_active_size{application_name=\"shop\"} 3.0",
            "process_cpu_time_ns_total " + cpuNanos));
  }

  @Test
  void theAgentsOwnFiguresAreKeptButForSharesOfTime() {
    ProviderCounters counters =
        RemoteMetrics.counters(
            List.of("process_cpu_seconds_total 2.5", "poolbench_clock_seconds 7.0"));

    assertThat(counters.values()).containsOnlyKeys("process_cpu_seconds_total");
  }
}
