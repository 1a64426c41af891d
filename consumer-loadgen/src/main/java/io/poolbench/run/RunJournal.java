package io.poolbench.run;

import io.poolbench.journal.ViolationCode;
import io.poolbench.lab.Counters;
import io.poolbench.lab.LabException;
import io.poolbench.load.FailureReasons;
import io.poolbench.load.Timeline;
import io.poolbench.result.StepResult;
import io.poolbench.spec.Cell;
import io.poolbench.store.Journal;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * The steps or blocks measured so far in cells that share a provider. Each is on disk when it ends,
 * and is read by a run that resumes the cells. For one thread.
 *
 * @param reasons reasons of failed calls, one per cell
 */
record RunJournal(Journal<Entry> journal, Timeline timeline, List<FailureReasons> reasons)
    implements BlockLog<Counters> {
  RunJournal {
    reasons = List.copyOf(reasons);
  }

  /**
   * What a journal is of.
   *
   * @param providerHost its properties that affect speed; null = the driver's
   */
  record Measured(List<Cell> cells, Map<String, String> providerHost) {
    Measured {
      cells = List.copyOf(cells);
    }

    static Measured of(List<Cell> cells, Lab lab) {
      return new Measured(
          cells, lab.providerHost().map(side -> side.host().host().decisive()).orElse(null));
    }
  }

  /**
   * A step, or a block; the other is null.
   *
   * @param at date of the entry
   * @param clockNanos the run's clock at that date
   * @param failedCalls of each cell so far, by reason
   */
  record Entry(
      Instant at,
      long clockNanos,
      List<Map<String, Long>> failedCalls,
      StepResult step,
      MeasuredBlock<Counters> block) {
    Entry {
      Objects.requireNonNull(at, "at");
      failedCalls = List.copyOf(failedCalls);
      if ((step == null) == (block == null)) {
        throw new IllegalArgumentException("neither a step nor a block, or both");
      }
    }
  }

  /** The steps that earlier runs measured, in order. */
  List<StepResult> steps() {
    return journal.entries().stream().map(Entry::step).filter(Objects::nonNull).toList();
  }

  @Override
  public List<MeasuredBlock<Counters>> earlier() {
    return journal.entries().stream()
        .filter(entry -> entry.block != null)
        .map(this::dated)
        .toList();
  }

  /** The block of an entry by this run's clock; the run that wrote it had another one. */
  private MeasuredBlock<Counters> dated(Entry entry) {
    long ago = Duration.between(entry.at, timeline.now()).toNanos();
    long shift = timeline.clock().nanoTime() - ago - entry.clockNanos;
    MeasuredBlock<Counters> block = entry.block;
    return new MeasuredBlock<>(
        block.round(),
        block.attempt(),
        block.discarded(),
        block.nanos(),
        block.slices().stream()
            .map(of -> new VisitSlices<>(of.visit(), of.window().shifted(shift)))
            .toList());
  }

  /** Adds the failed calls that earlier runs counted; to be called after the warm-up. */
  void restoreFailedCalls() {
    List<Entry> entries = journal.entries();
    if (!entries.isEmpty()) {
      List<Map<String, Long>> failed = entries.get(entries.size() - 1).failedCalls;
      for (int cell = 0; cell < failed.size(); cell++) {
        reasons.get(cell).add(failed.get(cell));
      }
    }
  }

  void add(StepResult step) throws LabException {
    append(step, null);
  }

  @Override
  public void add(MeasuredBlock<Counters> block) throws LabException {
    append(null, block);
  }

  private void append(StepResult step, MeasuredBlock<Counters> block) throws LabException {
    List<Map<String, Long>> failed = reasons.stream().map(FailureReasons::counts).toList();
    try {
      journal.append(new Entry(timeline.now(), timeline.clock().nanoTime(), failed, step, block));
    } catch (IOException e) {
      throw new LabException(
          ViolationCode.LAB_FAILED, "cannot save what was measured: " + e.getMessage(), e);
    }
  }
}
