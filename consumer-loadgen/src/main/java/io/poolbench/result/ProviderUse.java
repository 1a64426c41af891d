package io.poolbench.result;

import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;

/**
 * The provider's resource use and times in the measured window, by its own counters and the
 * kernel's; null if unknown.
 *
 * @param cpuPct CPU time, in percent of the CPUs that the provider may use
 * @param cpuMicrosPerCall CPU time per task that the pool finished; per call of the driver where
 *     the pool is not measured
 * @param cpuPctByRole {@code cpuPct} by thread role; empty if unknown
 * @param jitPct time of the JIT compiler, in percent of one CPU
 * @param young collections of the young generation; where {@code full} is unknown, of any kind
 * @param full collections of the whole heap
 * @param queueWait from a task's arrival to its start in a thread
 * @param service from its start to its end
 * @param redis the Redis read within the service
 * @param application the service without its Redis read, call by call
 * @param asyncOpen calls whose thread was given back and that are not answered, mean over the
 *     window's time: the time integral of their number, exact
 * @param completion what the thread pays that completes such a call: the work beside the Redis read
 *     and the encoding of the answer
 * @param switches context switches per task that the pool finished
 * @param runQueueWaitMicros mean wait of its threads for a CPU, per wait
 * @param web of a web provider; null of another
 * @param rssMib memory of the whole process at the window's end, by the kernel
 * @param heapAfterGcMib the heap that the window's last collection left; null without a collection
 * @param acceptOverflows connections that the kernel dropped as an accept queue was full
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

  /** The same without the times of calls. */
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

  /** Collections of any kind. */
  public GcActivity collections() {
    return young.plus(full);
  }
}
