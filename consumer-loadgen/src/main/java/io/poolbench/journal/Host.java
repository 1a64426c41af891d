package io.poolbench.journal;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * The machine that a study ran on; a text is empty if unknown.
 *
 * @param cpus logical CPUs that the study could use, as a kernel list
 * @param cpuQuota the strictest CPU quota of the driver's control groups, such as {@code 1.30 CPUs
 *     (13 ms in 10 ms)}; empty where there is none
 */
public record Host(
    String os,
    String kernel,
    String cpuModel,
    String cpus,
    long memoryBytes,
    String driverJvm,
    String cpuQuota) {
  public Host {
    Objects.requireNonNull(os, "os");
    Objects.requireNonNull(kernel, "kernel");
    Objects.requireNonNull(cpuModel, "cpuModel");
    Objects.requireNonNull(cpus, "cpus");
    Objects.requireNonNull(driverJvm, "driverJvm");
    Objects.requireNonNull(cpuQuota, "cpuQuota");
  }

  /**
   * The first difference that affects speed, such as {@code CPU model differs (was A, is B)}; empty
   * if measurements on both hosts are comparable.
   */
  public Optional<String> differenceFrom(Host earlier) {
    Map<String, String> before = earlier.decisive();
    return decisive().entrySet().stream()
        .filter(now -> !now.getValue().equals(before.get(now.getKey())))
        .map(
            now ->
                "%s differs (was %s, is %s)"
                    .formatted(now.getKey(), before.get(now.getKey()), now.getValue()))
        .findFirst();
  }

  /** The properties that affect speed, by name; memory and operating system are not among them. */
  public Map<String, String> decisive() {
    Map<String, String> decisive = new LinkedHashMap<>();
    decisive.put("CPU model", cpuModel);
    decisive.put("CPU list", cpus);
    decisive.put("kernel", kernel);
    decisive.put("poolbench's JVM", driverJvm);
    decisive.put("CPU quota", cpuQuota.isEmpty() ? "none" : cpuQuota);
    return decisive;
  }
}
