package io.poolbench.result;

import io.poolbench.result.ProviderUse.Stage;
import io.poolbench.spec.Named;
import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import java.util.function.BinaryOperator;

/**
 * The provider's resource use and times in the measured window, from its own counters and the
 * kernel's; a value is null if unknown.
 *
 * @param cpuPct CPU time, in percent of the CPUs that the provider may use
 * @param cpuMicrosPerCall CPU time per task that the pool finished, or per call of the driver if
 *     the pool is not measured
 * @param cpuPctByRole {@code cpuPct} by thread role; empty if unknown
 * @param jitPct time of the JIT compiler, in percent of one CPU
 * @param young collections of the young generation; collections of any kind if {@code full} is
 *     unknown
 * @param full collections of the whole heap
 * @param queueWait from a task's arrival to its start in a thread
 * @param service from a task's start to its end
 * @param redis the Redis read within the service
 * @param application {@code service} minus {@code redis}, computed for each call
 * @param asyncOpen mean number of calls that released their thread and are not answered yet: the
 *     exact time integral of their number over the window's time
 * @param completion time that completing such a call takes in the completing thread: the
 *     application's work beside the Redis read, and the encoding of the answer
 * @param switches context switches per task that the pool finished
 * @param runQueueWaitMicros mean time that a thread waits for a CPU, per wait
 * @param web null if the provider is not a web provider
 * @param rssMib resident memory of the process at the end of the window, from the kernel
 * @param heapAfterGcMib heap in use after the window's last collection; null without a collection
 * @param acceptOverflows connections that the kernel dropped because an accept queue was full
 */
public record ProviderUse(
    Double cpuPct,
    Double cpuMicrosPerCall,
    Map<ThreadRole, Double> cpuPctByRole,
    Double jitPct,
    GcActivity young,
    GcActivity full,
    PoolUse pool,
    Stage queueWait,
    Stage service,
    Stage redis,
    Stage application,
    Double asyncOpen,
    Stage completion,
    ContextSwitches switches,
    Double runQueueWaitMicros,
    WebUse web,
    Double rssMib,
    Double heapAfterGcMib,
    Long acceptOverflows) {
  public static final ProviderUse UNKNOWN =
      new ProviderUse(
          null,
          null,
          Map.of(),
          null,
          GcActivity.UNKNOWN,
          GcActivity.UNKNOWN,
          PoolUse.UNKNOWN,
          Stage.UNKNOWN,
          Stage.UNKNOWN,
          Stage.UNKNOWN,
          Stage.UNKNOWN,
          null,
          Stage.UNKNOWN,
          ContextSwitches.UNKNOWN,
          null,
          null,
          null,
          null,
          null);

  public ProviderUse {
    Map<ThreadRole, Double> byRole = new EnumMap<>(ThreadRole.class);
    byRole.putAll(cpuPctByRole);
    // In the order of roles, so that a result is written the same way each time.
    cpuPctByRole = Collections.unmodifiableMap(byRole);
    Objects.requireNonNull(young, "young");
    Objects.requireNonNull(full, "full");
    Objects.requireNonNull(pool, "pool");
    Objects.requireNonNull(queueWait, "queueWait");
    Objects.requireNonNull(service, "service");
    Objects.requireNonNull(redis, "redis");
    Objects.requireNonNull(application, "application");
    Objects.requireNonNull(completion, "completion");
    Objects.requireNonNull(switches, "switches");
  }

  ProviderUse withoutStages() {
    return new ProviderUse(
        cpuPct,
        cpuMicrosPerCall,
        cpuPctByRole,
        jitPct,
        young,
        full,
        pool,
        Stage.UNKNOWN,
        Stage.UNKNOWN,
        Stage.UNKNOWN,
        Stage.UNKNOWN,
        asyncOpen,
        Stage.UNKNOWN,
        switches,
        runQueueWaitMicros,
        web,
        rssMib,
        heapAfterGcMib,
        acceptOverflows);
  }

  public GcActivity collections() {
    return young.plus(full);
  }

  /** Number and total pause time of garbage collections of one kind; null if unknown. */
  public record GcActivity(Long count, Double pauseMillis) {
    public static final GcActivity UNKNOWN = new GcActivity(null, null);

    public GcActivity plus(GcActivity others) {
      return new GcActivity(
          sum(count, others.count, Long::sum), sum(pauseMillis, others.pauseMillis, Double::sum));
    }

    private static <N> N sum(N one, N other, BinaryOperator<N> sum) {
      return one == null ? other : other == null ? one : sum.apply(one, other);
    }
  }

  /**
   * Times of calls in one stage of the provider, such as the queue: the mean from an exact sum, the
   * percentile from the provider's histogram; null if unknown.
   */
  public record Stage(Double meanMillis, Double tp99Millis) {
    public static final Stage UNKNOWN = new Stage(null, null);
  }

  /**
   * Resource use specific to a web provider in the measured window; a value is null if unknown.
   * Means are over time.
   *
   * @param downstreamLate delay of the downstream service's answers
   */
  public record WebUse(Double workersActiveMean, Double workerQueueMean, Stage downstreamLate) {
    public WebUse {
      Objects.requireNonNull(downstreamLate, "downstreamLate");
    }
  }

  /**
   * The use of the business pool in the measured window; a value is null if unknown.
   *
   * @param activeMean mean number of threads with a task: the exact time integral of running tasks
   *     over the window's time
   * @param activeSampled mean of samples of the executor's own count of such threads
   * @param activeMax maximum number of threads with a task over the samples
   * @param threadsBefore pool size when the window opened
   * @param threads pool size when the window closed
   * @param queueMean mean number of waiting tasks, from an exact time integral like {@code
   *     activeMean}
   * @param queueMax maximum queue size over the samples
   * @param spuriouslyRejected tasks rejected although the number of accepted, unfinished calls was
   *     below the pool's maximum number of threads
   * @param limitRejected calls refused by a limit beside the pool; the pool counts them as finished
   *     tasks. Null without such a limit
   * @param pinnedPct time in which waiting virtual threads were pinned to their carrier thread, in
   *     percent of service time; null if the pool has no virtual threads
   */
  public record PoolUse(
      Double activeMean,
      Double activeSampled,
      Integer activeMax,
      Integer threadsBefore,
      Integer threads,
      Double queueMean,
      Integer queueMax,
      Long rejected,
      Long spuriouslyRejected,
      Long limitRejected,
      Double pinnedPct) {
    public static final PoolUse UNKNOWN =
        new PoolUse(null, null, null, null, null, null, null, null, null, null, null);

    /** Whether the number of threads changed in the window; false if unknown. */
    public boolean isResized() {
      return threadsBefore != null && threads != null && !threadsBefore.equals(threads);
    }
  }

  /** The role of a thread in the provider. */
  public enum ThreadRole implements Named {
    /** The business pool, which runs the service, or the threads of a servlet container. */
    BUSINESS,
    IO,
    REDIS,
    /** The worker pool of a web provider, and Spring's task executor. */
    WORKERS,
    GC,
    JIT,
    /** All other threads, and threads that ended in the window. */
    OTHER
  }
}
