package io.poolbench.result;

/**
 * What the driver itself took in the measured window; null where unknown.
 *
 * @param cpuPct CPU time, in percent of the CPUs that the driver may use
 * @param cpuMicrosPerCall CPU time per call
 * @param allocBytesPerCall heap allocated per call
 */
public record DriverUse(Double cpuPct, Double cpuMicrosPerCall, Double allocBytesPerCall) {}
