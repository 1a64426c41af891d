package io.poolbench.report;

import static io.poolbench.report.PredictionTables.INTERVAL;
import static io.poolbench.report.PredictionTables.interval;

import io.poolbench.api.PoolConfig;
import io.poolbench.judge.CapacityEstimate;
import io.poolbench.model.CapacityModel;
import io.poolbench.model.Estimate;
import io.poolbench.model.MeasuredLoads;
import io.poolbench.model.Prediction.Level;
import io.poolbench.model.Recommendation;
import io.poolbench.model.Recommendation.Candidate;
import io.poolbench.model.Recommendation.Goal;
import io.poolbench.model.Recommendation.Resource;
import io.poolbench.model.Verification;
import io.poolbench.model.Verification.Pool;
import io.poolbench.result.CellResult.PredictedUsers;
import io.poolbench.result.CellResult.PredictedUsers.Role;
import io.poolbench.result.FigureText;
import io.poolbench.result.Metric;
import io.poolbench.result.StudyResult;
import io.poolbench.spec.TargetSettings;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A recommendation and the reasons for it.
 *
 * @param source the result, as named on the command line
 * @param loads the loads that the model was fitted to; the pool is for their provider
 */
public record RecommendationTables(
    String source, MeasuredLoads loads, CapacityModel model, Recommendation found) {
  private record Expected(String what, String value, String interval) {}

  private record Other(String role, Candidate candidate) {}

  /**
   * The recommendation, the properties last.
   *
   * @param measured the result that the model was fitted to, for what disturbed its host
   */
  public Page page(StudyResult measured) {
    Page page = new Page();
    page.sentences(ValidityNotes.host(measured));
    writeTo(page);
    return page;
  }

  private static RecommendationTables of(EvaluatedResult evaluated, Recommendation found) {
    return new RecommendationTables(
        evaluated.result().study(), evaluated.model().loads(), evaluated.model().model(), found);
  }

  /** Writes the recommendation of a study that sizes a pool; nothing for other studies. */
  static void writeTo(EvaluatedResult evaluated, Page page) {
    StudyResult result = evaluated.result();
    if (result.sizing() == null) {
      return;
    }
    Optional<Recommendation> found = evaluated.recommendation();
    if (found.isPresent()) {
      of(evaluated, found.get()).writeTo(page);
    } else {
      page.paragraph("No recommendation: " + evaluated.recommendationLack());
    }
  }

  /** Writes the pool that a sizing study recommends, and whether it was verified. */
  static void summaryTo(EvaluatedResult evaluated, Page page) {
    StudyResult result = evaluated.result();
    if (result.sizing() == null) {
      return;
    }
    List<String> sentences = new ArrayList<>();
    Optional<Recommendation> found = evaluated.recommendation();
    if (found.isPresent()) {
      var tables = of(evaluated, found.get());
      sentences.add(tables.sentence());
      sentences.add(String.join(" ", tables.propertyLines()));
    } else {
      sentences.add("No recommendation: " + evaluated.recommendationLack());
    }
    Verification.of(result).ifPresent(of -> sentences.add(new VerificationText(of).sentence()));
    page.sentences(sentences);
  }

  private String sentence() {
    Candidate pool = found.pool();
    Level planned = found.planned();
    return "Recommended: %s, max users %s [%s]; with %s users %s TPS and TP99 %s ms; limit: %s. %s"
        .formatted(
            pool.pool().label() + (pool.extrapolated() ? " (beyond the measured loads)" : ""),
            users(pool),
            usersInterval(pool),
            FigureText.count(planned.users()),
            measure(planned.tps()),
            measure(planned.tp99Millis()),
            name(found.bound()),
            found.carried() ? "" : goal())
        .strip();
  }

  /** The properties that configure the pool, by the keys that the provider's program has. */
  public Map<String, String> properties() {
    PoolConfig pool = found.pool().pool();
    return change().map(PoolChange::properties).orElseGet(pool::dubboProperties);
  }

  private List<String> propertyLines() {
    return PoolChange.lines(properties());
  }

  private Optional<PoolChange> change() {
    return loads.cell().provider() instanceof TargetSettings target
        ? Optional.of(new PoolChange(found.pool().pool(), target.program().configuredBy()))
        : Optional.empty();
  }

  private void writeTo(Page page) {
    page.heading(2, "Recommendation by " + source);
    page.paragraph("SLA: " + FigureText.sla(found.sla()) + ". " + goal());
    poolTo(page);
    whyTo(page);
    PredictionTables.missing(loads, model).forEach(page::paragraph);
    page.heading(3, "Properties");
    page.verbatim(change().map(PoolChange::everywhere).orElseGet(this::propertyLines));
  }

  private String goal() {
    String load =
        found.goal() instanceof Goal.Users of
            ? FigureText.count(of.users()) + " users"
            : found.goal() instanceof Goal.Rate of
                ? FigureText.measure(of.perSecond()) + " calls/s"
                : "the most users";
    String goal = load + " with a margin of " + FigureText.exact(found.marginPct()) + " %";
    return found.carried()
        ? "Goal: " + goal + "."
        : "No pool carries "
            + goal
            + "; this one carries the most. Limit: "
            + name(found.bound())
            + ".";
  }

  private void poolTo(Page page) {
    Candidate pool = found.pool();
    Level planned = found.planned();
    page.heading(3, label(pool));
    List<Expected> rows = new ArrayList<>();
    rows.add(new Expected("max users within SLA", users(pool), usersInterval(pool)));
    rows.add(new Expected("TPS with so many", measure(pool.maxTps()), interval(pool.maxTps())));
    String with = "with " + FigureText.count(planned.users()) + " users (planned): ";
    rows.add(new Expected(with + "TPS", measure(planned.tps()), interval(planned.tps())));
    String tp99 = Metric.TP99.heading();
    rows.add(
        new Expected(with + tp99, measure(planned.tp99Millis()), interval(planned.tp99Millis())));
    String cpu = Metric.PROVIDER_CPU.heading();
    rows.add(new Expected(with + cpu, measure(planned.cpuPct()), interval(planned.cpuPct())));
    if (found.arrivals() != null) {
      String random = "with Poisson arrivals (planned): ";
      rows.add(new Expected(random + tp99, FigureText.measure(found.arrivals().tp99Millis()), ""));
      rows.add(
          new Expected(
              random + Metric.REFUSED.heading(),
              FigureText.pct(found.arrivals().refusedPct()),
              ""));
    }
    rows.add(
        new Expected(
            "queue that is answered within the SLA, calls",
            FigureText.count((long) found.queue().value()),
            counts(found.queue())));
    page.table(
        Table.of(
            rows,
            Table.text("expected", Expected::what),
            Table.figure("value", Expected::value),
            Table.figure(INTERVAL, Expected::interval)));
    if (pool.extrapolated()) {
      page.paragraph("* beyond the measured loads");
    }
  }

  private void whyTo(Page page) {
    page.heading(3, "Why not another pool");
    List<Other> rows = new ArrayList<>();
    if (found.fewer() != null) {
      rows.add(new Other("fewer threads", found.fewer()));
    }
    rows.add(new Other("recommended", found.pool()));
    rows.add(new Other("more threads", found.more()));
    page.table(
        Table.of(
            rows,
            Table.text("", Other::role),
            Table.text("pool", of -> label(of.candidate)),
            Table.figure("max users", of -> users(of.candidate)),
            Table.figure(INTERVAL, of -> usersInterval(of.candidate)),
            Table.figure(Metric.TPS.heading(), of -> measure(of.candidate.maxTps())),
            Table.figure(INTERVAL, of -> interval(of.candidate.maxTps()))));
    page.heading(3, "What limits it: " + name(found.bound()));
    page.table(
        Table.of(
            found.relaxed(),
            Table.text("the pool with", of -> relaxed(of.resource())),
            Table.figure("max users", of -> FigureText.count((long) of.maxUsers().value())),
            Table.figure(INTERVAL, of -> counts(of.maxUsers()))));
    page.paragraph("* not measured: extrapolated by the model");
  }

  private static String label(Candidate candidate) {
    return candidate.pool().label() + (candidate.extrapolated() ? "*" : "");
  }

  private static String relaxed(Resource resource) {
    return switch (resource) {
      case THREADS -> "twice the threads";
      case CPU -> "twice the CPUs*";
      case DOWNSTREAM -> "half the downstream time*";
    };
  }

  private static String name(Resource bound) {
    if (bound == null) {
      return "none of threads, CPUs and time downstream";
    }
    return switch (bound) {
      case THREADS -> "threads";
      case CPU -> "the provider's CPUs";
      case DOWNSTREAM -> "time downstream";
    };
  }

  private static String users(Candidate candidate) {
    return (candidate.open() ? "at least " : "")
        + FigureText.count((long) candidate.maxUsers().value());
  }

  private static String usersInterval(Candidate candidate) {
    return candidate.open()
        ? FigureText.count((long) candidate.maxUsers().low()) + ".."
        : counts(candidate.maxUsers());
  }

  private static String counts(Estimate of) {
    return FigureText.count((long) of.low()) + ".." + FigureText.count((long) of.high());
  }

  private static String measure(Estimate of) {
    return FigureText.measure(of.value());
  }

  /** Formats predicted and measured max users, and whether the recommendation held. */
  record VerificationText(Verification verification) {
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
              Table.text("prediction", pool -> pool.outcome().toString())));
      page.paragraph(sentence());
    }

    private static String role(Role role) {
      return switch (role) {
        case SMALLER -> "fewer threads";
        case RECOMMENDED -> "recommended";
        case LARGER -> "more threads";
      };
    }

    private static String predicted(PredictedUsers users) {
      String high = users.high() == null ? "" : FigureText.measure(users.high());
      return "%s [%s, %s]"
          .formatted(FigureText.measure(users.users()), FigureText.measure(users.low()), high);
    }

    private static String measured(Pool pool) {
      String lack = pool.predicted().undisturbed() ? "too few calm rounds" : FigureText.UNKNOWN;
      return pool.measured().map(CapacityEstimate::text).orElse(lack);
    }

    /**
     * Such as {@code The recommendation is SHOWN: planned for 27 users, predicted 33 [28, 39],
     * measured 34.2 [31.0, 36.5].}
     */
    String sentence() {
      String outcome = "The recommendation is " + verification.outcome();
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
                  + verification.contradictions().get(0).more().name()
                  + " carries more than "
                  + verification.contradictions().get(0).less().name();
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
}
