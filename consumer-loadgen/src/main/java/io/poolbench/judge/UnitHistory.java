package io.poolbench.judge;

import io.poolbench.journal.Batch;
import io.poolbench.journal.Entry;
import io.poolbench.journal.Journal;
import io.poolbench.journal.Slice;
import io.poolbench.study.Cell;
import io.poolbench.study.LoadSchedule;
import io.poolbench.study.Study;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What a journal has of the cells that share a provider, in one repetition: one cell, or all of a
 * paired study.
 *
 * @param study with these cells only
 * @param run the whole journal, as a retry budget is one of the whole run
 * @param entries rows about these cells and about the run, in the journal's order
 */
public record UnitHistory(Study study, int repetition, Journal run, List<Entry> entries) {
  public UnitHistory {
    entries = List.copyOf(entries);
  }

  public static UnitHistory of(Study study, int repetition, Journal journal) {
    Set<String> names = study.cells().stream().map(Cell::name).collect(Collectors.toSet());
    return new UnitHistory(
        study,
        repetition,
        journal,
        journal.entries().stream().filter(entry -> concerns(entry, repetition, names)).toList());
  }

  private static boolean concerns(Entry entry, int repetition, Set<String> cells) {
    if (entry instanceof Slice slice) {
      return slice.key().repetition() == repetition && cells.contains(slice.key().cell());
    }
    return !(entry instanceof Entry.CellEntry fact)
        || (fact.repetition() == repetition && cells.contains(fact.cell()));
  }

  /** The rows before a block began. */
  UnitHistory before(int block) {
    int end = 0;
    while (end < entries.size()
        && !(entries.get(end) instanceof Slice slice && slice.key().turn().block() >= block)) {
      end++;
    }
    return new UnitHistory(study, repetition, run, entries.subList(0, end));
  }

  LoadSchedule load() {
    return study.cells().get(0).load();
  }

  public Stream<Slice> slices() {
    return Entry.only(Slice.class, entries);
  }

  JudgedStudy judged() {
    return JudgedStudy.of(study, entries);
  }

  int nextBlock() {
    return 1 + slices().mapToInt(slice -> slice.key().turn().block()).max().orElse(0);
  }

  boolean isOpened() {
    return entries.stream().anyMatch(Entry.Opened.class::isInstance);
  }

  /** Whether a cell failed, since the process began to measure and none was opened again. */
  public boolean hasFailed() {
    boolean failed = false;
    for (Entry entry : entries) {
      boolean isVoid = entry instanceof Entry.Opened || entry instanceof Entry.Began;
      failed = entry instanceof Entry.Failed || (failed && !isVoid);
    }
    return failed;
  }

  /** Whether the provider that measured the last slice still takes calls. */
  boolean isRunning() {
    boolean running = false;
    for (Entry entry : entries) {
      running = entry instanceof Slice || (running && entry instanceof Entry.Sampled);
    }
    return running;
  }

  /**
   * The time that the slices took, with the time to settle and the time between them while one
   * provider ran.
   */
  Duration elapsed() {
    Duration elapsed = Duration.ZERO;
    Instant end = null;
    for (Entry entry : entries) {
      if (entry instanceof Slice slice) {
        Instant from = slice.batches().get(0).span().at();
        Instant begin = end == null ? from.minus(load().settle()) : end;
        end = Stream.of(begin, end(slice)).max(Comparator.naturalOrder()).orElseThrow();
        elapsed = elapsed.plus(Duration.between(begin, end));
      } else if (!(entry instanceof Entry.Sampled)) {
        end = null;
      }
    }
    return elapsed;
  }

  private static Instant end(Slice slice) {
    return slice.batches().stream()
        .map(Batch::span)
        .map(span -> span.end())
        .max(Comparator.naturalOrder())
        .orElseThrow();
  }
}
