package io.poolbench.result;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;

/**
 * The driver's resource use in the measured window; a value is null if unknown.
 *
 * @param cpuPct CPU time, in percent of the CPUs that the driver may use
 * @param busiestThreadPct CPU time of the busiest thread, in percent of one CPU; an event loop
 *     thread can be saturated while the mean CPU use is low
 * @param jitPct time of the JIT compiler, in percent of one CPU
 * @param allocBytesPerCall heap allocated per call
 * @param runQueueWaitMicros mean time that a thread waits for a CPU, per wait
 * @param gcPauseMillis total pause time of garbage collections
 * @param reconnects connections that replaced a lost or closed one; null if the client does not
 *     count them
 * @param generators the use of each load generator in each of the step's windows; empty without
 *     generators. With generators, values per call are means over all of their calls, {@code
 *     gcCount} and {@code reconnects} are sums, and the other components are maxima
 */
public record DriverUse(
    Double cpuPct,
    Double busiestThreadPct,
    Double jitPct,
    Double cpuMicrosPerCall,
    Double allocBytesPerCall,
    ContextSwitches switches,
    Double runQueueWaitMicros,
    Long gcCount,
    Double gcPauseMillis,
    Long reconnects,
    @JsonInclude(JsonInclude.Include.NON_EMPTY) List<GeneratorUse> generators) {
  public static final DriverUse UNKNOWN =
      new DriverUse(
          null, null, null, null, null, ContextSwitches.UNKNOWN, null, null, null, null, List.of());

  public DriverUse {
    Objects.requireNonNull(switches, "switches");
    generators = generators == null ? List.of() : List.copyOf(generators);
  }

  /** Combines the use of several load generators; lost ones are ignored. */
  public static DriverUse across(List<GeneratorUse> generators) {
    List<GeneratorUse> measured = generators.stream().filter(each -> !each.lost()).toList();
    return new DriverUse(
        most(measured, DriverUse::cpuPct),
        most(measured, DriverUse::busiestThreadPct),
        most(measured, DriverUse::jitPct),
        perCall(measured, DriverUse::cpuMicrosPerCall),
        perCall(measured, DriverUse::allocBytesPerCall),
        new ContextSwitches(
            perCall(measured, use -> use.switches.voluntaryPerCall()),
            perCall(measured, use -> use.switches.involuntaryPerCall())),
        most(measured, DriverUse::runQueueWaitMicros),
        sum(measured, DriverUse::gcCount),
        most(measured, DriverUse::gcPauseMillis),
        sum(measured, DriverUse::reconnects),
        generators);
  }

  private static Double most(List<GeneratorUse> generators, Function<DriverUse, Double> figure) {
    return generators.stream()
        .map(each -> figure.apply(each.driver()))
        .filter(Objects::nonNull)
        .max(Comparator.naturalOrder())
        .orElse(null);
  }

  private static Long sum(List<GeneratorUse> generators, Function<DriverUse, Long> count) {
    return generators.stream()
        .map(each -> count.apply(each.driver()))
        .filter(Objects::nonNull)
        .reduce(Long::sum)
        .orElse(null);
  }

  /** The mean over all calls; null if a generator with calls does not know its value. */
  private static Double perCall(List<GeneratorUse> generators, Function<DriverUse, Double> figure) {
    double sum = 0;
    long calls = 0;
    for (GeneratorUse each : generators) {
      Double own = figure.apply(each.driver());
      if (each.calls().total() > 0) {
        if (own == null) {
          return null;
        }
        sum += own * each.calls().total();
        calls += each.calls().total();
      }
    }
    return calls == 0 ? null : (Double) (sum / calls);
  }
}
