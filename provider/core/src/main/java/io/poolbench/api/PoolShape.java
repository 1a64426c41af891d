package io.poolbench.api;

import java.util.Map;
import java.util.Objects;
import java.util.function.Function;

/**
 * An executor's class, threads and queue, read from it. Only a {@code ThreadPoolExecutor} exposes
 * its threads and its queue; for any other executor they are null. Immutable.
 */
public final class PoolShape {
  private static final String UNKNOWN = "-";

  private final String executorClass;
  private final Integer coreThreads;
  private final Integer maxThreads;
  private final Long keepAliveMillis;
  private final String queueClass;
  private final Integer queueCapacity;

  /**
   * @param executorClass the executor's class, without its package
   * @param coreThreads the core size
   * @param maxThreads the maximum size
   * @param keepAliveMillis how long an idle thread beyond the core lives
   * @param queueClass the queue's class, without its package
   * @param queueCapacity the queue's capacity; 0 for a hand-over, {@code Integer.MAX_VALUE} if only
   *     memory bounds it
   */
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

  /** A pool of which only the executor's class is known. */
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

  /** The fields of a READY line; {@code -} stands for an unknown value. */
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

  /**
   * The shape of the fields of a READY line.
   *
   * @param fields by name
   */
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
