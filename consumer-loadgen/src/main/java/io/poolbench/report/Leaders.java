package io.poolbench.report;

import io.poolbench.judge.CapacityEstimate;
import io.poolbench.judge.EstimatedCell;
import io.poolbench.judge.Ranking;
import io.poolbench.report.format.Tone;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The cells whose levels have one unit, by what their rankings show. A cell leads if it was
 * compared and no other one is shown to beat it; of two leaders none is shown to carry more.
 *
 * @param pools the estimates, highest first
 */
record Leaders(List<EstimatedCell> pools, List<Ranking> rankings) {
  Leaders {
    pools = pools.stream().sorted(HIGHEST_FIRST).toList();
    rankings = List.copyOf(rankings);
  }

  private static final Comparator<EstimatedCell> HIGHEST_FIRST =
      Comparator.comparingDouble((EstimatedCell pool) -> -order(pool));

  /** By the number that is read of the estimate; without one by the highest level that passed. */
  private static double order(EstimatedCell pool) {
    double passed = pool.passedLevel().passing().map(level -> (double) level.at()).orElse(-1.0);
    return pool.asItWas()
        .map(known -> known.isKnown() ? Math.max(-1, Math.min(estimateOrEnd(known), 1e12)) : -1.0)
        .orElse(passed);
  }

  private static double estimateOrEnd(CapacityEstimate known) {
    return Stream.of(known.isBounded() ? known.load() : known.lower(), known.upper())
        .filter(Double::isFinite)
        .findFirst()
        .orElse(known.load());
  }

  String unit() {
    return pools.get(0).unit();
  }

  List<EstimatedCell> leading() {
    return pools.stream().filter(pool -> !isBeaten(pool) && isCompared(pool)).toList();
  }

  private boolean isCompared(EstimatedCell pool) {
    return rankings.stream().anyMatch(pair -> pair.isAbout(pool) && pair.answer().isOfBoth());
  }

  /** The cells that were measured, and of which no pair is decided. */
  List<EstimatedCell> uncompared() {
    return pools.stream()
        .filter(EstimatedCell::isMeasured)
        .filter(pool -> !isCompared(pool))
        .toList();
  }

  List<EstimatedCell> beaten() {
    return pools.stream().filter(this::isBeaten).toList();
  }

  private boolean isBeaten(EstimatedCell pool) {
    return rankings.stream()
        .anyMatch(pair -> pair.carriesMore().map(pair::otherThan).filter(pool::equals).isPresent());
  }

  /** Whether a pool is shown to carry more than another one, be it at some loads only. */
  boolean anyShown() {
    return rankings.stream().anyMatch(Ranking::isOfLoads);
  }

  /** The losers of each cell that is shown to carry more than others. */
  Map<EstimatedCell, List<EstimatedCell>> losers() {
    Map<EstimatedCell, List<EstimatedCell>> losers = new LinkedHashMap<>();
    for (EstimatedCell pool : pools) {
      Set<EstimatedCell> worse =
          rankings.stream()
              .filter(pair -> pair.carriesMore().filter(pool::equals).isPresent())
              .map(pair -> pair.otherThan(pool))
              .collect(Collectors.toSet());
      if (!worse.isEmpty()) {
        losers.put(pool, pools.stream().filter(worse::contains).toList());
      }
    }
    return losers;
  }

  /** Such as {@code fixed 16 is shown better than fixed 4 (11) and cached (21)}. */
  List<String> shownBetter() {
    return losers().entrySet().stream()
        .map(
            pair ->
                "%s is shown better than %s."
                    .formatted(pair.getKey().name(), briefly(pair.getValue())))
        .toList();
  }

  /** Such as {@code fixed 4 (11) and cached (21)}. */
  static String briefly(List<EstimatedCell> pools) {
    return enumerated(pools.stream().map(pool -> pool.name() + " (" + pool.brief() + ")").toList());
  }

  Tone tone(EstimatedCell pool) {
    if (rankings.isEmpty() || !anyShown()) {
      return pools.size() == 1 || !pool.isMeasured() ? Tone.PLAIN : Tone.OPEN;
    }
    if (isBeaten(pool)) {
      return Tone.BAD;
    }
    return isCompared(pool) ? leading().size() == 1 ? Tone.GOOD : Tone.OPEN : Tone.PLAIN;
  }

  /** {@code a}, {@code a and b}, {@code a, b and c}. */
  static String enumerated(List<String> names) {
    int last = names.size() - 1;
    return last < 1
        ? String.join("", names)
        : String.join(", ", names.subList(0, last)) + " and " + names.get(last);
  }
}
