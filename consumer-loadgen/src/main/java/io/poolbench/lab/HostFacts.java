package io.poolbench.lab;

import io.poolbench.result.Host;
import java.io.File;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import oshi.SystemInfo;

/** Looks at the machine that this runs on. */
public final class HostFacts {
  private static final Path STATUS = Path.of("/proc/self/status");
  private static final String ALLOWED = "Cpus_allowed_list:";

  private HostFacts() {}

  /** The CPUs that this process may use; to be asked before it is held to some of them. */
  public static CpuList cpus() {
    try (Stream<String> lines = Files.lines(STATUS)) {
      return lines
          .filter(line -> line.startsWith(ALLOWED))
          .map(line -> CpuList.parse(line.substring(ALLOWED.length())))
          .findFirst()
          .orElseGet(HostFacts::allCpus);
    } catch (IOException e) {
      return allCpus(); // no Linux, no such file
    }
  }

  /**
   * What the machine is.
   *
   * @param cpus the CPUs that the study can use
   */
  public static Host describe(CpuList cpus) {
    SystemInfo system = new SystemInfo();
    var os = system.getOperatingSystem();
    var hardware = system.getHardware();
    return new Host(
        os.getFamily() + " " + os.getVersionInfo().getVersion(),
        System.getProperty("os.name") + " " + System.getProperty("os.version"),
        hardware.getProcessor().getProcessorIdentifier().getName().trim(),
        cpus.toString(),
        hardware.getMemory().getTotal(),
        System.getProperty("java.vm.name") + " " + System.getProperty("java.runtime.version"));
  }

  /** The host's load average over the last minute; null where it has none. */
  public static Double loadAverage() {
    double load = ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage();
    return load < 0 ? null : load;
  }

  /** Memory that processes can still get. */
  public static long freeBytes() {
    return new SystemInfo().getHardware().getMemory().getAvailable();
  }

  /** Whether there is a command of this name on the PATH. */
  static boolean hasCommand(String name) {
    return Stream.of(System.getenv().getOrDefault("PATH", "").split(File.pathSeparator))
        .filter(folder -> !folder.isEmpty())
        .anyMatch(folder -> Files.isExecutable(Path.of(folder, name)));
  }

  private static CpuList allCpus() {
    return CpuList.parse("0-" + (Runtime.getRuntime().availableProcessors() - 1));
  }
}
