package io.poolbench.lab;

import io.poolbench.api.ProviderMetrics;
import io.poolbench.result.Collections;
import io.poolbench.result.ContextSwitches;
import io.poolbench.result.PoolUse;
import io.poolbench.result.ProviderUse;
import io.poolbench.result.Stage;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * A provider's counters at one moment, read from its Prometheus text.
 *
 * @param values by name; of figures with labels the sum over them
 */
record ProviderCounters(Map<String, Double> values) {
  ProviderCounters {
    values = Map.copyOf(values);
  }

  /**
   * The counters in a scrape's lines; time stamps behind the values are passed over.
   *
   * @see <a href="https://prometheus.io/docs/instrumenting/exposition_formats/">Prometheus text
   *     format</a>
   */
  static ProviderCounters parse(List<String> lines) {
    Map<String, Double> values = new HashMap<>();
    for (String line : lines) {
      if (line.isBlank() || line.startsWith("#")) {
        continue;
      }
      int nameEnd = line.indexOf(line.contains("{") ? '{' : ' ');
      String[] rest =
          line.substring(line.lastIndexOf('}') < 0 ? nameEnd : line.lastIndexOf('}') + 1)
              .trim()
              .split(" ", 2);
      values.merge(line.substring(0, nameEnd), Double.parseDouble(rest[0]), Double::sum);
    }
    return new ProviderCounters(values);
  }

  /**
   * What the provider did since an earlier reading; a figure is null where it was not told.
   *
   * @param cpus CPUs that the provider may use
   */
  ProviderUse since(ProviderCounters earlier, int cpus) {
    Double elapsed = delta(earlier, ProviderMetrics.CLOCK);
    Double cpu = delta(earlier, ProviderMetrics.CPU);
    return new ProviderUse(
        pct(cpu, elapsed == null ? null : elapsed * cpus),
        cpuMicrosPerCall(cpu, delta(earlier, ProviderMetrics.POOL_COMPLETED)),
        Map.of(),
        pct(delta(earlier, ProviderMetrics.JIT), elapsed),
        new Collections(
            whole(delta(earlier, ProviderMetrics.GC_COUNT)),
            millis(delta(earlier, ProviderMetrics.GC_PAUSE))),
        Collections.UNKNOWN,
        new PoolUse(
            null,
            integer(values.get(ProviderMetrics.POOL_ACTIVE_MAX)),
            integer(values.get(ProviderMetrics.POOL_SIZE)),
            null,
            integer(values.get(ProviderMetrics.QUEUE_MAX)),
            whole(delta(earlier, ProviderMetrics.POOL_REJECTED)),
            null),
        new Stage(meanMillis(earlier, ProviderMetrics.QUEUE_WAIT), null),
        new Stage(meanMillis(earlier, ProviderMetrics.SERVICE), null),
        new Stage(meanMillis(earlier, ProviderMetrics.REDIS), null),
        Stage.UNKNOWN,
        ContextSwitches.UNKNOWN,
        null);
  }

  private static Double pct(Double part, Double whole) {
    return part == null || whole == null ? null : 100 * part / whole;
  }

  private static Double cpuMicrosPerCall(Double cpuSeconds, Double calls) {
    return cpuSeconds == null || calls == null || calls == 0 ? null : 1e6 * cpuSeconds / calls;
  }

  private Double delta(ProviderCounters earlier, String name) {
    Double now = values.get(name);
    Double then = earlier.values.get(name);
    return now == null || then == null ? null : now - then;
  }

  private Double meanMillis(ProviderCounters earlier, String summary) {
    Double sum = delta(earlier, ProviderMetrics.sum(summary));
    Double count = delta(earlier, ProviderMetrics.count(summary));
    return sum == null || count == null || count == 0 ? null : millis(sum / count);
  }

  private static Double millis(Double seconds) {
    return seconds == null ? null : 1000 * seconds;
  }

  private static Long whole(Double value) {
    return value == null ? null : Math.round(value);
  }

  private static Integer integer(Double value) {
    return value == null ? null : (int) Math.round(value);
  }
}
