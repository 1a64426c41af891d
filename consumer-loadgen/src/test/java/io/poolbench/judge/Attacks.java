package io.poolbench.judge;

import static io.poolbench.judge.SimulatedBlocks.cliff;
import static io.poolbench.judge.SimulatedBlocks.logistic;
import static io.poolbench.judge.SimulatedConditions.carryOver;
import static io.poolbench.judge.SimulatedConditions.correlated;
import static io.poolbench.judge.SimulatedConditions.heavyTails;
import static io.poolbench.judge.SimulatedConditions.hog;
import static io.poolbench.judge.SimulatedConditions.lost;
import static io.poolbench.judge.SimulatedConditions.noise;
import static io.poolbench.judge.SimulatedConditions.noiseOf;
import static io.poolbench.judge.SimulatedConditions.trend;

import io.poolbench.journal.Key;
import io.poolbench.journal.SampleSlices;
import io.poolbench.journal.Slice;
import io.poolbench.judge.Attack.Count;
import io.poolbench.study.Study;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.function.DoubleUnaryOperator;
import java.util.function.Predicate;

/** All attacks on answers. */
final class Attacks {
  private static final List<Integer> LEVELS = List.of(8, 12, 16, 24, 32);
  private static final DoubleUnaryOperator MIDDLE = logistic(15, 0.3);
  private static final long CALLS = 2_000;
  private static final SimulatedConditions QUIET = noise(0.5, 0.4);

  private Attacks() {}

  static List<Attack> all() {
    List<Attack> attacks = new ArrayList<>();
    attacks.addAll(equalPools());
    attacks.addAll(equalCapacities());
    attacks.addAll(trueDifferences());
    attacks.addAll(wholeRuns());
    attacks.addAll(repetitions());
    attacks.addAll(stages());
    attacks.addAll(CapacityAttacks.violatedSlas());
    attacks.addAll(CapacityAttacks.capacities());
    return attacks;
  }

  private static SimulatedBlocks rounds(int rounds, SimulatedConditions... conditions) {
    return new SimulatedBlocks(LEVELS, rounds, CALLS, List.of(conditions));
  }

  /** Any answer with a direction is wrong. */
  private static Attack equal(String name, SimulatedBlocks blocks, int cells, int providers) {
    List<DoubleUnaryOperator> curves = Collections.nCopies(cells, MIDDLE);
    return ranked(
        name,
        Count.SHOWN,
        blocks,
        providers,
        curves,
        each ->
            each.answer().isShown() && !each.caveats().contains(Ranking.Caveat.OF_THESE_MINUTES));
  }

  private static Attack ranked(
      String name,
      Count count,
      SimulatedBlocks blocks,
      int providers,
      List<DoubleUnaryOperator> curves,
      Predicate<Ranking> wrong) {
    Study study = blocks.study(curves.size());
    return new Attack(
        name,
        count,
        random ->
            rankings(blocks.run(random, study, curves, providers)).stream().anyMatch(wrong)
                ? 1.0
                : 0);
  }

  /** Without the capacities by themselves, on which no ranking depends. */
  private static List<Ranking> rankings(JudgedStudy study) {
    return Rankings.of(
        study.cells().stream()
            .map(cell -> new EstimatedCell(cell, Optional.empty(), Optional.empty()))
            .toList(),
        study);
  }

  private static List<Attack> equalPools() {
    List<Attack> attacks = new ArrayList<>();
    for (int rounds : new int[] {7, 10, 30}) {
      attacks.add(equal("2 equal pools, " + rounds + " rounds", rounds(rounds, QUIET), 2, 1));
    }
    attacks.add(equal("3 equal pools, noise 0.8, 10 rounds", rounds(10, noise(0.5, 0.8)), 3, 1));
    attacks.add(equal("6 equal pools, 30 rounds", rounds(30, QUIET), 6, 1));
    attacks.add(equal("60 % of the blocks lost, 30 rounds", rounds(30, QUIET, lost(0.6)), 2, 1));
    attacks.add(equal("heavy tails, 10 rounds", rounds(10, heavyTails(0.4)), 2, 1));
    attacks.add(
        equal(
            "all slow down by a factor of e, 20 rounds",
            rounds(20, QUIET, trend(-1, 1, 20)),
            2,
            1));
    attacks.addAll(instances());
    for (int rounds : new int[] {10, 30}) {
      for (int cells : new int[] {2, 3}) {
        attacks.add(
            equal(
                "carry-over of 0.6, %d pools, %d rounds".formatted(cells, rounds),
                rounds(rounds, noise(0.2, 0.3), carryOver(0.6)),
                cells,
                1));
      }
    }
    for (double correlation : new double[] {0.5, 0.9}) {
      Attack attack =
          equal(
              "rounds of each pool correlate by %.1f, 20 rounds".formatted(correlation),
              rounds(20, noise(0.2, 0.1), correlated(correlation, 0.4, /* ofEach= */ true)),
              2,
              1);
      attacks.add(
          correlation > 0.5
              ? attack.failing(Count.SHOWN, 0.12, "20 rounds do not always show the correlation")
              : attack);
    }
    attacks.add(
        equal("half a CPU taken from one pool, 8 rounds", rounds(8, QUIET, hog(0, 1, 0.5)), 2, 1));
    attacks.add(
        equal(
            "a twentieth of a CPU taken from one pool, 8 rounds",
            rounds(8, QUIET, hog(0, 1, 0.05)),
            2,
            1));
    attacks.add(
        equal(
            "half a CPU taken from 40 % of one pool's slices, 12 rounds",
            rounds(12, QUIET, hog(0, 0.4, 0.5)), 2, 1));
    attacks.add(
        equal(
            "half a CPU taken from 30 % of all slices, 10 rounds",
            rounds(10, QUIET, hog(-1, 0.3, 0.5)), 2, 1));
    return attacks;
  }

  /** A provider adds something to each pool in it, of a standard deviation. */
  private static List<Attack> instances() {
    List<Attack> attacks = new ArrayList<>();
    for (double deviation : new double[] {0.1, 0.2}) {
      for (int rounds : new int[] {10, 30}) {
        Attack attack =
            equal(
                "a provider adds %.1f, %d rounds".formatted(deviation, rounds),
                rounds(rounds, QUIET, SimulatedConditions.instances(deviation)),
                2,
                1);
        attacks.add(
            deviation > Samples.BETWEEN_POOLS
                ? attack.failing(Count.SHOWN, 0.15, "twice what was measured at most")
                : attack);
      }
    }
    attacks.add(
        equal(
            "each of 4 providers adds 0.2, 8 rounds each",
            rounds(8, QUIET, SimulatedConditions.instances(0.2)),
            2,
            4));
    return attacks;
  }

  /** Curves that differ, although no pool carries more. */
  private static List<Attack> equalCapacities() {
    Predicate<Ranking> more = each -> each.carriesMore().isPresent();
    List<Attack> attacks = new ArrayList<>();
    for (int rounds : new int[] {10, 30}) {
      attacks.add(
          ranked(
              "same cliff, 0.2 and 0.4 %% late below, %d rounds".formatted(rounds),
              Count.SHOWN,
              rounds(rounds, noise(0.3, 0.2)),
              1,
              List.of(cliff(24, 0.002, 0.3), cliff(24, 0.004, 0.3)),
              more));
      attacks.add(
          ranked(
              "steep and flat, both 20, %d rounds".formatted(rounds),
              Count.SHOWN,
              rounds(rounds, noise(0.3, 0.3)),
              1,
              List.of(logistic(20, 0.6), logistic(20, 0.12)),
              more));
      attacks.add(
          ranked(
              "steep carries 21, flat 20: reversed, %d rounds".formatted(rounds),
              Count.SHOWN,
              rounds(rounds, noise(0.3, 0.3)),
              1,
              List.of(logistic(21, 0.6), logistic(20, 0.12)),
              each -> each.carriesMore().filter(cell -> cell.name().equals("b")).isPresent()));
      attacks.add(
          ranked(
              "one is noisier, same share of all calls, %d rounds".formatted(rounds),
              Count.SHOWN,
              rounds(rounds, noise(0.3, 0.1), noiseOf(1, 1)),
              1,
              List.of(logistic(18, 0.3), level -> logistic(18, 0.3).applyAsDouble(level) - 0.5),
              more));
    }
    return attacks;
  }

  /** A difference that is to be shown in nearly all runs. */
  private static List<Attack> trueDifferences() {
    Predicate<Ranking> hidden =
        each -> each.carriesMore().filter(cell -> cell.name().equals("b")).isEmpty();
    List<DoubleUnaryOperator> curves = List.of(logistic(10, 0.3), logistic(16, 0.3));
    List<Attack> attacks = new ArrayList<>();
    for (int rounds : new int[] {8, 20}) {
      for (double taken : new double[] {0, 0.05, 0.3}) {
        Attack attack =
            ranked(
                "10 and 16 users, half a CPU taken from %.0f %% of the slices, %d rounds"
                    .formatted(100 * taken, rounds),
                Count.NOT_SHOWN,
                rounds(rounds, QUIET, hog(-1, taken, 0.5)),
                1,
                curves,
                hidden);
        attacks.add(
            rounds < 10
                ? attack.failing(Count.NOT_SHOWN, taken > 0.1 ? 0.15 : 0.06, "8 rounds are few")
                : attack);
      }
    }
    return attacks;
  }

  /** Runs of three pools by the planner, of which two are equal and carry more. */
  private static List<Attack> wholeRuns() {
    List<Attack> attacks = new ArrayList<>();
    for (double taken : new double[] {0, 0.35}) {
      SimulatedBlocks blocks =
          new SimulatedBlocks(
              List.of(8, 12, 16, 24, 32, 48, 64),
              9,
              CALLS,
              List.of(QUIET, lost(0.1), hog(-1, taken, 0.5)));
      List<DoubleUnaryOperator> curves =
          List.of(logistic(13, 0.3), logistic(34, 0.15), logistic(34, 0.15));
      Study study = blocks.study(3);
      attacks.add(
          new Attack(
              "quick by the planner, half a CPU taken from %.0f %% of the slices"
                  .formatted(100 * taken),
              List.of(Count.SHOWN, Count.NOT_SHOWN),
              random -> wrong(rankings(blocks.planned(random, study, curves))),
              Map.of()));
    }
    return attacks;
  }

  /** Whether the two last pools are told apart, and the share of the others that are not. */
  private static double[] wrong(List<Ranking> rankings) {
    long shown =
        rankings.subList(0, 2).stream()
            .filter(pair -> pair.carriesMore().filter(pair.other()::equals).isPresent())
            .count();
    return new double[] {rankings.get(2).answer().isShown() ? 1 : 0, 1 - shown / 2.0};
  }

  /** Pools that are measured step by step, each repetition in a provider of its own. */
  private static List<Attack> repetitions() {
    List<Attack> attacks = new ArrayList<>();
    for (int repetitions : new int[] {2, 3, 5}) {
      String providers = " users, %d providers each add 0.3".formatted(repetitions);
      attacks.add(
          new Attack(
              "step by step, 12 and 12" + providers,
              Count.SHOWN,
              random -> steps(random, repetitions, 12, 12).answer().isShown() ? 1.0 : 0));
      Attack different =
          new Attack(
              "step by step, 8 and 16" + providers,
              Count.NOT_SHOWN,
              random -> steps(random, repetitions, 8, 16).carriesMore().isPresent() ? 0.0 : 1);
      attacks.add(
          repetitions < 3
              ? different.failing(Count.NOT_SHOWN, 0.95, "2 repetitions are few")
              : different);
    }
    return attacks;
  }

  private static Ranking steps(Random random, int repetitions, double... capacities) {
    Study study = Studies.pools(capacities.length, repetitions, "users: '4, 8, 12, 16, 24'");
    Map<String, Double> effects = new HashMap<>();
    JudgedStudy judged =
        SimulatedRun.judged(
            study,
            random,
            visit -> {
              double ofProvider =
                  effects.computeIfAbsent(
                      visit.cell() + visit.repetition(), any -> 0.3 * random.nextGaussian());
              return logistic(capacities[visit.cell().charAt(0) - 'a'], 0.4)
                      .applyAsDouble(visit.level())
                  + ofProvider;
            });
    return Rankings.of(judged).get(0);
  }

  /** As {@code size} compares: of some equal pools the one that looks best is measured again. */
  private static List<Attack> stages() {
    List<Attack> attacks = new ArrayList<>();
    for (double deviation : new double[] {0, Samples.BETWEEN_POOLS}) {
      for (int cells : new int[] {3, 5}) {
        SimulatedBlocks blocks = rounds(8, QUIET, SimulatedConditions.instances(deviation));
        Study study = blocks.study(cells);
        attacks.add(
            new Attack(
                "the best of %d equal pools again, a provider adds %.1f, 8 rounds each"
                    .formatted(cells, deviation),
                Count.SHOWN,
                random -> isBestShown(random, blocks, study) ? 1.0 : 0));
      }
    }
    return attacks;
  }

  private static boolean isBestShown(Random random, SimulatedBlocks blocks, Study study) {
    List<DoubleUnaryOperator> curves = Collections.nCopies(study.cells().size(), MIDDLE);
    List<Slice> slices = new ArrayList<>(blocks.slices(random, curves, 1));
    List<EstimatedCell> compared =
        EstimatedCell.of(JudgedStudy.of(study, SampleSlices.journal(slices)));
    EstimatedCell own = compared.get(0);
    EstimatedCell best =
        Collections.max(compared.subList(1, compared.size()), Comparator.comparing(Attacks::load));
    if (load(best) <= load(own)) {
      return false;
    }
    String other = Studies.name(1);
    for (Slice again : blocks.slices(random, curves.subList(0, 2), 2)) {
      Key key = again.key();
      String cell = key.cell().equals(other) ? best.name() : key.cell();
      slices.add(again.with(new Key(cell, 2, key.turn(), key.level(), "")));
    }
    return rankings(JudgedStudy.of(study, SampleSlices.journal(slices))).stream()
        .filter(pair -> pair.one().name().equals(own.name()))
        .filter(pair -> pair.other().name().equals(best.name()))
        .anyMatch(pair -> pair.answer().isShown());
  }

  private static double load(EstimatedCell cell) {
    return cell.asItWas().map(CapacityEstimate::load).orElse(0.0);
  }
}
