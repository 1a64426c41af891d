package io.poolbench.compare;

import io.poolbench.compare.ComparedResults.ComparedCell;
import io.poolbench.journal.FigureText;
import io.poolbench.judge.JudgedCell;
import io.poolbench.judge.JudgedLevel;
import io.poolbench.judge.Ranking;
import io.poolbench.study.LoadSchedule;
import io.poolbench.study.Sla;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.IntPredicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A cell and the baseline cell that it is compared with.
 *
 * @param ranking of both, the baseline first; empty if they have no capacities to compare
 * @param levels the loads at which both have slices that count, rising; empty if one counts users
 *     and the other requests per second
 */
record CellPair(Side baseline, Side candidate, Optional<Ranking> ranking, List<LevelPair> levels) {
  /** A cell of a run. */
  record Side(Operand run, JudgedCell cell) {
    Side {
      Objects.requireNonNull(run, "run");
      Objects.requireNonNull(cell, "cell");
    }

    ComparedCell named() {
      return new ComparedCell(run.letter(), cell.name());
    }

    LoadSchedule load() {
      return cell.cell().load();
    }

    String unit() {
      return FigureText.unit(cell.workload());
    }

    /** Whether it is a group or a phase of another cell, for which some metrics are unknown. */
    boolean isPart() {
      return !run.judged().cells().contains(cell);
    }

    Optional<JudgedLevel> at(int load) {
      return cell.levels().stream().filter(level -> level.at() == load).findFirst();
    }

    List<JudgedLevel> counting() {
      return cell.levels().stream().filter(JudgedLevel::counts).toList();
    }

    /** Whether it was to measure a level and has no slice that counts. */
    boolean lacks(int load) {
      Optional<JudgedLevel> level = at(load);
      boolean isChosen = load().stopWhen() != null || isPart();
      return level.isPresent()
          ? !level.get().counts()
          : !isChosen && load().levels().contains(load);
    }
  }

  CellPair {
    levels = List.copyOf(levels);
  }

  static CellPair of(Side baseline, Side candidate, Optional<Ranking> ranking) {
    boolean isOfRounds =
        baseline.run().isSameRun(candidate.run())
            && baseline.run().judged().study().paired() != null;
    List<LevelPair> levels = new ArrayList<>();
    for (JudgedLevel level : baseline.counting()) {
      for (JudgedLevel other : candidate.counting()) {
        if (isComparable(baseline, candidate)
            && (isOfOwnCapacities(baseline, candidate) || level.at() == other.at())) {
          levels.add(new LevelPair(level, other, isOfRounds));
        }
      }
    }
    return new CellPair(baseline, candidate, ranking, levels);
  }

  /** Whether the levels of both have one unit. */
  static boolean isComparable(Side baseline, Side candidate) {
    return baseline.cell().workload().setting().equals(candidate.cell().workload().setting());
  }

  /** How the SLAs differ, in words; empty if both are to meet the same bounds. */
  Optional<String> differenceOfSlas() {
    Sla before = baseline.cell().cell().sla();
    Sla after = candidate.cell().cell().sla();
    return before.bounds().equals(after.bounds())
        ? Optional.empty()
        : Optional.of(
            "max %s of different SLAs are not compared (%s: %s; %s: %s)"
                .formatted(
                    baseline.unit(),
                    baseline.run().letter(),
                    FigureText.sla(before),
                    candidate.run().letter(),
                    FigureText.sla(after)));
  }

  /** Whether the single level of both is the capacity that each measured for itself. */
  static boolean isOfOwnCapacities(Side baseline, Side candidate) {
    return baseline.load().capacity() != null && candidate.load().capacity() != null;
  }

  /** What the candidate was to measure at some levels, as the baseline did, and lacks. */
  Optional<String> lackOfCandidate(IntPredicate at) {
    if (!candidate.run().failed(candidate.cell()).isEmpty()) {
      return Optional.of("a repetition of the candidate failed");
    }
    return baseline.counting().stream()
        .map(JudgedLevel::at)
        .filter(level -> !isOfOwnCapacities(baseline, candidate))
        .filter(level -> at.test(level) && candidate.lacks(level))
        .findFirst()
        .map(level -> "INVALID or not measured at %s, where A is valid".formatted(load(level)));
  }

  /** The levels that only one of both measured validly, in a sentence; empty if there are none. */
  String leftOut() {
    if (!isComparable(baseline, candidate)) {
      return "Levels not comparable: %s in %s, %s in %s."
          .formatted(
              baseline.run().letter(), baseline.unit(), candidate.run().letter(), candidate.unit());
    }
    String left =
        Stream.of(baseline, candidate)
            .flatMap(side -> side.cell().levels().stream())
            .map(JudgedLevel::at)
            .filter(load -> levels.stream().noneMatch(level -> level.load() == load))
            .filter(load -> !isOfOwnCapacities(baseline, candidate))
            .distinct()
            .sorted()
            .map(FigureText::count)
            .collect(Collectors.joining(", "));
    return left.isEmpty()
        ? ""
        : "Not compared, as a side was not measured or INVALID: %s %s."
            .formatted(left, baseline.unit());
  }

  /** The compared cells, such as {@code B cached 20/200 against A fixed 24}. */
  String title() {
    return candidate.named().label() + " against " + baseline.named().label();
  }

  String load(int level) {
    return FigureText.load(baseline.cell().workload(), level);
  }
}
