package io.poolbench.observe;

import io.poolbench.journal.PoolSetup;
import io.poolbench.journal.ProgramSamples;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;

/**
 * What was found of a pool.
 *
 * @param heldSeconds the longest time for which a thread was seen to run the same task
 */
public record PoolFinding(
    PoolSetup setup,
    BusyThreads busy,
    CallRate rate,
    HoldTime hold,
    NeededThreads needed,
    FoundLimit limit,
    long heldSeconds) {
  static final Comparator<PoolFinding> MOST_IMPORTANT_FIRST =
      Comparator.comparing((PoolFinding found) -> !found.setup.serves())
          .thenComparing(found -> -found.busy.average().threads());

  public PoolFinding {
    Objects.requireNonNull(setup, "setup");
    Objects.requireNonNull(busy, "busy");
    Objects.requireNonNull(rate, "rate");
    Objects.requireNonNull(hold, "hold");
    Objects.requireNonNull(needed, "needed");
    Objects.requireNonNull(limit, "limit");
  }

  static PoolFinding of(PoolSetup setup, List<TimedPoolSecond> uses, List<ProgramSamples> seconds) {
    BusyThreads busy = BusyThreads.of(setup, uses);
    CallRate rate = CallRate.of(setup, uses);
    HoldTime hold = HoldTime.of(setup, uses);
    FoundLimit limit = FoundLimit.of(busy, hold, seconds);
    return new PoolFinding(
        setup,
        busy,
        rate,
        hold,
        NeededThreads.of(setup, busy, rate, hold, limit, uses),
        limit,
        uses.stream().mapToLong(use -> use.use().heldSeconds()).max().orElse(0));
  }
}
