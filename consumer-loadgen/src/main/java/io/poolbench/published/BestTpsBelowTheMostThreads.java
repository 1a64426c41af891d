package io.poolbench.published;

import io.poolbench.result.FigureText;
import io.poolbench.sla.CapacitySpread;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Finding 6: each pool at the most users that it was measured to serve within the SLA, which need
 * not be the published ones. The pools differ by a few percent there, so that their order is taken
 * as measured, without a band.
 *
 * <p>Where more users may be within the SLA than were measured, the pool's best TPS is at least
 * what it brought there. That decides wherever the answer is the same whatever more there is.
 */
record BestTpsBelowTheMostThreads() implements Finding {
  private static final List<Integer> THREADS = List.of(4, 8, 16, 20, 24, 25);
  private static final List<Integer> MIDDLE = List.of(16, 20);
  private static final int MOST = 25;

  @Override
  public int number() {
    return 6;
  }

  @Override
  public String text() {
    return "Fixed with a queue reaches its best TPS within the SLA with 16 to 20 threads, not with"
        + " the most.";
  }

  @Override
  public List<String> tables() {
    return List.of(Published.FIXED_QUEUE);
  }

  /**
   * What is known of a pool's best TPS within the SLA.
   *
   * @param look at the most users known to be within it; null where none was measured
   * @param maybeMore whether more users may be
   */
  private record Best(int threads, Look look, boolean maybeMore) {
    static Best of(int threads, Curve curve) {
      Optional<CapacitySpread> most = curve.mostUsers();
      Look look = most.map(CapacitySpread::median).map(curve::at).filter(Look::valid).orElse(null);
      return new Best(threads, look, look == null || most.orElseThrow().maybeMore());
    }

    double atLeast() {
      return look == null ? 0 : look.tps();
    }

    double atMost() {
      return maybeMore ? Double.POSITIVE_INFINITY : look.tps();
    }

    String text() {
      return threads
          + " threads "
          + (look == null
              ? "not measured"
              : (maybeMore ? "at least " : "")
                  + FigureText.measure(look.tps())
                  + " TPS at "
                  + look.load());
    }
  }

  @Override
  public List<Statement> statements(Evidence evidence) {
    List<Best> all =
        THREADS.stream()
            .map(threads -> Best.of(threads, evidence.curve(Published.FIXED_QUEUE, threads)))
            .toList();
    Predicate<Best> middle = best -> MIDDLE.contains(best.threads());
    Predicate<Best> most = best -> best.threads() == MOST;
    return List.of(
        exceed(
            "the best TPS within the SLA is that of 16 or 20 threads",
            all.stream().filter(middle).toList(),
            all.stream().filter(middle.negate()).toList(),
            evidence),
        exceed(
            "25 threads serve less",
            all.stream().filter(most.negate()).toList(),
            all.stream().filter(most).toList(),
            evidence));
  }

  /** That the best of some pools exceeds the best of the others. */
  private static Statement exceed(
      String text, List<Best> some, List<Best> others, Evidence evidence) {
    Best bestOfSome = highest(some);
    Best bestOfOthers = highest(others);
    String because =
        Stream.concat(some.stream(), others.stream())
            .sorted(Comparator.comparingInt(Best::threads))
            .map(Best::text)
            .collect(Collectors.joining(", "));
    boolean holds = others.stream().allMatch(best -> bestOfSome.atLeast() > best.atMost());
    boolean fails = some.stream().allMatch(best -> bestOfOthers.atLeast() >= best.atMost());
    if (!holds && !fails) {
      return Statement.undecided(
          text, "TPS at the most users within the SLA not measured of each pool: " + because);
    }
    Best winner = holds ? bestOfSome : bestOfOthers;
    return Statement.decided(
        text,
        holds,
        because,
        () -> winner.threads() + " threads, " + evidence.counters(winner.look()).line());
  }

  private static Best highest(List<Best> pools) {
    return pools.stream().max(Comparator.comparingDouble(Best::atLeast)).orElseThrow();
  }
}
