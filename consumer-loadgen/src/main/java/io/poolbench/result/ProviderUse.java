package io.poolbench.result;

/**
 * What the provider did in the measured window, by its own counters; null where unknown.
 *
 * @param cpuPct CPU time, in percent of the CPUs that the provider may use
 * @param cpuMicrosPerCall CPU time per task that the pool finished
 * @param jitPct time that the JIT compiler spent, in percent of one CPU
 * @param gcCount collections
 * @param gcPauseMillis time in them
 * @param poolActiveMax the most threads seen at work
 * @param poolSize threads that the pool had at the window's end
 * @param queueMax the most tasks seen waiting
 * @param queueWaitMeanMillis from a task's arrival to its start in a thread
 * @param serviceMeanMillis from its start to its end
 * @param redisMeanMillis the Redis read within it
 * @param rejected tasks that the pool refused
 */
public record ProviderUse(
    Double cpuPct,
    Double cpuMicrosPerCall,
    Double jitPct,
    Long gcCount,
    Double gcPauseMillis,
    Integer poolActiveMax,
    Integer poolSize,
    Integer queueMax,
    Double queueWaitMeanMillis,
    Double serviceMeanMillis,
    Double redisMeanMillis,
    Long rejected) {}
