package io.poolbench.judge;

import io.poolbench.journal.Slice;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * A step of a cell that is not paired: one visit to a level, also where it was prolonged or
 * repeated.
 *
 * @param round the number of the visit to its level
 * @param counting slices of the cell and its parts that count, in the order they ran
 * @param discarded the other ones
 * @param judged the verdict on the step alone
 */
record Step(int round, List<Slice> counting, List<Slice> discarded, JudgedLevel judged) {
  private static final Comparator<Slice> BY_BLOCK =
      Comparator.comparingInt(slice -> slice.key().turn().block());

  Step {
    counting = List.copyOf(counting);
    discarded = List.copyOf(discarded);
  }

  /** The steps of one repetition of a cell, in the order they began. */
  static List<Step> of(JudgedCell repetition) {
    record Visit(int level, int round) {}
    Set<Visit> visits = new LinkedHashSet<>();
    Stream.concat(
            slices(repetition, JudgedCell.Repetition::counting).stream(),
            slices(repetition, JudgedCell.Repetition::discarded).stream())
        .sorted(BY_BLOCK)
        .forEach(slice -> visits.add(new Visit(slice.key().level(), slice.key().turn().round())));
    List<Step> steps = new ArrayList<>();
    for (Visit visit : visits) {
      JudgedCell alone =
          repetition.only(
              slice ->
                  slice.key().level() == visit.level && slice.key().turn().round() == visit.round);
      steps.add(
          new Step(
              visit.round,
              slices(alone, JudgedCell.Repetition::counting),
              slices(alone, JudgedCell.Repetition::discarded),
              alone.levels().get(0)));
    }
    return steps;
  }

  private static List<Slice> slices(
      JudgedCell cell, Function<JudgedCell.Repetition, List<Slice>> which) {
    return Stream.concat(Stream.of(cell), cell.parts().stream())
        .flatMap(each -> each.repetitions().values().stream())
        .flatMap(each -> which.apply(each).stream())
        .distinct()
        .sorted(BY_BLOCK)
        .toList();
  }

  int level() {
    return judged.level();
  }

  boolean counts() {
    return judged.counts();
  }

  Verdict.Kind verdict() {
    return judged.verdict().kind();
  }

  /** The number of visits that count. */
  int visits() {
    return (int) counting.stream().mapToInt(slice -> slice.key().turn().block()).distinct().count();
  }

  /** What became of the last visit. */
  Last last() {
    int counted = lastBlock(counting);
    int other = lastBlock(discarded);
    if (counted > other) {
      return Last.COUNTS;
    }
    return discarded.stream()
            .filter(slice -> slice.key().turn().block() == other)
            .allMatch(Slice::isValid)
        ? Last.BROKEN_OFF
        : Last.FAULTY;
  }

  private static int lastBlock(List<Slice> slices) {
    return slices.stream().mapToInt(slice -> slice.key().turn().block()).max().orElse(0);
  }

  /** What became of a visit. */
  enum Last {
    COUNTS,
    /** A slice violates a validity rule. */
    FAULTY,
    /** The run ended before all parts of the visit were kept. */
    BROKEN_OFF
  }
}
