package io.poolbench.result;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * The machine that a study ran on; a text is empty where unknown.
 *
 * @param os the operating system and its version
 * @param kernel the kernel's version
 * @param cpuModel the processor
 * @param cpus logical CPUs that the study could use, as a kernel list
 * @param memoryBytes main memory
 * @param driverJvm the JVM that ran the driver
 */
public record Host(
    String os, String kernel, String cpuModel, String cpus, long memoryBytes, String driverJvm) {
  public Host {
    Objects.requireNonNull(os, "os");
    Objects.requireNonNull(kernel, "kernel");
    Objects.requireNonNull(cpuModel, "cpuModel");
    Objects.requireNonNull(cpus, "cpus");
    Objects.requireNonNull(driverJvm, "driverJvm");
  }

  /**
   * The first of what decides how fast a provider is that differs from an earlier look at a host,
   * such as {@code its CPU model was A and is B}; empty where measurements on both belong together.
   * Memory does not count, nor the name of the system around the kernel.
   */
  public Optional<String> differenceFrom(Host earlier) {
    Map<String, String> before = earlier.decisive();
    return decisive().entrySet().stream()
        .filter(now -> !now.getValue().equals(before.get(now.getKey())))
        .map(now -> now.getKey() + " was " + before.get(now.getKey()) + " and is " + now.getValue())
        .findFirst();
  }

  private Map<String, String> decisive() {
    Map<String, String> decisive = new LinkedHashMap<>();
    decisive.put("its CPU model", cpuModel);
    decisive.put("the list of CPUs to be used", cpus);
    decisive.put("its kernel", kernel);
    decisive.put("the driver's JVM", driverJvm);
    return decisive;
  }
}
