package io.poolbench.lab;

import java.util.Map;
import java.util.OptionalDouble;

/**
 * A snapshot of CPU frequencies.
 *
 * @param kiloHertz by CPU number; most virtual machines report none
 * @see <a href="https://docs.kernel.org/admin-guide/pm/cpufreq.html">CPU performance scaling</a>
 */
record CpuFrequencies(Map<Integer, Long> kiloHertz) {
  CpuFrequencies {
    kiloHertz = Map.copyOf(kiloHertz);
  }

  /**
   * The change of the mean frequency of some CPUs since an earlier reading, {@code 100 * (higher /
   * lower - 1)} percent; null if unknown. The mean is used because the frequency of a single idle
   * CPU changes at random.
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
