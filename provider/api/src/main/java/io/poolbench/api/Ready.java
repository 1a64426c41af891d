package io.poolbench.api;

import java.util.Arrays;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * The line on a provider's standard output that reports that it takes calls.
 *
 * @param pid the provider's process id
 * @param port the port of the dubbo protocol
 * @param metricsPort the port of {@link ProviderMetrics} and {@link ProviderHistograms}
 * @param pool the business pool, read back from the running executor
 */
public record Ready(long pid, int port, int metricsPort, EffectivePool pool) {
  private static final String WORD = "READY";
  private static final String UNKNOWN = "-";

  public Ready {
    Objects.requireNonNull(pool, "pool");
  }

  /**
   * The line, such as {@code READY pid=7 port=20880 metrics=9464 executor=ThreadPoolExecutor ...};
   * {@code -} stands for an unknown value.
   */
  public String toLine() {
    return String.join(
        " ",
        WORD,
        "pid=" + pid,
        "port=" + port,
        "metrics=" + metricsPort,
        "executor=" + pool.executorClass(),
        "core=" + text(pool.coreThreads()),
        "max=" + text(pool.maxThreads()),
        "keepAliveMillis=" + text(pool.keepAliveMillis()),
        "queue=" + text(pool.queueClass()),
        "capacity=" + text(pool.queueCapacity()));
  }

  /** The content of a READY line; empty for any other line. */
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
                value(fields.get("core"), Integer::valueOf),
                value(fields.get("max"), Integer::valueOf),
                value(fields.get("keepAliveMillis"), Long::valueOf),
                value(fields.get("queue"), Function.identity()),
                value(fields.get("capacity"), Integer::valueOf))));
  }

  private static String text(Object value) {
    return Objects.toString(value, UNKNOWN);
  }

  private static <T> T value(String text, Function<String, T> parser) {
    return text.equals(UNKNOWN) ? null : parser.apply(text);
  }
}
