package io.poolbench.agreement;

import io.poolbench.sla.LoadSpread;
import io.poolbench.sla.MostLoad;
import java.util.Optional;

/** The most users that a pool serves within the SLA, held against a published number. */
record MostUsers(Curve curve, double published) {
  /**
   * How it stands. An answer that may be higher does not agree, for how much higher is not known;
   * nor does it say anything that the fewest users that were tried broke the SLA, where they were
   * more than published.
   */
  Standing standing() {
    Optional<LoadSpread> most = curve.mostUsers();
    if (most.isEmpty()) {
      return Standing.MISSING;
    }
    int measured = most.get().median();
    boolean agrees = FigureKind.USERS.agrees(published, measured);
    boolean mayBeHigher = most.get().maybeMore() || (measured == 0 && triedOnlyMore());
    if (mayBeHigher && (agrees || measured < published)) {
      return Standing.MISSING;
    }
    return agrees ? Standing.AGREES : Standing.DEVIATES;
  }

  private boolean triedOnlyMore() {
    return curve.looks().stream().allMatch(look -> look.users() > published);
  }

  /** Null where it says nothing. */
  Double measured() {
    return standing() == Standing.MISSING
        ? null
        : Double.valueOf(curve.mostUsers().orElseThrow().median());
  }

  /** The answer, and what breaks the SLA. */
  String text() {
    return "most users within the SLA: "
        + curve
            .mostUsers()
            .map(
                most ->
                    most.median() == 0 && triedOnlyMore() ? "not measured so low" : most.answer())
            .orElse("not measured")
        + curve.cells().stream()
            .map(MostLoad::of)
            .flatMap(answer -> answer.firstFailing().stream())
            .findFirst()
            .map(step -> "; " + step.level() + " break it: " + step.verdict().reason())
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
