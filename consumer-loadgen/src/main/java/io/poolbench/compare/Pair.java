package io.poolbench.compare;

import io.poolbench.result.FigureText;
import io.poolbench.sla.LevelResult;
import io.poolbench.spec.Workload;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * A cell held against the baseline's.
 *
 * @param baseline the cell of A
 * @param candidate the cell that is held against it
 * @param capacity the most load within the SLA of both; null where their levels count different
 *     things, users and requests per second
 * @param levels the loads that both measured, rising; none where their levels count different
 *     things
 * @param leftOut what could not be compared, and why, a sentence each
 * @param warnings what else differs between both than the cells themselves, a sentence each
 */
public record Pair(
    Side baseline,
    Side candidate,
    CapacityDeviation capacity,
    List<LevelComparison> levels,
    List<String> leftOut,
    List<String> warnings) {
  public Pair {
    Objects.requireNonNull(baseline, "baseline");
    Objects.requireNonNull(candidate, "candidate");
    levels = List.copyOf(levels);
    leftOut = List.copyOf(leftOut);
    warnings = List.copyOf(warnings);
  }

  static Pair of(Side baseline, Side candidate) {
    boolean comparable = baseline.countsLike(candidate);
    List<LevelComparison> levels =
        comparable
            ? both(valid(baseline), valid(candidate)).stream()
                .map(
                    level ->
                        new LevelComparison(
                            baseline.cell().level(level), candidate.cell().level(level)))
                .toList()
            : List.of();
    return new Pair(
        baseline,
        candidate,
        comparable ? CapacityDeviation.of(baseline.cell(), candidate.cell()) : null,
        levels,
        Omissions.of(baseline, candidate),
        Differences.between(baseline, candidate, levels));
  }

  private static SortedSet<Integer> valid(Side side) {
    return side.cell().levelResults().stream()
        .filter(LevelResult::isValid)
        .map(LevelResult::level)
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private static SortedSet<Integer> both(SortedSet<Integer> left, SortedSet<Integer> right) {
    SortedSet<Integer> both = new TreeSet<>(left);
    both.retainAll(right);
    return both;
  }

  /** What is compared: {@code A fixed 24 against B cached 20/200}. */
  public String title() {
    return candidate.label() + " against " + baseline.label();
  }

  /** What decides when the baseline's calls are made. */
  public Workload workload() {
    return baseline.cell().cell().load().workload();
  }

  /** All deviations of steps, load by load. */
  public List<Deviation> deviations() {
    return levels.stream().flatMap(level -> level.deviations().stream()).toList();
  }

  /** The answer in two sentences: the most load of both, and how much of what differs is noise. */
  public String sentence() {
    List<String> sentences = new ArrayList<>();
    if (capacity != null) {
      sentences.add(mostLoadSentence());
    }
    sentences.add(noiseSentence());
    return String.join(" ", sentences);
  }

  private String mostLoadSentence() {
    String unit = FigureText.unit(workload());
    Integer amount = capacity.amount();
    String change =
        amount == null
            ? "by how much they differ is not known"
            : amount == 0
                ? "no more and no less"
                : FigureText.load(workload(), Math.abs(amount)) + (amount > 0 ? " more" : " less");
    return "Most "
        + unit
        + " within the SLA: "
        + candidate.label()
        + " "
        + CapacityDeviation.answer(capacity.candidate())
        + ", "
        + baseline.label()
        + " "
        + CapacityDeviation.answer(capacity.baseline())
        + "; "
        + change
        + ".";
  }

  private String noiseSentence() {
    if (levels.isEmpty()) {
      return "No load was measured of both.";
    }
    long tested = deviations().stream().filter(of -> of.significance().known()).count();
    if (tested == 0) {
      return "Whether a deviation is more than noise cannot be known: it takes two valid"
          + " repetitions of each side or more.";
    }
    long beyond = deviations().stream().filter(of -> of.significance().moreThanNoise()).count();
    return FigureText.count(beyond)
        + " of "
        + FigureText.count(tested)
        + " figures that repetitions allow to test differ by more than noise; of so many, "
        + FigureText.difference(tested * Significance.LEVEL_PCT / 100.0)
        + " would by chance alone.";
  }
}
