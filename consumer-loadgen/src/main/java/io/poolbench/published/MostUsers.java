package io.poolbench.published;

import io.poolbench.sla.Capacity;
import io.poolbench.sla.CapacitySpread;
import java.util.Optional;

/** The most users that a pool serves within the SLA, held against a published number. */
record MostUsers(Curve curve, double published) {
  /**
   * How it stands. Where steps leave the answer unknown, they are INVALID. An answer that may be
   * higher does not agree, for how much higher is not known; and where even the fewest users that
   * were tried break the SLA, it may be any number below them.
   */
  Standing standing() {
    Optional<CapacitySpread> most = curve.mostUsers();
    if (most.isEmpty()) {
      return curve.isMeasured() ? Standing.INVALID : Standing.MISSING;
    }
    int measured = most.get().median();
    boolean agrees = FigureKind.USERS.agrees(published, measured);
    if (most.get().maybeMore() && (agrees || measured < published)) {
      return Standing.MISSING;
    }
    if (measured == 0 && !triedFewEnough()) {
      return Standing.MISSING;
    }
    return agrees ? Standing.AGREES : Standing.DEVIATES;
  }

  /** Whether one user fewer than the fewest that were tried would still be too few to agree. */
  private boolean triedFewEnough() {
    return curve.looks().stream()
        .findFirst()
        .filter(fewest -> fewest.users() - 1 < published)
        .filter(fewest -> !FigureKind.USERS.agrees(published, fewest.users() - 1))
        .isPresent();
  }

  /** Null where it says nothing. */
  Double measured() {
    Standing standing = standing();
    return standing == Standing.AGREES || standing == Standing.DEVIATES
        ? Double.valueOf(curve.mostUsers().orElseThrow().median())
        : null;
  }

  /** The answer, and what breaks the SLA. */
  String text() {
    return "most users within the SLA: "
        + curve
            .mostUsers()
            .map(
                most ->
                    standing() == Standing.MISSING && !most.maybeMore()
                        ? "fewer than were measured"
                        : most.answer())
            .orElse(curve.isMeasured() ? "unknown, for steps are INVALID" : "not measured")
        + curve.cells().stream()
            .map(Capacity::of)
            .flatMap(answer -> answer.firstFailing().stream())
            .findFirst()
            .map(
                step ->
                    "; " + step.level() + " break it: " + String.join(" ", step.verdict().codes()))
            .orElse("; no load breaks it");
  }

  /** As a part of a finding. */
  Statement statement(String text, Evidence evidence) {
    return switch (standing()) {
      case AGREES -> Statement.decided(text, true, text(), () -> "");
      case DEVIATES ->
          Statement.decided(
              text,
              false,
              text(),
              () -> evidence.counters(curve.at((int) Math.round(published))).line());
      case INVALID, MISSING -> Statement.undecided(text, text());
    };
  }
}
