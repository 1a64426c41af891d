package io.poolbench.api;

import java.util.Map;
import java.util.Objects;
import java.util.function.Function;

/**
 * The class, threads and queue of an executor. Threads and queue are null unless the executor is a
 * {@code ThreadPoolExecutor}. Immutable.
 */
public final class PoolShape {
  private static final String UNKNOWN = "-";

  private final String executorClass;
  private final Integer coreThreads;
  private final Integer maxThreads;
  private final Long keepAliveMillis;
  private final String queueClass;
  private final Integer queueCapacity;

  /** Creates a shape; null = unknown, capacity 0 = hand-over, {@code MAX_VALUE} = unbounded. */
  public PoolShape(
      String executorClass,
      Integer coreThreads,
      Integer maxThreads,
      Long keepAliveMillis,
      String queueClass,
      Integer queueCapacity) {
    this.executorClass = Objects.requireNonNull(executorClass, "executorClass");
    this.coreThreads = coreThreads;
    this.maxThreads = maxThreads;
    this.keepAliveMillis = keepAliveMillis;
    this.queueClass = queueClass;
    this.queueCapacity = queueCapacity;
  }

  public static PoolShape ofClass(String executorClass) {
    return new PoolShape(executorClass, null, null, null, null, null);
  }

  public String executorClass() {
    return executorClass;
  }

  public Integer coreThreads() {
    return coreThreads;
  }

  public Integer maxThreads() {
    return maxThreads;
  }

  public Long keepAliveMillis() {
    return keepAliveMillis;
  }

  public String queueClass() {
    return queueClass;
  }

  public Integer queueCapacity() {
    return queueCapacity;
  }

  public String toFields() {
    return String.join(
        " ",
        "executor=" + executorClass,
        "core=" + text(coreThreads),
        "max=" + text(maxThreads),
        "keepAliveMillis=" + text(keepAliveMillis),
        "queue=" + text(queueClass),
        "capacity=" + text(queueCapacity));
  }

  public static PoolShape of(Map<String, String> fields) {
    return new PoolShape(
        fields.get("executor"),
        value(fields.get("core"), Integer::valueOf),
        value(fields.get("max"), Integer::valueOf),
        value(fields.get("keepAliveMillis"), Long::valueOf),
        value(fields.get("queue"), Function.identity()),
        value(fields.get("capacity"), Integer::valueOf));
  }

  private static <T> T value(String text, Function<String, T> parser) {
    return text.equals(UNKNOWN) ? null : parser.apply(text);
  }

  private static String text(Object value) {
    return Objects.toString(value, UNKNOWN);
  }
}
