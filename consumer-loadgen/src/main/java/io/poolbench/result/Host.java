package io.poolbench.result;

import java.util.Objects;

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
}
