package io.poolbench.result;

import io.poolbench.result.StepResult.Pacing;
import io.poolbench.result.StepResult.Pending;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

/**
 * The calls of one load generator in a measured window, and the resource use of its process and
 * host.
 *
 * @param level its share of the step's level
 * @param seconds the window's length by its own clock
 * @param lost whether the generator ended during the window; the other values are then unknown
 * @param lagTp99Millis as {@link Pacing#lagTp99Millis}
 * @param busyUsers as {@link Pending#busyUsers}; null if the load has groups
 */
public record GeneratorUse(
    String generator,
    int level,
    double seconds,
    boolean lost,
    Calls calls,
    Latency latency,
    Double lagTp99Millis,
    Double busyUsers,
    Figures figures) {
  public GeneratorUse {
    Objects.requireNonNull(generator, "generator");
    Objects.requireNonNull(calls, "calls");
    Objects.requireNonNull(latency, "latency");
    Objects.requireNonNull(figures, "figures");
  }

  public static GeneratorUse lost(String generator) {
    return new GeneratorUse(
        generator,
        0,
        0,
        true,
        new Calls(0, 0, 0, 0, 0),
        Latency.UNKNOWN,
        null,
        null,
        Figures.UNKNOWN);
  }

  /** Returns this use with the address by which the coordinator knows the generator. */
  public GeneratorUse of(String address) {
    return new GeneratorUse(
        address, level, seconds, lost, calls, latency, lagTp99Millis, busyUsers, figures);
  }

  /** The driver's figures of several load generators together, without lost ones. */
  public static Figures across(List<GeneratorUse> generators) {
    List<GeneratorUse> measured = generators.stream().filter(each -> !each.lost).toList();
    Figures across = Figures.UNKNOWN;
    for (Metric metric : Metric.values()) {
      across = across.with(metric, metric.across(measured));
    }
    return across;
  }

  static Double max(List<GeneratorUse> generators, Metric metric) {
    return known(generators, metric).max(Comparator.naturalOrder()).orElse(null);
  }

  static Double sum(List<GeneratorUse> generators, Metric metric) {
    return known(generators, metric).reduce(Double::sum).orElse(null);
  }

  private static Stream<Double> known(List<GeneratorUse> generators, Metric metric) {
    return generators.stream().map(each -> each.figures.of(metric)).filter(Objects::nonNull);
  }

  /** The mean over all calls; null if a generator with calls does not know its value. */
  static Double perCall(List<GeneratorUse> generators, Metric metric) {
    List<GeneratorUse> called = generators.stream().filter(use -> use.calls.total() > 0).toList();
    if (called.isEmpty() || known(called, metric).count() < called.size()) {
      return null;
    }
    double sum =
        called.stream().mapToDouble(use -> use.figures.of(metric) * use.calls.total()).sum();
    return sum / called.stream().mapToLong(use -> use.calls.total()).sum();
  }
}
