package io.poolbench.judge;

import io.poolbench.journal.Journal;
import io.poolbench.journal.SampleSlices;
import io.poolbench.journal.Slice;
import io.poolbench.study.Cell;
import io.poolbench.study.Study;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;

/** A run of a study in virtual time, with the production planner. For one thread. */
final class SimulatedRun {
  /** More visits than any of these studies takes, to detect a planner that does not end. */
  private static final int MAX_VISITS = 20_000;

  private final Study study;
  private final Function<Visit, SimulatedCalls> calls;
  private final Random random;
  final List<Visit> visits = new ArrayList<>();
  final Journal journal;
  Instant now = SimulatedCalls.START;

  /** The time of a slice beside its load. */
  Duration around = Duration.ofMillis(60);

  /**
   * @param calls what a visit measures, of each part alike
   * @param random decides which calls are late; null = as many as the share says
   */
  SimulatedRun(Study study, Journal journal, Random random, Function<Visit, SimulatedCalls> calls) {
    this.study = study;
    this.journal = journal;
    this.random = random;
    this.calls = calls;
  }

  SimulatedRun(Study study, Function<Visit, SimulatedCalls> calls) {
    this(study, Journal.inMemory(), null, calls);
  }

  /** A study of which the log-odds of a late call follow from the visit; 20,000 calls in each. */
  static JudgedStudy judged(Study study, Random random, ToDoubleFunction<Visit> logOdds) {
    SimulatedRun run =
        new SimulatedRun(
            study,
            Journal.inMemory(),
            random,
            visit -> new SimulatedCalls(20_000, 1 / (1 + Math.exp(-logOdds.applyAsDouble(visit)))));
    run.run(Duration.ZERO);
    return JudgedStudy.of(study, run.journal);
  }

  /** Holds visits until there is none left. */
  SimulatedRun run(Planner planner) {
    for (Optional<Visit> next = planner.next(journal);
        next.isPresent();
        next = planner.next(journal)) {
      hold(next.get());
    }
    return this;
  }

  SimulatedRun run(Duration retries) {
    return run(new StudyPlanner(study, new RetryBudget(retries)));
  }

  void hold(Visit visit) {
    if (visits.size() == MAX_VISITS) {
      throw new AssertionError("the planner does not end");
    }
    visits.add(visit);
    measured(visit).forEach(slice -> SampleSlices.add(journal, slice));
  }

  /** The slices of a visit: those of its parts one after the other, or at the same time. */
  List<Slice> measured(Visit visit) {
    Cell cell =
        study.cells().stream()
            .filter(each -> each.name().equals(visit.cell()))
            .findFirst()
            .orElseThrow();
    List<String> parts = JudgedStudy.parts(cell.load());
    boolean phases = !cell.load().phases().isEmpty();
    now = now.plus(visit.settle());
    List<Slice> slices = new ArrayList<>();
    for (String part : parts) {
      Duration length = phases ? visit.measure().dividedBy(parts.size()) : visit.measure();
      slices.add(calls.apply(visit).slice(visit.key(visit.level(), part), now, length, random));
      now = phases ? now.plus(length) : now;
    }
    now = (phases ? now : now.plus(visit.measure())).plus(around);
    return slices;
  }
}
