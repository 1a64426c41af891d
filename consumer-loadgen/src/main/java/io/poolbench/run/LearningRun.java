package io.poolbench.run;

import io.poolbench.config.ConfigException;
import io.poolbench.lab.LabException;
import io.poolbench.model.CapacityModel;
import io.poolbench.model.MeasuredLoads;
import io.poolbench.model.NextLoads;
import io.poolbench.model.NextLoads.Load;
import io.poolbench.model.Recommendation;
import io.poolbench.model.Scenario;
import io.poolbench.result.BlockSample;
import io.poolbench.result.CellResult;
import io.poolbench.run.BlockOrder.CellBlock;
import io.poolbench.run.BlockOrder.CellBlock.Visit;
import io.poolbench.spec.Study;
import io.poolbench.spec.Study.Sizing;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.Supplier;

/**
 * Measures the loads that are most informative about the max users of a study's pools, as {@link
 * NextLoads} chooses them, a few per block. While they do not make a model, the loads with the
 * fewest undisturbed rounds are measured again. If others disturbed rounds and no pool can be
 * recommended, they get at most as many further rounds as all loads had. That stops by what is
 * recommended, not by which pool it is, and repeats only for causes from outside. For one thread.
 */
final class LearningRun {
  private final Study study;
  private final BlockRun<?> run;
  private final Supplier<List<CellResult>> results;
  private final Random random;
  private final Set<Load> measured = new LinkedHashSet<>();
  private int round;

  LearningRun(Study study, BlockRun<?> run, Supplier<List<CellResult>> results) {
    this.study = study;
    this.run = run;
    this.results = results;
    this.random = new Random(study.repetitions().seed());
    this.round = run.rounds() + 1;
  }

  void run() throws LabException, InterruptedException {
    Map<Load, Integer> earlier = earlierRounds();
    List<Load> first = NextLoads.first(study.cells().size(), study.cells().get(0).load().levels());
    measure(first, earlier);
    List<Load> chosen = earlier.keySet().stream().filter(load -> !first.contains(load)).toList();
    measure(chosen, earlier);
    int left = study.sizing().loads() - measured.size();
    while (left > 0) {
      int count = Math.min(Sizing.LOADS_A_BLOCK, left);
      List<Load> next = next(count).orElseGet(() -> leastUndisturbed(count));
      if (next.isEmpty()) {
        break;
      }
      measure(next, Map.of());
      left -= next.size();
    }
    for (int again = study.sizing().loads(); again > 0; again -= Sizing.LOADS_A_BLOCK) {
      List<Load> disturbed =
          leastUndisturbed(Sizing.LOADS_A_BLOCK).stream()
              .filter(load -> undisturbedRounds(load) < Sizing.ROUNDS)
              .toList();
      if (disturbed.isEmpty() || isRecommended()) {
        return;
      }
      measure(disturbed, Map.of());
    }
  }

  private boolean isRecommended() {
    try {
      MeasuredLoads loads = MeasuredLoads.of(study.name(), results.get());
      CapacityModel model = CapacityModel.of(loads.loads());
      Recommendation.ofMostUsers(model, loads, study.sizing().marginPct());
      return true;
    } catch (ConfigException e) {
      return false;
    }
  }

  /** The loads that the model chooses; empty while the measured ones do not make a model. */
  private Optional<List<Load>> next(int count) {
    try {
      MeasuredLoads loads = MeasuredLoads.of(study.name(), results.get());
      CapacityModel model = CapacityModel.of(loads.loads());
      return Optional.of(choice(loads).next(model, study.cells().get(0).sla(), measured, count));
    } catch (ConfigException e) {
      // Further rounds of the same loads may suffice; if not, the end of the study reports why.
      return Optional.empty();
    }
  }

  private List<Load> leastUndisturbed(int count) {
    return measured.stream()
        .sorted(
            Comparator.comparingLong(this::undisturbedRounds)
                .thenComparingLong(load -> rounds(load, sample -> true)))
        .limit(count)
        .toList();
  }

  private long undisturbedRounds(Load load) {
    return rounds(load, sample -> !sample.isDisturbed());
  }

  private long rounds(Load load, Predicate<BlockSample> which) {
    return run.samples(load.pool()).stream()
        .filter(sample -> sample.level() == load.users() && !sample.discarded())
        .filter(which)
        .count();
  }

  private NextLoads choice(MeasuredLoads loads) {
    return new NextLoads(
        study.cells().stream().map(cell -> Scenario.of(cell.provider().pool(), loads)).toList(),
        study.cells().get(0).load().levels());
  }

  /** The number of rounds in which earlier runs measured each load, in the order of the first. */
  private Map<Load, Integer> earlierRounds() {
    Map<Load, Integer> rounds = new LinkedHashMap<>();
    for (int pool = 0; pool < study.cells().size(); pool++) {
      for (BlockSample sample : run.samples(pool)) {
        if (sample.attempt() == 1) {
          rounds.merge(new Load(pool, sample.level()), 1, Integer::sum);
        }
      }
    }
    return rounds;
  }

  /** Measures loads in equal rounds, without those in which earlier runs measured them. */
  private void measure(List<Load> loads, Map<Load, Integer> earlier)
      throws LabException, InterruptedException {
    List<Load> shuffled = new ArrayList<>(loads);
    for (int of = 0; of < Sizing.ROUNDS; of++) {
      Collections.shuffle(shuffled, random);
      int turn = of;
      List<Visit> visits =
          shuffled.stream()
              .filter(load -> earlier.getOrDefault(load, 0) <= turn)
              .map(load -> new Visit(load.pool(), load.users()))
              .toList();
      List<CellBlock> blocks = new ArrayList<>();
      for (int from = 0; from < visits.size(); from += Sizing.LOADS_A_BLOCK) {
        int to = Math.min(from + Sizing.LOADS_A_BLOCK, visits.size());
        blocks.add(new CellBlock(visits.subList(from, to)));
      }
      if (!blocks.isEmpty()) {
        run.measure(round++, blocks);
      }
    }
    measured.addAll(loads);
  }
}
