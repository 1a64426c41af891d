package io.poolbench.api;

import java.util.Arrays;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * The line by which a provider process says, on standard output, that it takes calls.
 *
 * @param pid the provider's process id
 * @param port where the dubbo protocol is served
 * @param metricsPort where it tells {@link ProviderMetrics} and {@link ProviderHistograms}
 * @param pool the business pool that was really built
 */
public record Ready(long pid, int port, int metricsPort, EffectivePool pool) {
  private static final String WORD = "READY";

  public Ready {
    Objects.requireNonNull(pool, "pool");
  }

  /**
   * The line, such as {@code READY pid=7 port=20880 metrics=9464 executor=ThreadPoolExecutor ...}.
   */
  public String toLine() {
    return String.join(
        " ",
        WORD,
        "pid=" + pid,
        "port=" + port,
        "metrics=" + metricsPort,
        "executor=" + pool.executorClass(),
        "core=" + pool.coreThreads(),
        "max=" + pool.maxThreads(),
        "keepAliveMillis=" + pool.keepAliveMillis(),
        "queue=" + pool.queueClass(),
        "capacity=" + pool.queueCapacity());
  }

  /** What a line of a provider's output says, empty where it is any other line. */
  public static Optional<Ready> parse(String line) {
    if (!line.startsWith(WORD + " ")) {
      return Optional.empty();
    }
    Map<String, String> fields =
        Arrays.stream(line.substring(WORD.length() + 1).split(" "))
            .map(field -> field.split("=", 2))
            .collect(Collectors.toMap(field -> field[0], field -> field[1]));
    return Optional.of(
        new Ready(
            Long.parseLong(fields.get("pid")),
            Integer.parseInt(fields.get("port")),
            Integer.parseInt(fields.get("metrics")),
            new EffectivePool(
                fields.get("executor"),
                Integer.parseInt(fields.get("core")),
                Integer.parseInt(fields.get("max")),
                Long.parseLong(fields.get("keepAliveMillis")),
                fields.get("queue"),
                Integer.parseInt(fields.get("capacity")))));
  }
}
