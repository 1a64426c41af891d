package io.poolbench.judge;

import io.poolbench.journal.FigureText;
import io.poolbench.study.Workload;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * A cell, or a group or a phase of one, with the estimates of its capacity.
 *
 * @param asItWas the capacity on the host as it was, from all blocks; empty without a level that
 *     counts, or below a bound on TPS that no level reaches
 * @param undisturbed the capacity from the slices in which other processes and machines took hardly
 *     any CPU time; empty with too few of them
 */
public record EstimatedCell(
    JudgedCell judged, Optional<CapacityEstimate> asItWas, Optional<CapacityEstimate> undisturbed) {
  public EstimatedCell {
    Objects.requireNonNull(judged, "judged");
  }

  /** The cells of a study. */
  public static List<EstimatedCell> of(JudgedStudy study) {
    return study.cells().stream().map(cell -> of(cell, study)).toList();
  }

  /** A cell of a study, or a part of one. */
  public static EstimatedCell of(JudgedCell cell, JudgedStudy study) {
    if (study.study().paired() == null) {
      return new EstimatedCell(
          cell, CapacityEstimate.of(cell, Samples.ofRepetitions(cell)), Optional.empty());
    }
    Samples rounds = Samples.ofRounds(List.of(cell));
    HostConditions host = HostConditions.of(List.of(cell));
    JudgedCell calm = cell.only(host::isCalm).withRounds(Samples.MIN_ROUNDS);
    return new EstimatedCell(
        cell,
        CapacityEstimate.of(cell, rounds),
        calm.levels().size() < 2
            ? Optional.empty()
            : CapacityEstimate.of(calm, Samples.ofRounds(List.of(calm))));
  }

  public String name() {
    return judged.name();
  }

  /** The same cell under a label, which tells cells of several results apart. */
  public EstimatedCell named(String label) {
    return new EstimatedCell(judged.named(label), asItWas, undisturbed);
  }

  /** The same cell with the measured levels alone. */
  public EstimatedCell withoutEstimates() {
    return new EstimatedCell(judged, Optional.empty(), Optional.empty());
  }

  public Workload workload() {
    return judged.workload();
  }

  /** What levels count: {@code users} or {@code requests/s}. */
  public String unit() {
    return FigureText.unit(workload());
  }

  public PassedLevel passedLevel() {
    return new PassedLevel(judged);
  }

  /**
   * The level whose figures stand for those at the capacity: the highest that passed; where none is
   * decided to pass, the highest up to the estimate that does not fail.
   */
  public Optional<JudgedLevel> atCapacity() {
    double load = asItWas.map(CapacityEstimate::load).orElse(Double.NEGATIVE_INFINITY);
    return passedLevel()
        .passing()
        .or(
            () ->
                judged.levels().stream()
                    .filter(level -> level.at() <= load && level.counts())
                    .filter(level -> level.verdict().kind() != Verdict.Kind.FAIL)
                    .reduce((lower, higher) -> higher));
  }

  /** Phases of a load have no capacity. */
  public boolean isOfPhases() {
    return !judged.cell().load().phases().isEmpty();
  }

  public boolean isMeasured() {
    return !judged.levels().isEmpty();
  }

  /** Whether something is known of the capacity, be it one end of it. */
  public boolean isKnown() {
    return asItWas.map(CapacityEstimate::isKnown).orElseGet(() -> passedLevel().isKnown());
  }

  /** The capacity as text; by the levels where there is no estimate. */
  public String text() {
    return asItWas.map(CapacityEstimate::text).orElseGet(this::textByLevels);
  }

  public String textWithUnit() {
    return asItWas
        .map(estimate -> estimate.text(workload()))
        .orElseGet(
            () ->
                isOfPhases() || passedLevel().passing().isEmpty()
                    ? text()
                    : text() + " " + workload().unit(passedLevel().level()));
  }

  /** As {@link #text()} without the interval. */
  public String brief() {
    return asItWas.map(CapacityEstimate::brief).orElseGet(this::textByLevels);
  }

  private String textByLevels() {
    return isMeasured() && !isOfPhases() ? passedLevel().answer() : FigureText.UNKNOWN;
  }
}
