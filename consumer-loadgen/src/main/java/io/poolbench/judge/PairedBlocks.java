package io.poolbench.judge;

import io.poolbench.judge.CapacityEstimate.Basis;
import io.poolbench.judge.CellShares.Block;
import io.poolbench.judge.LevelShares.Cluster;
import io.poolbench.judge.RoundDifference.Pair;
import io.poolbench.stats.ShareInterval.Count;
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
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The blocks that measured two cells of a paired study side by side, by one bound on a share.
 *
 * <p>The difference of a block is the other cell's log-odds of a call over the bound minus the one
 * cell's. The difference of a round is the weighted sum over its blocks. Weights and the choice of
 * levels do not depend on which cell is which in a round, so equal cells can be exchanged round by
 * round.
 */
final class PairedBlocks {
  /** Maximum distance, in log-odds, of a level around the crossing from the allowed share. */
  private static final double NEAR = Math.log(10);

  /** The number of levels next to the crossing that are compared at any distance from it. */
  private static final int LEVELS = 4;

  /** The least share, as a part of the allowed one: smaller shares are a matter of chance. */
  private static final double FLOOR = 1 / 20.0;

  private final double allowed;
  private final boolean ofTime;
  private final SortedMap<Integer, List<Pair>> byLevel = new TreeMap<>();

  private PairedBlocks(double allowed, boolean ofTime) {
    this.allowed = allowed;
    this.ofTime = ofTime;
  }

  /**
   * The blocks of two cells by the bound that limits both together most; empty without any.
   *
   * <p>A share of users' time is compared only if there are calm blocks: a stop of the host adds
   * its whole length to that share in the cell that it hits, but only one late call per user to the
   * share of calls.
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
    double floor = FLOOR * Math.min(bound.maxShare(), 1 - bound.maxShare());
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
                          takenOther.get(block),
                          floor));
                }
              });
      if (!pairs.isEmpty()) {
        blocks.byLevel.put(level.level(), bound.ofTime() ? pairs : ofUsualCalls(pairs));
      }
    }
    return blocks.byLevel.isEmpty() ? null : blocks;
  }

  /**
   * Raises each number of calls to at least the mean over both cells and all rounds. If something
   * stopped a slice, only the calls in flight are known, all of them late: their share says nothing
   * about the pool.
   */
  private static List<Pair> ofUsualCalls(List<Pair> pairs) {
    double usual =
        pairs.stream()
            .mapToDouble(pair -> pair.one().plus(pair.other()).calls() / 2)
            .average()
            .orElseThrow();
    return pairs.stream().map(pair -> pair.ofAtLeast(usual)).toList();
  }

  /** The crossing of both cells together, by the calm blocks if there are enough of them. */
  private double crossing() {
    return calm().orElse(this).crossing(pair -> pair.one().plus(pair.other()));
  }

  /**
   * Compares the loads at which the cells cross the allowed share in calm blocks: below 0 if the
   * one cell's is lower; empty if there are too few such blocks.
   */
  Optional<Integer> compareCrossings() {
    return calm().map(calm -> Double.compare(calm.crossing(Pair::one), calm.crossing(Pair::other)));
  }

  private double crossing(Function<Pair, Count> of) {
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
                                        Pair::round, pair -> List.of(of.apply(pair))))))
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
   * The informative levels around the crossing of either cell. If the host makes calls late at any
   * load, the allowed share counts from the smallest share of any level, because at levels below
   * that the cells do not differ.
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
            .mapToDouble(pair -> (pair.logOddsOfOne() + pair.logOddsOfOther()) / 2)
            .average()
            .orElseThrow();
    return 1 / (1 + Math.exp(-logOdds));
  }

  /**
   * The distance of a share from the shares of a level, in log-odds; 0 between the mean of the
   * smaller share of each round and the mean of the larger share.
   *
   * @param target the share's log-odds
   */
  private double distance(int level, double target) {
    double smaller = 0;
    double larger = 0;
    List<Pair> pairs = byLevel.get(level);
    for (Pair pair : pairs) {
      double one = pair.logOddsOfOne();
      double other = pair.logOddsOfOther();
      smaller += Math.min(one, other) / pairs.size();
      larger += Math.max(one, other) / pairs.size();
    }
    return Math.max(0, Math.max(smaller - target, target - larger));
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

  /** The test at these levels, not corrected for other tests. */
  RoundDifference test(SortedSet<Integer> levels) {
    return RoundDifference.of(levels, rounds(levels).values());
  }
}
