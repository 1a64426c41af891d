package io.poolbench.cli;

import io.poolbench.api.ConfiguredPool;
import io.poolbench.api.EffectivePool;
import io.poolbench.journal.CellEnvironment;
import io.poolbench.journal.Entry;
import io.poolbench.journal.Level;
import io.poolbench.journal.ProgramSamples;
import io.poolbench.judge.JudgedCell;
import io.poolbench.judge.JudgedLevel;
import io.poolbench.judge.JudgedStudy;
import io.poolbench.study.Cell;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What a run's journal says about a repetition of a cell.
 *
 * @param opened null if its provider did not take calls
 * @param failure null of a cell that did not fail
 */
record MeasuredCell(
    JudgedCell judged,
    int repetition,
    Entry.Opened opened,
    Entry.Failed failure,
    SortedMap<Integer, ProgramSamples> sites) {
  /** The cells that were begun, by repetition in the study's order. */
  static List<MeasuredCell> of(RecordedRun run) {
    JudgedStudy judged = JudgedStudy.of(run.study(), run.journal().entries());
    List<MeasuredCell> cells = new ArrayList<>();
    for (int repetition = 1; repetition <= run.study().repetitions().count(); repetition++) {
      for (JudgedCell cell : judged.cells()) {
        MeasuredCell measured = of(cell, repetition, run.journal().entries());
        if (measured.opened != null || measured.failure != null) {
          cells.add(measured);
        }
      }
    }
    return cells;
  }

  private static MeasuredCell of(JudgedCell cell, int repetition, List<Entry> entries) {
    Entry.Opened opened = null;
    Entry.Failed failure = null;
    SortedMap<Integer, ProgramSamples> sites = new TreeMap<>();
    for (Entry entry : entries) {
      if (!(entry instanceof Entry.CellEntry own)
          || own.repetition() != repetition
          || !own.cell().equals(cell.name())) {
        continue;
      }
      if (own instanceof Entry.Opened each) {
        opened = each;
        failure = null;
      } else if (own instanceof Entry.Failed each) {
        failure = each;
      } else if (own instanceof Entry.Sampled each) {
        sites.put(each.level(), each.samples());
      }
    }
    return new MeasuredCell(
        cell.only(slice -> slice.key().repetition() == repetition),
        repetition,
        opened,
        failure,
        sites);
  }

  Cell cell() {
    return judged.cell();
  }

  boolean failed() {
    return failure != null;
  }

  EffectivePool pool() {
    return opened.pool();
  }

  CellEnvironment environment() {
    return opened.environment();
  }

  ConfiguredPool ranPool() {
    ConfiguredPool configured = cell().provider().pool();
    return pool() == null ? configured : configured.ran(pool());
  }

  /** The levels with their figures, rising. */
  List<Level> steps() {
    return judged.levels().stream().map(JudgedLevel::together).toList();
  }

  /** The levels of a group or a phase. */
  List<JudgedLevel> part(String name) {
    return judged.parts().stream()
        .filter(part -> part.name().endsWith("/" + name))
        .findFirst()
        .orElseThrow()
        .levels();
  }

  /** Failed calls by reason. */
  Map<String, Long> failedCalls() {
    Map<String, Long> failed = new TreeMap<>();
    judged.repetitions().values().stream()
        .flatMap(each -> each.counting().stream())
        .forEach(
            slice -> slice.failures().forEach((why, calls) -> failed.merge(why, calls, Long::sum)));
    return failed;
  }
}
