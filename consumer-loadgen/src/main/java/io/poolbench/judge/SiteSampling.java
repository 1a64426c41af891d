package io.poolbench.judge;

import io.poolbench.journal.Entry;
import io.poolbench.journal.Turn;
import io.poolbench.judge.Visit.Hold;
import io.poolbench.study.Cell;
import io.poolbench.study.Paired;
import io.poolbench.study.Study;
import io.poolbench.study.TargetSettings;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.IntStream;

/**
 * Samples the threads of a target after its rounds: of each cell at all measured levels, and of the
 * first one at {@link Paired#ALONE}, so that what is full at all of them is told from what is
 * always busy. Where the first cell waits for connections, it is then sampled once more, with twice
 * as many. A sample that fails is the last one.
 */
record SiteSampling(Study study, int repetition, Trials trials) {
  private boolean isOfTarget() {
    return study.cells().get(0).provider() instanceof TargetSettings;
  }

  private static List<Entry.Sampled> samples(UnitHistory history) {
    return Entry.only(Entry.Sampled.class, history.entries()).toList();
  }

  /** The next visit to be sampled; empty if there is none. */
  Optional<Visit> next(UnitHistory history) {
    List<Entry.Sampled> samples = samples(history);
    if (!isOfTarget() || hasFailed(samples)) {
      return Optional.empty();
    }
    for (Cell cell : study.cells()) {
      OptionalInt level =
          levels(cell, history).filter(each -> count(samples, cell, each) == 0).min();
      if (level.isPresent()) {
        return Optional.of(visit(cell, level.getAsInt(), Hold.SAMPLED));
      }
    }
    Cell first = study.cells().get(0);
    OptionalInt tried = trials.level(history.judged(), history.entries());
    return tried.isPresent() && count(samples, first, tried.getAsInt()) == 1
        ? Optional.of(visit(first, tried.getAsInt(), Hold.SAMPLED_WITH_TRIAL))
        : Optional.empty();
  }

  private IntStream levels(Cell cell, UnitHistory history) {
    IntStream measured =
        history
            .slices()
            .filter(slice -> slice.key().cell().equals(cell.name()))
            .mapToInt(slice -> slice.key().level());
    return cell.equals(study.cells().get(0))
        ? IntStream.concat(IntStream.of(Paired.ALONE), measured)
        : measured;
  }

  private static boolean hasFailed(List<Entry.Sampled> samples) {
    return samples.stream().anyMatch(sampled -> !sampled.samples().isSampled());
  }

  private static long count(List<Entry.Sampled> samples, Cell cell, int level) {
    return samples.stream()
        .filter(sampled -> sampled.cell().equals(cell.name()) && sampled.level() == level)
        .count();
  }

  private Visit visit(Cell cell, int level, Hold hold) {
    return new Visit(
        cell.name(), repetition, new Turn(0, 0), level, cell.load().settle(), Paired.SAMPLED, hold);
  }

  /** The time that is left for it, at most. */
  Duration left(UnitHistory history) {
    List<Entry.Sampled> samples = samples(history);
    if (!isOfTarget() || hasFailed(samples)) {
      return Duration.ZERO;
    }
    List<Integer> measured = history.load().firstRound();
    long levels = (long) study.cells().size() * measured.size();
    long alone = measured.contains(Paired.ALONE) ? 0 : 1;
    return history
        .load()
        .settle()
        .plus(Paired.SAMPLED)
        .plus(Rounds.AROUND_SLICE)
        .multipliedBy(Math.max(0, levels + alone - samples.size()));
  }
}
