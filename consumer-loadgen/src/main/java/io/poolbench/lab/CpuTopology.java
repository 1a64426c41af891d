package io.poolbench.lab;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * How the kernel describes the host's CPUs. A virtual machine's kernel is told what its hypervisor
 * wants it to know.
 */
public final class CpuTopology {
  private static final Path SYSTEM = Path.of("/sys/devices/system");

  private final Path system;

  /** That of this host. */
  public CpuTopology() {
    this(SYSTEM);
  }

  CpuTopology(Path system) {
    this.system = system;
  }

  /** Those of some CPUs that share a core with one of others; empty also where unknown. */
  public CpuList siblings(CpuList some, CpuList others) {
    return new CpuList(
        some.cpus().stream()
            .filter(
                cpu ->
                    text("cpu/cpu" + cpu + "/topology/thread_siblings_list")
                        .map(CpuList::parse)
                        .filter(others::overlaps)
                        .isPresent())
            .toList());
  }

  /** By which policy a CPU's frequency is chosen; empty where the host does not tell. */
  public Optional<String> governor(int cpu) {
    return text("cpu/cpu" + cpu + "/cpufreq/scaling_governor");
  }

  /**
   * What {@code System.nanoTime} reads, such as {@code tsc}; empty where the host does not tell.
   */
  public Optional<String> clockSource() {
    return text("clocksource/clocksource0/current_clocksource");
  }

  private Optional<String> text(String file) {
    try {
      return Optional.of(Files.readString(system.resolve(file)).trim()).filter(t -> !t.isEmpty());
    } catch (IOException e) {
      return Optional.empty(); // not a Linux host, or one that hides it
    }
  }
}
