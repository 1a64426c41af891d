package io.poolbench.model;

/**
 * CPU time per call, which falls with the throughput because calls share wake-ups and background
 * work: the number of busy CPUs is linear in the throughput (the utilization law with an intercept;
 * Denning and Buzen, "The Operational Analysis of Queueing Network Models", 1978).
 *
 * @param millisPerCall CPU time that each further call costs, above 0
 * @param backgroundCpus CPUs that are busy at any load
 * @param minTps the lowest measured throughput; below it the CPU time per call is constant
 */
public record CpuDemand(double millisPerCall, double backgroundCpus, double minTps) {
  public CpuDemand {
    ClosedNetwork.require("CPU per call", millisPerCall > 0, millisPerCall);
    ClosedNetwork.require("background CPUs", backgroundCpus >= 0, backgroundCpus);
    ClosedNetwork.require(
        "lowest throughput", minTps > 0 || (backgroundCpus == 0 && minTps == 0), minTps);
  }

  public static CpuDemand constant(double millisPerCall) {
    return new CpuDemand(millisPerCall, 0, 0);
  }

  public double millisAt(double tps) {
    return backgroundCpus == 0
        ? millisPerCall
        : millisPerCall + backgroundCpus / Math.max(tps, minTps) * 1e3;
  }

  public double busyCpus(double tps) {
    return tps * millisAt(tps) / 1e3;
  }

  public double saturationTps(int cpus) {
    double shared = (cpus - backgroundCpus) / millisPerCall * 1e3;
    return shared > minTps ? shared : cpus / millisAt(minTps) * 1e3;
  }
}
