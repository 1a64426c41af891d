package io.poolbench.limits;

import io.poolbench.journal.Entry;
import io.poolbench.journal.Journal;
import io.poolbench.journal.Metric;
import io.poolbench.judge.JudgedLevel;
import io.poolbench.limits.SizeStages.Stage;
import io.poolbench.study.LoadSchedule;
import io.poolbench.study.Paired;
import io.poolbench.study.Sla;
import io.poolbench.study.Study;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * How long the parts of a stage take, and how many rounds there is time for.
 *
 * @param toStart from the begin of a study to its first slice
 * @param around a slice: readings, the last calls, a new pool
 */
public record StageTime(Duration toStart, Duration around) {
  /** The fewest rounds in which pools are compared, if there is time. */
  static final int MIN_ROUNDS = 6;

  /** Fewer do not show their spread. */
  static final int LEAST_ROUNDS = 4;

  /** The time to start a provider, and to warm it up, where none was started before. */
  private static final Duration START = Duration.ofSeconds(22);

  private static final Duration READINGS = Duration.ofMillis(60);

  /** Levels that a comparison adds beyond those it begins with. */
  private static final int MORE_LEVELS = 2;

  /**
   * As the first study showed.
   *
   * @param carried a level of which the last calls are typical. Slow calls are too few for a TP99.
   */
  static StageTime of(Journal journal, Optional<JudgedLevel> carried) {
    double millis =
        carried
            .map(JudgedLevel::together)
            .map(
                level ->
                    Math.max(PoolUse.known(Metric.TP99, level), PoolUse.known(Metric.MEAN, level)))
            .orElse(0.0);
    return new StageTime(toStart(journal), READINGS.plus(Duration.ofMillis(Math.round(millis))));
  }

  private static Duration toStart(Journal journal) {
    Optional<Instant> began =
        Entry.only(Entry.Began.class, journal.entries()).map(Entry.Began::at).findFirst();
    Optional<Instant> measured =
        journal.slices().map(slice -> slice.batches().get(0).span().at()).findFirst();
    return began.isPresent() && measured.isPresent()
        ? Duration.between(began.get(), measured.get())
        : START;
  }

  /** The longest that a call may take by the SLA; 0 without a bound. */
  static Duration bound(Sla sla) {
    return Duration.ofMillis((long) Math.ceil(Metric.loosestResponseBound(sla).orElse(0)));
  }

  /**
   * The least time in which pools can be compared, as a slice is as long as a call that is just
   * within the SLA may take: three starts, eight levels of the pool of today, and the fewest rounds
   * over five levels of it and another one.
   */
  public static Duration least(Sla sla) {
    long slices = Paired.SLICES * (3L * 8 + MIN_ROUNDS * 5 * 2);
    return START.multipliedBy(3).plus(bound(sla).multipliedBy(slices));
  }

  /** The part of the time left in which the rounds of a study are to be measured. */
  Duration measuring(Study study, Duration left) {
    LoadSchedule load = study.cells().get(0).load();
    Duration sampling = sampling(study.cells().size(), load.levels().size(), load.settle());
    Duration most = left.minus(toStart).minus(sampling);
    return most.isNegative() ? Duration.ZERO : most;
  }

  /** The time of the samples of business threads, at the levels planned and those added. */
  private Duration sampling(int cells, int planned, Duration settle) {
    int levels = planned + MORE_LEVELS;
    return settle.plus(around).plus(Paired.SAMPLED).multipliedBy((long) cells * levels + 1);
  }

  /** The first of the stages for which there is time. */
  Optional<Stage> within(Duration time, List<Stage> stages) {
    return stages.stream().filter(stage -> areEnough(time, stage)).findFirst();
  }

  boolean areEnough(Duration time, Stage stage) {
    return rounds(time, stage) >= MIN_ROUNDS;
  }

  /** As many rounds as there is time for, beside the samples of business threads after them. */
  int rounds(Duration time, Stage stage) {
    int levels = stage.levels().size();
    int cells = 1 + stage.pools().size();
    Duration slice = stage.settle().plus(stage.measure()).plus(around);
    double block = slice.multipliedBy((long) Paired.SLICES * cells + 1).toNanos();
    double blocks = time.minus(sampling(cells, levels, stage.settle())).toNanos() / block;
    int full = Paired.FULL_ROUNDS;
    double further = (blocks - (double) full * levels) / Math.min(Paired.LEVELS, levels);
    return (int) Math.min(Paired.MAX, full + further);
  }
}
