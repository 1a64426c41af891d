package io.poolbench.report;

import io.poolbench.judge.CapacityEstimate;
import io.poolbench.model.Verification;
import io.poolbench.model.Verification.Outcome;
import io.poolbench.model.Verification.Pool;
import io.poolbench.result.CellResult.PredictedUsers;
import io.poolbench.result.CellResult.PredictedUsers.Role;
import io.poolbench.result.FigureText;
import io.poolbench.result.StudyResult;

/** Formats predicted and measured max users, and whether the recommendation held. */
public record VerificationText(Verification verification) {
  /** Writes the verification of a result; nothing where it has none. */
  static void writeTo(StudyResult result, Page page) {
    Verification.of(result).ifPresent(of -> new VerificationText(of).writeTo(page));
  }

  private void writeTo(Page page) {
    page.heading(2, "Verification: max users within SLA, predicted and then measured");
    page.table(
        Table.of(
            verification.pools(),
            Table.text("pool", Pool::cell),
            Table.text("", pool -> role(pool.predicted().role())),
            Table.figure("predicted", pool -> predicted(pool.predicted())),
            Table.figure("measured", VerificationText::measured),
            Table.text("prediction", pool -> outcome(pool.outcome()))));
    page.paragraph(sentence());
  }

  private static String role(Role role) {
    return switch (role) {
      case SMALLER -> "fewer threads";
      case RECOMMENDED -> "recommended";
      case LARGER -> "more threads";
    };
  }

  private static String outcome(Outcome outcome) {
    return switch (outcome) {
      case HELD -> "held";
      case NOT_HELD -> "did not hold";
      case UNDECIDED -> "not known";
    };
  }

  private static String predicted(PredictedUsers users) {
    String high = users.high() == null ? "" : FigureText.measure(users.high());
    return "%s [%s, %s]"
        .formatted(FigureText.measure(users.users()), FigureText.measure(users.low()), high);
  }

  private static String measured(Pool pool) {
    return pool.measured().map(CapacityEstimate::text).orElse(FigureText.UNKNOWN);
  }

  /**
   * Such as {@code The recommendation held: planned for 27 users, predicted 33 [28, 39], measured
   * 34.2 [31.0, 36.5].}
   */
  String sentence() {
    String outcome =
        switch (verification.outcome()) {
          case HELD -> "The recommendation held";
          case NOT_HELD -> "The recommendation did NOT hold";
          case UNDECIDED -> "Whether the recommendation holds is NOT KNOWN";
        };
    String values =
        verification.pools().stream()
            .filter(pool -> pool.predicted().role() == Role.RECOMMENDED)
            .map(VerificationText::values)
            .findFirst()
            .orElse("");
    String contradictions =
        verification.contradictions().isEmpty()
            ? ""
            : "; shown against the prediction: "
                + verification.contradictions().get(0).more().cell().cell().name()
                + " carries more than "
                + verification.contradictions().get(0).less().cell().cell().name();
    return outcome + values + contradictions + ".";
  }

  private static String values(Pool pool) {
    Integer planned = pool.predicted().planned();
    return (planned == null ? ": " : ": planned for " + FigureText.count(planned) + " users, ")
        + "predicted "
        + predicted(pool.predicted())
        + ", measured "
        + measured(pool);
  }
}
