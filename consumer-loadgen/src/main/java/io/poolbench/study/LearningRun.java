package io.poolbench.study;

import io.poolbench.capacity.CapacityModel;
import io.poolbench.capacity.MeasuredLoads;
import io.poolbench.capacity.NextLoads;
import io.poolbench.capacity.NextLoads.Load;
import io.poolbench.capacity.Scenario;
import io.poolbench.config.ConfigException;
import io.poolbench.lab.LabException;
import io.poolbench.result.CellResult;
import io.poolbench.spec.Sizing;
import io.poolbench.spec.Study;
import io.poolbench.study.CellBlock.Visit;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.function.Supplier;

/**
 * Measures the loads that are most informative about the max users of a study's pools, as {@link
 * NextLoads} chooses them, a few per block. For one thread.
 */
final class LearningRun {
  private final Study study;
  private final BlockRun<?> run;
  private final Supplier<List<CellResult>> results;
  private final Random random;
  private final Set<Load> measured = new HashSet<>();
  private int round = 1;

  LearningRun(Study study, BlockRun<?> run, Supplier<List<CellResult>> results) {
    this.study = study;
    this.run = run;
    this.results = results;
    this.random = new Random(study.repetitions().seed());
  }

  void run() throws LabException, InterruptedException {
    measure(NextLoads.first(study.cells().size(), study.cells().get(0).load().levels()));
    int left = study.sizing().loads() - measured.size();
    while (left > 0) {
      List<Load> next = next(Math.min(Sizing.LOADS_A_BLOCK, left));
      if (next.isEmpty()) {
        return;
      }
      measure(next);
      left -= next.size();
    }
  }

  private List<Load> next(int count) {
    try {
      MeasuredLoads loads = MeasuredLoads.of(study.name(), results.get());
      CapacityModel model = CapacityModel.of(loads.loads());
      return choice(loads).next(model, study.cells().get(0).sla(), measured, count);
    } catch (ConfigException e) {
      // Disturbed windows may not suffice for a model; the end of the study reports what is
      // missing.
      return List.of();
    }
  }

  private NextLoads choice(MeasuredLoads loads) {
    return new NextLoads(
        study.cells().stream().map(cell -> Scenario.of(cell.provider().pool(), loads)).toList(),
        study.cells().get(0).load().levels());
  }

  private void measure(List<Load> loads) throws LabException, InterruptedException {
    List<Visit> visits = new ArrayList<>();
    loads.forEach(load -> visits.add(new Visit(load.pool(), load.users())));
    for (int of = 0; of < Sizing.ROUNDS; of++) {
      Collections.shuffle(visits, random);
      List<CellBlock> blocks = new ArrayList<>();
      for (int from = 0; from < visits.size(); from += Sizing.LOADS_A_BLOCK) {
        int to = Math.min(from + Sizing.LOADS_A_BLOCK, visits.size());
        blocks.add(new CellBlock(visits.subList(from, to)));
      }
      run.measure(round++, blocks);
    }
    measured.addAll(loads);
  }
}
