package io.poolbench.judge;

import io.poolbench.judge.CapacityEstimate.Basis;
import io.poolbench.judge.CellShares.Block;
import io.poolbench.judge.LevelShares.Cluster;
import io.poolbench.stats.Line;
import io.poolbench.stats.ShareInterval.Count;
import io.poolbench.stats.SignFlip;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The blocks that measured two cells of a paired study side by side, by one bound on a share.
 *
 * <p>The difference of a block is that of the log-odds of a call over the bound; that of a round
 * the sum over its blocks, each with a weight. Weights and the choice of levels are the same
 * whichever cell is which in any round, so that two equal cells can be exchanged in each round by
 * itself.
 */
final class PairedBlocks {
  /** A level is around the crossing as far as its odds are within this factor of the allowed. */
  private static final double NEAR = Math.log(10);

  /** So many levels next to the crossing are compared, however far they are from it. */
  private static final int LEVELS = 4;

  /** A share counts as at least this part of the allowed one: less is a matter of chance. */
  private static final double FLOOR = 1 / 20.0;

  /** The variance of a block's difference beyond its number of calls, in squared logits. */
  private static final double SCATTER = 1;

  /** A disturbance that is not the same for both cells by less than this chance. */
  private static final double UNEVEN = 0.001;

  /** Of the difference where the disturbance of both cells is the same, one-sided. */
  private static final double ADJUSTED = 0.05;

  private final double allowed;
  private final boolean ofTime;
  private final SortedMap<Integer, List<Pair>> byLevel = new TreeMap<>();

  /**
   * Both cells in one block.
   *
   * @param takenOne the share of time taken from the one cell, in percent; null where unknown
   */
  private record Pair(Cluster round, Count one, Count other, Double takenOne, Double takenOther) {
    /** Whether some of the calls were over the bound, and some were not. */
    boolean isInformative() {
      Count both = one.plus(other);
      return both.hits() > 0 && both.hits() < both.calls();
    }

    double weight() {
      return 1 / (SCATTER + variance(one) + variance(other));
    }

    private static double variance(Count count) {
      return 1 / (count.hits() + 0.5) + 1 / (count.calls() - count.hits() + 0.5);
    }

    /** Above 0 where the one cell has the smaller share (J. B. S. Haldane 1956, with a floor). */
    double difference(double floor) {
      return logOdds(other, floor) - logOdds(one, floor);
    }

    private static double logOdds(Count count, double floor) {
      double least = 0.5 + floor * count.calls();
      return Math.log((count.hits() + least) / (count.calls() - count.hits() + least));
    }

    boolean isCalm() {
      return !isTakenKnown() || CellShares.isCalm(Math.max(takenOne, takenOther));
    }

    boolean isTakenKnown() {
      return takenOne != null && takenOther != null;
    }

    /** By how much more was taken from the other cell, as a logarithm of percent. */
    double imbalance() {
      return Math.log1p(takenOther) - Math.log1p(takenOne);
    }
  }

  private PairedBlocks(double allowed, boolean ofTime) {
    this.allowed = allowed;
    this.ofTime = ofTime;
  }

  /**
   * The blocks of two cells by the bound that limits both together most; empty without any.
   *
   * <p>A share of users' time is compared only where there are calm blocks: a stop of the host adds
   * its whole length to that share of the cell that it hits, but only one late call of each user to
   * the share of calls.
   */
  static Optional<PairedBlocks> of(CellShares one, CellShares other) {
    return one.bounds().stream()
        .flatMap(bound -> Stream.ofNullable(of(one, other, bound)))
        .filter(blocks -> !blocks.ofTime || blocks.calm().isPresent())
        .min(Comparator.comparingDouble(PairedBlocks::crossing));
  }

  /** The blocks in which hardly any CPU time was taken; empty if there are too few of them. */
  private Optional<PairedBlocks> calm() {
    PairedBlocks calm = new PairedBlocks(allowed, ofTime);
    byLevel.forEach(
        (level, pairs) -> {
          List<Pair> left = pairs.stream().filter(Pair::isCalm).toList();
          if (left.size() >= CellShares.MIN_CLUSTERS) {
            calm.byLevel.put(level, left);
          }
        });
    return calm.byLevel.size() < 2 ? Optional.empty() : Optional.of(calm);
  }

  private static PairedBlocks of(CellShares one, CellShares other, ShareBound bound) {
    PairedBlocks blocks = new PairedBlocks(bound.maxShare(), bound.ofTime());
    Map<Block, Double> takenOne = one.taken();
    Map<Block, Double> takenOther = other.taken();
    Map<Integer, LevelShares> others =
        other.levels(bound, Basis.ROUNDS).stream()
            .collect(Collectors.toMap(LevelShares::level, level -> level));
    for (LevelShares level : one.levels(bound, Basis.ROUNDS)) {
      if (!others.containsKey(level.level())) {
        continue;
      }
      Map<Cluster, Count> rounds = others.get(level.level()).clusters();
      List<Pair> pairs = new ArrayList<>();
      level
          .clusters()
          .forEach(
              (round, count) -> {
                Block block = new Block(round, level.level());
                if (rounds.containsKey(round)) {
                  pairs.add(
                      new Pair(
                          round,
                          count,
                          rounds.get(round),
                          takenOne.get(block),
                          takenOther.get(block)));
                }
              });
      if (!pairs.isEmpty()) {
        blocks.byLevel.put(level.level(), bound.ofTime() ? pairs : ofUsualCalls(pairs));
      }
    }
    return blocks.byLevel.isEmpty() ? null : blocks;
  }

  /**
   * With at least as many calls as both cells had on average: of a slice that something stopped
   * only the calls in flight are known, all of them late, and their share says nothing of the pool.
   */
  private static List<Pair> ofUsualCalls(List<Pair> pairs) {
    long usual =
        Math.round(
            pairs.stream()
                .mapToDouble(pair -> pair.one().plus(pair.other()).calls() / 2.0)
                .average()
                .orElseThrow());
    return pairs.stream()
        .map(
            pair ->
                new Pair(
                    pair.round(),
                    atLeast(usual, pair.one()),
                    atLeast(usual, pair.other()),
                    pair.takenOne(),
                    pair.takenOther()))
        .toList();
  }

  private static Count atLeast(long calls, Count count) {
    return new Count(count.window(), count.hits(), Math.max(calls, count.calls()));
  }

  /** Of both cells together, in calm blocks where they are enough. */
  private double crossing() {
    return calm().orElse(this).crossingOfAll();
  }

  private double crossingOfAll() {
    return new ShareCurve(
            allowed,
            byLevel.entrySet().stream()
                .map(
                    level ->
                        new LevelShares(
                            level.getKey(),
                            level.getValue().stream()
                                .collect(
                                    Collectors.toMap(
                                        Pair::round, pair -> pair.one().plus(pair.other()))),
                            List.of()))
                .toList())
        .crossing();
  }

  /** The levels at which some calls are over the bound and some are not, rising. */
  SortedSet<Integer> informative() {
    return byLevel.entrySet().stream()
        .filter(level -> level.getValue().stream().anyMatch(Pair::isInformative))
        .map(Map.Entry::getKey)
        .collect(Collectors.toCollection(TreeSet::new));
  }

  /**
   * The informative levels around the crossing of either cell. Where the host makes calls late at
   * any load, the allowed share counts beyond that of the level with the smallest: at levels below
   * the cells do not differ.
   */
  SortedSet<Integer> aroundTheCrossing() {
    SortedSet<Integer> informative = informative();
    double least = informative.stream().mapToDouble(this::share).min().orElse(0);
    double target = LevelShares.logit(least + (1 - least) * allowed);
    List<Integer> nearest =
        informative.stream()
            .sorted(Comparator.comparingDouble(level -> distance(level, target)))
            .toList();
    SortedSet<Integer> levels = new TreeSet<>();
    for (int level : nearest) {
      if (levels.size() < LEVELS || distance(level, target) <= NEAR) {
        levels.add(level);
      }
    }
    return levels;
  }

  /** The share of both cells at a level, by their mean log-odds. */
  private double share(int level) {
    double logOdds =
        byLevel.get(level).stream()
            .mapToDouble(pair -> (logOdds(pair.one()) + logOdds(pair.other())) / 2)
            .average()
            .orElseThrow();
    return 1 / (1 + Math.exp(-logOdds));
  }

  /**
   * The distance of a share from those of a level, in log-odds; 0 where it is between the mean of
   * the smaller shares of each round and the mean of the larger.
   *
   * @param target the share's log-odds
   */
  private double distance(int level, double target) {
    double smaller = 0;
    double larger = 0;
    List<Pair> pairs = byLevel.get(level);
    for (Pair pair : pairs) {
      double one = logOdds(pair.one());
      double other = logOdds(pair.other());
      smaller += Math.min(one, other) / pairs.size();
      larger += Math.max(one, other) / pairs.size();
    }
    return Math.max(0, Math.max(smaller - target, target - larger));
  }

  private double logOdds(Count count) {
    return Pair.logOdds(count, floor());
  }

  private double floor() {
    return FLOOR * Math.min(allowed, 1 - allowed);
  }

  /** The rounds that measured both cells at some level. */
  int rounds() {
    return rounds(byLevel.keySet()).size();
  }

  private SortedMap<Cluster, List<Pair>> rounds(Collection<Integer> levels) {
    return levels.stream()
        .flatMap(level -> byLevel.get(level).stream())
        .collect(
            Collectors.groupingBy(
                Pair::round, () -> new TreeMap<>(Cluster.ORDER), Collectors.toList()));
  }

  /** The test of these levels, not corrected for others. */
  RoundsTest test(SortedSet<Integer> levels) {
    SortedMap<Cluster, List<Pair>> rounds = rounds(levels);
    double[] differences = rounds.values().stream().mapToDouble(this::difference).toArray();
    double weights = rounds.values().stream().flatMap(List::stream).mapToDouble(this::weight).sum();
    double sum = 0;
    double squares = 0;
    for (double difference : differences) {
      sum += difference;
      squares += difference * difference;
    }
    int count = differences.length;
    double variance = (squares - sum * sum / count) / (count - 1);
    double p = SignFlip.pValue(differences);
    return new RoundsTest(
        count,
        List.copyOf(levels),
        weights == 0 ? 0 : sum / weights,
        count > 1 && variance > 0 ? sum / Math.sqrt(count * variance) : 0,
        p,
        p,
        dependsOnHost(List.copyOf(rounds.values()), Math.signum(sum)));
  }

  private double weight(Pair pair) {
    return pair.isInformative() ? pair.weight() : 0;
  }

  private double difference(Collection<Pair> pairs) {
    return pairs.stream().mapToDouble(pair -> weight(pair) * pair.difference(floor())).sum();
  }

  private boolean dependsOnHost(List<List<Pair>> rounds, double sign) {
    List<Pair> known =
        rounds.stream()
            .flatMap(List::stream)
            .filter(Pair::isInformative)
            .filter(Pair::isTakenKnown)
            .toList();
    return !known.isEmpty() && (halvesDisagree(rounds, sign) || isUneven(known, sign));
  }

  /** Whether the sign is another in the calmer or in the more disturbed half of the rounds. */
  private boolean halvesDisagree(List<List<Pair>> rounds, double sign) {
    List<List<Pair>> calmFirst =
        rounds.stream().sorted(Comparator.comparingDouble(PairedBlocks::taken)).toList();
    if (taken(calmFirst.get(0)) == taken(calmFirst.get(calmFirst.size() - 1))) {
      return false;
    }
    int half = calmFirst.size() / 2;
    return sign * sum(calmFirst.subList(0, half)) <= 0
        || sign * sum(calmFirst.subList(half, calmFirst.size())) <= 0;
  }

  private double sum(List<List<Pair>> rounds) {
    return rounds.stream().mapToDouble(this::difference).sum();
  }

  private static double taken(List<Pair> round) {
    return round.stream()
        .filter(Pair::isTakenKnown)
        .mapToDouble(pair -> pair.takenOne() + pair.takenOther())
        .average()
        .orElse(0);
  }

  /**
   * Whether more was taken from the cell that comes out worse, so that this may be why: by a
   * permutation test of what was taken, or because no difference is left where as much was taken
   * from both (the value at 0 of the regression of differences on what was taken). A disturbance
   * that does not know the cells is as large for both on average, and the regression then costs
   * nearly nothing.
   */
  private boolean isUneven(List<Pair> blocks, double sign) {
    double[] imbalance = blocks.stream().mapToDouble(pair -> sign * pair.imbalance()).toArray();
    double[] weights = blocks.stream().mapToDouble(Pair::weight).toArray();
    double against = 0;
    for (int i = 0; i < imbalance.length; i++) {
      against += weights[i] * imbalance[i];
    }
    if (against <= 0) {
      return false;
    }
    double least = Math.max(UNEVEN, SignFlip.least(imbalance.length));
    if (SignFlip.pValue(imbalance) <= least || blocks.size() < 3) {
      return true;
    }
    double[] differences =
        blocks.stream()
            .mapToDouble(pair -> sign * difference(List.of(pair)) / pair.weight())
            .toArray();
    return Line.through(imbalance, differences, weights).pValueAbove() > ADJUSTED;
  }
}
