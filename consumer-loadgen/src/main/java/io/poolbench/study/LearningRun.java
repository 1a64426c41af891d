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
import io.poolbench.study.PairedRounds.Visit;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.function.Supplier;

/**
 * Measures the loads that tell most about the max users of a study's pools ({@link NextLoads}), a
 * few at a time: each of them for one window in random order, and further windows in reverse and in
 * the same order by turns, so that a steady drift of the host hardly counts. For one thread.
 */
final class LearningRun {
  /** Loads that are chosen together. */
  private static final int CHOSEN = 3;

  private final Study study;
  private final PairedRun<?> run;
  private final Supplier<List<CellResult>> results;
  private final Random random;
  private final Set<Load> measured = new HashSet<>();
  private int round = 1;

  /**
   * @param study that sizes a pool
   * @param run measures windows
   * @param results of the study's cells so far
   */
  LearningRun(Study study, PairedRun<?> run, Supplier<List<CellResult>> results) {
    this.study = study;
    this.run = run;
    this.results = results;
    this.random = new Random(study.repetitions().seed());
  }

  /**
   * Measures as many loads as the study allows.
   *
   * @throws LabException if the provider or its Redis fails
   */
  void run() throws LabException, InterruptedException {
    measure(NextLoads.first(study.cells().size(), study.cells().get(0).load().levels()));
    int left = study.sizing().loads() - measured.size();
    while (left > 0) {
      List<Load> next = next(Math.min(CHOSEN, left));
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
      // Of disturbed windows no model can be fitted; what is missing is said in the end.
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
    Collections.shuffle(visits, random);
    for (int window = 0; window < Sizing.WINDOWS; window++) {
      run.measure(round++, visits);
      Collections.reverse(visits);
    }
    measured.addAll(loads);
  }
}
