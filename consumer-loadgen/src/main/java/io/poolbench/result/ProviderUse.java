package io.poolbench.result;

import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;

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
}
