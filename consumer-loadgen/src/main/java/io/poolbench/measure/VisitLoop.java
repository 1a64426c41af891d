package io.poolbench.measure;

import io.poolbench.journal.Entry;
import io.poolbench.journal.Journal;
import io.poolbench.journal.ProgramSamples;
import io.poolbench.journal.ViolationCode;
import io.poolbench.judge.Planner;
import io.poolbench.judge.Visit;
import io.poolbench.lab.LabException;
import io.poolbench.load.CallsStoppedException;
import io.poolbench.study.Cell;
import io.poolbench.study.Study;
import java.io.IOException;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * Measures what a planner chooses, visit by visit, until there is none. Each row is in the journal
 * before the next visit is chosen, so that a crash loses at most the slice that is being measured.
 * For one thread.
 *
 * <p>A provider runs as long as the planner stays with its cells. If it fails, so do its cells, and
 * the planner goes on to others.
 */
final class VisitLoop {
  private final Study study;
  private final Planner planner;
  private final Journal journal;
  private final StudyListener listener;
  private final OpenCells.Opener opener;

  /** The cells whose provider was started last, and did not end since; null without. */
  private SharedCells current;

  /** Null before {@link #current} is opened. */
  private OpenCells open;

  /** Why no further provider is to be started; null while there is no reason. */
  private Failure stop;

  private boolean anyFailed;

  /** Why cells cannot be measured. */
  record Failure(ViolationCode code, String detail) {
    Failure {
      Objects.requireNonNull(code, "code");
      Objects.requireNonNull(detail, "detail");
    }
  }

  VisitLoop(
      Study study,
      Planner planner,
      Journal journal,
      StudyListener listener,
      OpenCells.Opener opener) {
    this.study = study;
    this.planner = planner;
    this.journal = journal;
    this.listener = listener;
    this.opener = opener;
  }

  /** Fails all cells that are left instead of measuring them. */
  void failAll(Failure failure) {
    stop = failure;
  }

  /**
   * Holds all visits; returns whether no cell failed.
   *
   * @throws InterruptedException if the running thread is interrupted; the open cells have failed
   * @throws IOException if the journal cannot be written
   */
  boolean run() throws IOException, InterruptedException {
    try {
      for (Optional<Visit> next = planner.next(journal);
          next.isPresent();
          next = planner.next(journal)) {
        go(next.get());
      }
    } catch (InterruptedException e) {
      // Before the provider is closed, which may take long to end.
      if (current != null) {
        fail(current, new Failure(ViolationCode.INTERRUPTED, "interrupted"));
      }
      throw e;
    } finally {
      close();
    }
    return !anyFailed;
  }

  private void go(Visit visit) throws IOException, InterruptedException {
    SharedCells cells = SharedCells.of(study, visit);
    if (!cells.equals(current)) {
      close();
    }
    JvmEnd.requireNone();
    if (stop != null) {
      fail(cells, stop);
      return;
    }
    try {
      if (current == null) {
        // The planner chooses again from what was opened.
        open(cells);
      } else {
        hold(visit);
      }
    } catch (LabException e) {
      // Ctrl-C reaches all processes of a terminal and may thereby make the lab fail.
      JvmEnd.requireNone();
      end(visit, new Failure(e.code(), e.report()));
    } catch (CallsStoppedException e) {
      end(visit, new Failure(ViolationCode.CALLS_STOPPED, e.getMessage()));
    } catch (RuntimeException | LinkageError e) {
      JvmEnd.requireNone();
      throw e;
    }
  }

  private void open(SharedCells cells) throws LabException, IOException, InterruptedException {
    current = cells;
    listener.opening(cells.cells(), cells.repetition());
    open = opener.open(cells);
    addAll(open.opened());
    listener.warming(cells.cells());
    addAll(open.warm());
  }

  private void hold(Visit visit) throws LabException, IOException, InterruptedException {
    Cell cell = current.cell(visit.cell());
    listener.visitStarted(cell, visit, planner.left(journal));
    if (visit.hold().isSampled()) {
      journal.add(open.sample(visit, journal));
    } else {
      addAll(open.measure(visit));
    }
  }

  private void addAll(List<? extends Entry> rows) throws IOException {
    for (Entry row : rows) {
      journal.add(row);
    }
  }

  /** A provider that fails while it is sampled was measured before: its cells do not fail. */
  private void end(Visit visit, Failure failure) throws IOException {
    SharedCells cells = current;
    if (open != null && visit.hold().isSampled()) {
      listener.note("sampling ended: " + failure.detail);
      journal.add(
          new Entry.Sampled(
              visit.cell(),
              visit.repetition(),
              visit.level(),
              Entry.Sampled.last(journal, visit.cell(), visit.repetition(), visit.level())
                  .map(Entry.Sampled::samples)
                  .orElse(ProgramSamples.NONE)));
    } else {
      fail(cells, failure);
    }
    close();
    boolean sharedByAll = cells.first().provider().runsAlready();
    if (sharedByAll && failure.code == ViolationCode.CALLS_STOPPED) {
      stop = new Failure(failure.code, "not run, calls stopped before: " + failure.detail);
    }
  }

  private void fail(SharedCells cells, Failure failure) throws IOException {
    anyFailed = true;
    for (Cell cell : cells.cells()) {
      Entry.Failed failed =
          new Entry.Failed(cell.name(), cells.repetition(), failure.code.id(), failure.detail);
      journal.add(failed);
      listener.failed(cell, failed);
    }
  }

  private void close() {
    OpenCells provider = open;
    current = null;
    open = null;
    if (provider != null) {
      provider.close();
    }
  }
}
