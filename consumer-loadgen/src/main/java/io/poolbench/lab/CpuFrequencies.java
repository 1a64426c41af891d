package io.poolbench.lab;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The frequency at which each CPU runs at one moment, where the host tells, as most virtual
 * machines do not.
 *
 * @param kiloHertz by the CPU's number; empty where the host does not tell
 * @see <a href="https://docs.kernel.org/admin-guide/pm/cpufreq.html">CPU performance scaling</a>
 */
record CpuFrequencies(Map<Integer, Long> kiloHertz) {
  private static final Path CPUS = Path.of("/sys/devices/system/cpu");
  private static final Pattern CPU = Pattern.compile("cpu(\\d+)");

  CpuFrequencies {
    kiloHertz = Map.copyOf(kiloHertz);
  }

  static CpuFrequencies read() {
    return read(CPUS);
  }

  static CpuFrequencies read(Path cpus) {
    Map<Integer, Long> kiloHertz = new HashMap<>();
    try (DirectoryStream<Path> folders = Files.newDirectoryStream(cpus, "cpu[0-9]*")) {
      for (Path folder : folders) {
        Matcher cpu = CPU.matcher(folder.getFileName().toString());
        Path file = folder.resolve("cpufreq").resolve("scaling_cur_freq");
        if (cpu.matches() && Files.isReadable(file)) {
          String text = Files.readString(file).trim();
          // The kernel may also answer <unknown>, and 0 for a CPU that is switched off.
          if (text.matches("[1-9]\\d*")) {
            kiloHertz.put(Integer.parseInt(cpu.group(1)), Long.parseLong(text));
          }
        }
      }
    } catch (IOException e) {
      return new CpuFrequencies(Map.of());
    }
    return new CpuFrequencies(kiloHertz);
  }

  /**
   * How far the mean frequency of some CPUs lies from that of an earlier reading: the higher over
   * the lower, in percent. The mean, as single CPUs that idle within a set leap without a meaning.
   *
   * @return null where the host does not tell
   */
  Double changePctSince(CpuFrequencies earlier, CpuList some) {
    OptionalDouble before = earlier.mean(some);
    OptionalDouble after = mean(some);
    if (before.isEmpty() || after.isEmpty()) {
      return null;
    }
    double low = Math.min(before.getAsDouble(), after.getAsDouble());
    double high = Math.max(before.getAsDouble(), after.getAsDouble());
    return 100 * (high / low - 1);
  }

  private OptionalDouble mean(CpuList some) {
    return some.cpus().stream().filter(kiloHertz::containsKey).mapToLong(kiloHertz::get).average();
  }
}
