package io.poolbench.report;

import io.poolbench.report.PoolRanking.Outcome;
import io.poolbench.report.format.Tone;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * The cells whose levels have one unit, by what their rankings show. A cell leads if no other one
 * is shown to beat it; of two leaders no difference is shown.
 *
 * @param pools the estimates, highest first
 */
record Leaders(List<MeasuredPool> pools, List<PoolRanking> rankings) {
  Leaders {
    pools = pools.stream().sorted(HIGHEST_FIRST).toList();
    rankings = List.copyOf(rankings);
  }

  private static final Comparator<MeasuredPool> HIGHEST_FIRST =
      Comparator.comparingDouble((MeasuredPool pool) -> -order(pool));

  /** By the estimate; an unknown one by the highest level that passed. */
  private static double order(MeasuredPool pool) {
    double passed = pool.highestPassed().map(level -> (double) level.level()).orElse(-1.0);
    return pool.estimate() == null ? passed : Math.max(-1, Math.min(pool.estimate().load(), 1e12));
  }

  String unit() {
    return pools.get(0).unit();
  }

  List<MeasuredPool> leading() {
    return pools.stream().filter(pool -> !isBeaten(pool) && pool.isMeasured()).toList();
  }

  List<MeasuredPool> beaten() {
    return pools.stream().filter(this::isBeaten).toList();
  }

  private boolean isBeaten(MeasuredPool pool) {
    return rankings.stream().anyMatch(pair -> pair.loser().filter(pool.name()::equals).isPresent());
  }

  /** Whether a pool is shown to carry more than another one, be it at some loads only. */
  boolean anyShown() {
    return rankings.stream()
        .anyMatch(pair -> pair.winner() != null || pair.outcome() == Outcome.CROSSING);
  }

  /** The losers of each cell that is shown to carry more than others. */
  Map<MeasuredPool, List<MeasuredPool>> losers() {
    Map<MeasuredPool, List<MeasuredPool>> losers = new LinkedHashMap<>();
    for (MeasuredPool pool : pools) {
      List<MeasuredPool> worse =
          pools.stream()
              .filter(
                  other ->
                      rankings.stream()
                          .anyMatch(
                              pair ->
                                  pool.name().equals(pair.winner())
                                      && pair.loser().filter(other.name()::equals).isPresent()))
              .toList();
      if (!worse.isEmpty()) {
        losers.put(pool, worse);
      }
    }
    return losers;
  }

  /** Such as {@code fixed 16 is shown better than fixed 4 (11) and cached (21)}. */
  List<String> shownBetter() {
    List<String> sentences = new ArrayList<>();
    losers()
        .forEach(
            (pool, worse) ->
                sentences.add(
                    pool.name()
                        + " is shown better than "
                        + enumerated(worse.stream().map(Leaders::briefly).toList())
                        + "."));
    return sentences;
  }

  /** Such as {@code fixed 4 (11)}. */
  static String briefly(MeasuredPool pool) {
    return pool.name() + " (" + pool.brief() + ")";
  }

  Tone tone(MeasuredPool pool) {
    if (rankings.isEmpty() || !anyShown()) {
      return pools.size() == 1 || !pool.isMeasured() ? Tone.PLAIN : Tone.OPEN;
    }
    return isBeaten(pool) ? Tone.BAD : leading().size() == 1 ? Tone.GOOD : Tone.OPEN;
  }

  /** {@code a}, {@code a and b}, {@code a, b and c}. */
  static String enumerated(List<String> names) {
    int last = names.size() - 1;
    return last < 1
        ? String.join("", names)
        : names.subList(0, last).stream().collect(Collectors.joining(", "))
            + " and "
            + names.get(last);
  }
}
