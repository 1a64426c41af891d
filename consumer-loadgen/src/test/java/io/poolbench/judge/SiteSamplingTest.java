package io.poolbench.judge;

import static org.assertj.core.api.Assertions.assertThat;

import io.poolbench.journal.Entry;
import io.poolbench.journal.Journal;
import io.poolbench.journal.ProgramSamples;
import io.poolbench.journal.SampleSlices;
import io.poolbench.journal.SampledPools;
import io.poolbench.study.PlainStudy;
import io.poolbench.study.Study;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

class SiteSamplingTest {
  private static final ProgramSamples SITES = SampledPools.of();
  private static final Study TARGET =
      PlainStudy.parse(
          "paired: {rounds: 2}",
          "target: {jar: a.jar}",
          "call: {service: a.B, method: c}",
          "load: {users: '4, 8', warmup: 1s, settle: 70ms, measure: 200ms}",
          "sla: {tp99: 10ms}",
          "cells:",
          "- {name: a, provider: {threadpool: as-configured}}",
          "- {name: b, provider: {threadpool: fixed, threads: 8}}");

  private final Trials atEight = (cells, entries) -> OptionalInt.of(8);

  private static Planner planner(Study study, Trials trials) {
    return new StudyPlanner(study, new RetryBudget(Duration.ZERO), trials);
  }

  /** The journal of all rounds. */
  private static Journal measured(Study study) {
    SimulatedRun run = new SimulatedRun(study, visit -> new SimulatedCalls(4_000, 0.005));
    study
        .cells()
        .forEach(cell -> SampleSlices.add(run.journal, SampleSlices.opened(cell.name(), 1)));
    Planner planner = planner(study, Trials.NONE);
    for (Optional<Visit> next = planner.next(run.journal);
        next.isPresent() && !next.get().hold().isSampled();
        next = planner.next(run.journal)) {
      run.hold(next.get());
    }
    return run.journal;
  }

  private static Optional<String> next(Planner planner, Journal journal) {
    return planner
        .next(journal)
        .map(visit -> visit.hold() + " " + visit.cell() + " " + visit.level());
  }

  private static void sample(Journal journal, String cell, int level, ProgramSamples sites) {
    SampleSlices.add(journal, new Entry.Sampled(cell, 1, level, sites));
  }

  @Test
  void aTargetIsSampledAfterItsRoundsInEachCellAtEachLevelAndOnceAlone() {
    Journal journal = measured(TARGET);
    Planner planner = planner(TARGET, Trials.NONE);

    assertThat(next(planner, journal)).contains("SAMPLED a 1");
    sample(journal, "a", 1, SITES);
    for (String cell : List.of("a", "b")) {
      for (int level : List.of(4, 8)) {
        assertThat(next(planner, journal)).contains("SAMPLED " + cell + " " + level);
        sample(journal, cell, level, SITES);
      }
    }

    assertThat(next(planner, journal)).isEmpty();
    assertThat(planner.left(journal)).isZero();
  }

  @Test
  void moreConnectionsAreTriedOnceInTheFirstCell() {
    Journal journal = measured(TARGET);
    List.of(1, 4, 8).forEach(level -> sample(journal, "a", level, SITES));
    List.of(4, 8).forEach(level -> sample(journal, "b", level, SITES));
    Planner planner = planner(TARGET, atEight);

    assertThat(next(planner, journal)).contains("SAMPLED_WITH_TRIAL a 8");
    sample(journal, "a", 8, SITES);

    assertThat(next(planner, journal)).isEmpty();
  }

  @Test
  void aSampleThatFailsIsTheLast() {
    Journal journal = measured(TARGET);
    sample(journal, "a", 1, ProgramSamples.NONE);
    Planner planner = planner(TARGET, atEight);

    assertThat(next(planner, journal)).isEmpty();
    assertThat(planner.left(journal)).isZero();
  }

  @Test
  void theTimeLeftIncludesTheSamples() {
    Journal journal = measured(TARGET);
    Planner planner = planner(TARGET, Trials.NONE);

    // Two levels of two cells and one more, 70 ms + 1 s + 60 ms each.
    assertThat(planner.left(journal)).hasMillis(5 * 1_130);
  }

  @Test
  void aProviderOfPoolbenchIsNotSampled() {
    Study study = Studies.paired(2, "rounds: 2", "users: '4, 8'");

    assertThat(next(planner(study, atEight), measured(study))).isEmpty();
  }
}
