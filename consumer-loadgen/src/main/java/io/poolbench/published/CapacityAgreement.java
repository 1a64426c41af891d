package io.poolbench.published;

import io.poolbench.judge.JudgedLevel;
import io.poolbench.judge.PassedLevel;
import io.poolbench.published.Published.Agreement;
import io.poolbench.stats.Range;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * The highest measured level within the SLA compared with the published one, which is a level that
 * was measured too: therefore by levels, not by the estimate between them.
 *
 * <p>If INVALID levels leave the measured capacity unknown, the agreement is unknown too. A
 * capacity that may be higher than measured does not agree, because its upper limit is unknown. If
 * even the lowest measured level fails, the capacity may be any number below that level.
 */
record CapacityAgreement(Curve curve, double published, Agreement agreement) {
  static CapacityAgreement of(Curve curve, double published, Band band) {
    return new CapacityAgreement(curve, published, agreement(curve, published, band));
  }

  private static Agreement agreement(Curve curve, double published, Band band) {
    Optional<PassedLevel.Spread> capacity = curve.passedLevel();
    if (capacity.isEmpty()) {
      return curve.isMeasured() ? Agreement.INVALID : Agreement.MISSING;
    }
    int measured = capacity.get().median();
    boolean agrees = band.agrees(published, measured);
    boolean isOpen = capacity.get().maybeMore() && (agrees || measured < published);
    if (isOpen || (measured == 0 && !isLowestBelow(curve, published, band))) {
      return Agreement.MISSING;
    }
    return agrees ? Agreement.AGREES : Agreement.DEVIATES;
  }

  /** Whether any capacity below the lowest measured level deviates from the published one. */
  private static boolean isLowestBelow(Curve curve, double published, Band band) {
    return curve.levels().stream()
        .findFirst()
        .map(lowest -> lowest.at() - 1)
        .filter(highest -> highest < published && !band.agrees(published, highest))
        .isPresent();
  }

  boolean isDecided() {
    return agreement == Agreement.AGREES || agreement == Agreement.DEVIATES;
  }

  String text() {
    return "highest level that passed: "
        + curve
            .passedLevel()
            .map(
                capacity ->
                    agreement == Agreement.MISSING && !capacity.maybeMore()
                        ? "below the lowest measured level"
                        : capacity.answer())
            .orElse(curve.isMeasured() ? "unknown (INVALID levels)" : "not measured")
        + curve.firstFailing().stream()
            .findFirst()
            .map(CapacityAgreement::failing)
            .orElse("; no level fails");
  }

  private static String failing(JudgedLevel level) {
    return "; " + level.at() + " fail: " + String.join(" ", level.verdict().codes());
  }

  AgreementValue value(PublishedColumn column) {
    return new AgreementValue(
        column,
        published,
        isDecided() ? (Double) (double) curve.passedLevel().orElseThrow().median() : null,
        isDecided() ? interval(curve.passedLevel().orElseThrow().median()) : Optional.empty(),
        agreement,
        agreement == Agreement.AGREES ? "" : text());
  }

  /** From the capacity to the level below the first that fails; empty if either is unknown. */
  private Optional<Range> interval(double capacity) {
    OptionalDouble failing = curve.firstFailingLevel();
    return failing.isPresent() && failing.getAsDouble() > capacity
        ? Optional.of(new Range(capacity, Math.max(capacity, Math.ceil(failing.getAsDouble()) - 1)))
        : Optional.empty();
  }
}
