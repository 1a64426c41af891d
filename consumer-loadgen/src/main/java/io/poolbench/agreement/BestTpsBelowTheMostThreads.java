package io.poolbench.agreement;

import io.poolbench.result.FigureText;
import io.poolbench.sla.LoadSpread;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Finding 6: each pool at the most users that it was measured to serve within the SLA, which need
 * not be the published ones. The pools differ by a few percent there, so that their order is taken
 * as measured, without a band.
 */
record BestTpsBelowTheMostThreads() implements Finding {
  private static final List<Integer> THREADS = List.of(4, 8, 16, 20, 24, 25);
  private static final List<Integer> BEST = List.of(16, 20);
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

  @Override
  public List<Statement> statements(Evidence evidence) {
    Map<Integer, Look> looks = new TreeMap<>();
    List<String> lacks = new ArrayList<>();
    for (int threads : THREADS) {
      Curve curve = evidence.curve(Published.FIXED_QUEUE, threads);
      Optional<Look> most = mostUsers(curve);
      if (most.isPresent()) {
        looks.put(threads, most.get());
      } else {
        lacks.add(threads + " threads");
      }
    }
    String best = "the best TPS within the SLA is that of 16 or 20 threads";
    String notMost = "25 threads serve less";
    if (!lacks.isEmpty()) {
      String missing = "TPS at the most users within the SLA not measured: " + join(lacks);
      return List.of(Statement.undecided(best, missing), Statement.undecided(notMost, missing));
    }
    int winner =
        looks.entrySet().stream()
            .max(Comparator.comparingDouble(entry -> entry.getValue().tps()))
            .orElseThrow()
            .getKey();
    String because = text(looks);
    return List.of(
        Statement.decided(
            best, BEST.contains(winner), because, () -> line(winner, looks, evidence)),
        Statement.decided(
            notMost,
            looks.get(MOST).tps() < looks.get(winner).tps(),
            because,
            () -> line(winner, looks, evidence)));
  }

  /** Empty where it is not known, or may be more. */
  private static Optional<Look> mostUsers(Curve curve) {
    return curve
        .mostUsers()
        .filter(most -> !most.maybeMore())
        .map(LoadSpread::median)
        .map(curve::at)
        .filter(Look::valid);
  }

  private static String text(Map<Integer, Look> looks) {
    return join(
        looks.entrySet().stream()
            .map(
                entry ->
                    entry.getKey()
                        + " threads "
                        + FigureText.measure(entry.getValue().tps())
                        + " TPS at "
                        + entry.getValue().load())
            .toList());
  }

  private static String line(int winner, Map<Integer, Look> looks, Evidence evidence) {
    return winner + " threads, " + evidence.counters(looks.get(winner)).line();
  }

  private static String join(List<String> texts) {
    return texts.stream().collect(Collectors.joining(", "));
  }
}
