package io.poolbench.lab;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.management.OperatingSystemMXBean;
import io.poolbench.journal.Host;
import io.poolbench.lab.ControlGroups.CpuQuota;
import java.io.File;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Facts about a host (system, CPUs, memory) from the kernel's text files under {@code /proc} and
 * {@code /sys}. If a file is hidden, or the system is not Linux, only what the JVM reports is
 * known. The kernel of a virtual machine reports what its hypervisor exposes.
 *
 * <p>This package reads these files itself, because OSHI 6.9 caches CPU ticks for 300 ms, numbers
 * CPUs by position, and reports neither run-queue waits nor context switches per thread.
 *
 * @see <a href="https://man7.org/linux/man-pages/man5/proc.5.html">proc(5)</a>
 */
public final class HostFacts {
  private static final long KIBI = 1024;

  private final Path root;

  public HostFacts() {
    this(Path.of("/"));
  }

  /**
   * @param root the folder in place of {@code /}
   */
  HostFacts(Path root) {
    this.root = root;
  }

  /** The CPUs that this process may use. Must be read before the process is pinned. */
  public CpuList cpus() {
    return value("proc/self/status", "Cpus_allowed_list")
        .map(CpuList::parse)
        .orElseGet(() -> CpuList.parse("0-" + (Runtime.getRuntime().availableProcessors() - 1)));
  }

  /** Describes the host for a result; {@code cpus} are those that the study can use. */
  public Host describe(CpuList cpus) {
    String kernel = System.getProperty("os.name") + " " + System.getProperty("os.version");
    return new Host(
        value("etc/os-release", "NAME")
            .map(name -> (name + " " + value("etc/os-release", "VERSION_ID").orElse("")).trim())
            .orElse(kernel),
        kernel,
        cpuModel(),
        cpus.toString(),
        value("proc/meminfo", "MemTotal")
            .map(kibi -> KIBI * Long.parseLong(kibi.split(" ", 2)[0]))
            .orElseGet(() -> jvm().getTotalMemorySize()),
        System.getProperty("java.vm.name") + " " + System.getProperty("java.runtime.version"),
        cpuQuota().map(CpuQuota::toString).orElse(""));
  }

  /** The kernel's present boot, which a container shares with its host; empty if unknown. */
  public String bootId() {
    return text("proc/sys/kernel/random/boot_id").orElse("");
  }

  /** The strictest CPU quota of this process; empty if there is none. */
  private Optional<CpuQuota> cpuQuota() {
    return ControlGroups.of(root, "self").quota();
  }

  /** x86 kernels report the model's name, other kernels its numbers. */
  private String cpuModel() {
    return value("proc/cpuinfo", "model name")
        .or(
            () ->
                value("proc/cpuinfo", "CPU part")
                    .map(
                        part ->
                            "implementer %s, part %s"
                                .formatted(
                                    value("proc/cpuinfo", "CPU implementer").orElse("?"), part)))
        .orElse(System.getProperty("os.arch"));
  }

  /** The host's load average over the last minute; null if unknown. */
  public static Double loadAverage() {
    double load = jvm().getSystemLoadAverage();
    return load < 0 ? null : load;
  }

  /** Limitations of this host that make results less precise, one per line. */
  public List<String> limitations() {
    List<String> lines = new ArrayList<>();
    Optional<String> ticks = text("proc/stat");
    if (ticks.isEmpty()) {
      lines.add("no /proc/stat: CPU time that others took is unknown on this host");
    } else if (CpuTimes.parse(ticks.get().lines().toList(), 0).isEmpty()) {
      lines.add(
          "no steal in /proc/stat: CPU time that the hypervisor took is unknown on this host");
    }
    if (text("proc/self/schedstat").isEmpty()) {
      lines.add("no schedstat in /proc: CPU time and waits by thread are unknown on this host");
    }
    cpuQuota()
        .filter(quota -> quota.cpus() < cpus().count())
        .ifPresent(
            quota -> lines.add("CPU quota " + quota + ": what it withholds lengthens responses"));
    return lines;
  }

  /**
   * The folders of the processes under {@code /proc}, or of a process's threads; empty on systems
   * other than Linux.
   */
  static List<Path> numbered(Path folder) {
    // Unlike a DirectoryStream, it also ends normally if the process ends meanwhile.
    File[] files = folder.toFile().listFiles((in, name) -> Character.isDigit(name.charAt(0)));
    return files == null ? List.of() : Stream.of(files).map(File::toPath).toList();
  }

  static boolean hasCommand(String name) {
    return Stream.of(System.getenv().getOrDefault("PATH", "").split(File.pathSeparator))
        .filter(folder -> !folder.isEmpty())
        .anyMatch(folder -> Files.isExecutable(Path.of(folder, name)));
  }

  /** The value of a key in the first line {@code key: value} or {@code key="value"}. */
  Optional<String> value(String file, String key) {
    Matcher line =
        Pattern.compile("(?m)^" + key + "\\s*[:=][ \\t]*\"?(.*?)\"?$")
            .matcher(text(file).orElse(""));
    return line.find() ? Optional.of(line.group(1).trim()) : Optional.empty();
  }

  private Optional<String> text(String file) {
    return text(root.resolve(file));
  }

  /** The trimmed text of a kernel's file; empty if the file has none or cannot be read. */
  static Optional<String> text(Path file) {
    try {
      // Tolerates invalid UTF-8: the kernel may cut a thread's name within a character.
      String text = new String(Files.readAllBytes(file), UTF_8).trim();
      return Optional.of(text).filter(t -> !t.isEmpty());
    } catch (IOException e) {
      return Optional.empty(); // no Linux, hidden, or the process has ended
    }
  }

  private static OperatingSystemMXBean jvm() {
    return ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
  }
}
