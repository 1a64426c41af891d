package io.poolbench.report;

import io.poolbench.capacity.Verification;
import io.poolbench.capacity.Verification.Outcome;
import io.poolbench.capacity.Verification.Pool;
import io.poolbench.report.Table.Column;
import io.poolbench.result.FigureText;
import io.poolbench.result.PredictedUsers;
import io.poolbench.result.PredictedUsers.Role;
import io.poolbench.result.StudyResult;
import io.poolbench.sla.CapacityEstimate;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/** Formats predicted and measured max users, and whether the recommendation held. */
public record VerificationText(Verification verification) {
  /** Writes the verification of a result; nothing where it has none. */
  static void writeTo(StudyResult result, Page page) throws IOException {
    Optional<Verification> verification = Verification.of(result);
    if (verification.isPresent()) {
      new VerificationText(verification.get()).writeTo(page);
    }
  }

  private void writeTo(Page page) throws IOException {
    page.heading(2, "Verification: max users within SLA, predicted and then measured");
    page.table(
        new Table(
            List.of(
                Column.text("pool"),
                Column.text(""),
                Column.figure("predicted"),
                Column.figure("measured"),
                Column.text("prediction")),
            verification.pools().stream().map(VerificationText::row).toList()));
    page.paragraph(sentence());
  }

  private static List<String> row(Pool pool) {
    return List.of(
        pool.cell(),
        role(pool.predicted().role()),
        predicted(pool.predicted()),
        measured(pool),
        outcome(pool.outcome()));
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
