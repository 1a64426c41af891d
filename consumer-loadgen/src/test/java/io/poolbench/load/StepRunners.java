package io.poolbench.load;

import java.lang.ref.WeakReference;
import java.lang.reflect.Proxy;
import java.util.List;
import org.HdrHistogram.Histogram;

/** Runners of steps of a load without groups, whose parts nobody receives, and such loads. */
public final class StepRunners {
  private StepRunners() {}

  public static StepRunner of(Load load, NanoClock clock) {
    return of(load, clock, List.of());
  }

  public static StepRunner of(Load load, NanoClock clock, List<Long> limitsNanos) {
    return new StepRunner(load, clock, limitsNanos, List.of(), (level, part) -> {});
  }

  /** Records the intervals that a load gives, without keeping them. */
  public static Load recorded(Load load, List<WeakReference<Histogram>> taken) {
    return (Load)
        Proxy.newProxyInstance(
            Load.class.getClassLoader(),
            new Class<?>[] {Load.class},
            (self, method, arguments) -> {
              Object result = method.invoke(load, arguments);
              if (result instanceof Interval interval) {
                taken.add(new WeakReference<>(interval.response()));
              }
              return result;
            });
  }
}
