package io.poolbench.report;

import static io.poolbench.report.PredictionTables.INTERVAL;
import static io.poolbench.report.PredictionTables.interval;

import io.poolbench.capacity.CapacityModel;
import io.poolbench.capacity.Estimate;
import io.poolbench.capacity.Goal;
import io.poolbench.capacity.Prediction.Level;
import io.poolbench.capacity.Recommendation;
import io.poolbench.capacity.Recommendation.Candidate;
import io.poolbench.capacity.Recommendation.Changed;
import io.poolbench.capacity.Recommendation.Condition;
import io.poolbench.capacity.Recommendation.Relaxed;
import io.poolbench.capacity.Recommendation.Resource;
import io.poolbench.capacity.Verification;
import io.poolbench.report.Table.Column;
import io.poolbench.result.FigureText;
import io.poolbench.result.Metric;
import io.poolbench.result.StudyResult;
import io.poolbench.sla.SlaText;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A recommendation and the reasons for it.
 *
 * @param source the result, as named on the command line
 */
public record RecommendationTables(String source, CapacityModel model, Recommendation found) {
  /** Writes the recommendation for a terminal, the properties last. */
  public void writeTo(Appendable out, Sheet sheet) throws IOException {
    writeTo(new TerminalPage(out, sheet));
  }

  /** Writes the recommendation of a study that sizes a pool; nothing for other studies. */
  static void writeTo(EvaluatedResult evaluated, Page page) throws IOException {
    StudyResult result = evaluated.result();
    if (result.sizing() == null) {
      return;
    }
    Optional<Recommendation> found = evaluated.recommendation();
    if (found.isPresent()) {
      new RecommendationTables(result.study(), evaluated.model().model(), found.get())
          .writeTo(page);
    } else {
      page.paragraph("No recommendation: " + evaluated.model().lack());
    }
  }

  /** Writes the pool that a sizing study recommends, and whether it was verified. */
  static void summaryTo(EvaluatedResult evaluated, Page page) throws IOException {
    StudyResult result = evaluated.result();
    if (result.sizing() == null) {
      return;
    }
    List<String> sentences = new ArrayList<>();
    Optional<Recommendation> found = evaluated.recommendation();
    if (found.isPresent()) {
      var tables = new RecommendationTables(result.study(), evaluated.model().model(), found.get());
      sentences.add(tables.sentence());
      sentences.add(String.join(" ", tables.properties()));
    } else {
      sentences.add("No recommendation: " + evaluated.model().lack());
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

  private List<String> properties() {
    return found.pool().pool().dubboProperties().entrySet().stream()
        .map(property -> property.getKey() + "=" + property.getValue())
        .toList();
  }

  private void writeTo(Page page) throws IOException {
    page.heading(2, "Recommendation by " + source);
    page.paragraph("SLA: " + SlaText.of(found.sla()) + ". " + goal());
    poolTo(page);
    whyTo(page);
    changesTo(page);
    for (String missing : PredictionTables.missing(model)) {
      page.paragraph(missing);
    }
    page.heading(3, "Properties");
    page.verbatim(properties());
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

  private void poolTo(Page page) throws IOException {
    Candidate pool = found.pool();
    Level planned = found.planned();
    page.heading(3, pool.pool().label() + (pool.extrapolated() ? "*" : ""));
    List<List<String>> rows = new ArrayList<>();
    rows.add(row("max users within SLA", users(pool), usersInterval(pool)));
    rows.add(row("TPS with so many", measure(pool.maxTps()), interval(pool.maxTps())));
    String with = "with " + FigureText.count(planned.users()) + " users (planned): ";
    rows.add(row(with + "TPS", measure(planned.tps()), interval(planned.tps())));
    String tp99 = Metric.TP99.heading();
    rows.add(row(with + tp99, measure(planned.tp99Millis()), interval(planned.tp99Millis())));
    String cpu = Metric.PROVIDER_CPU.heading();
    rows.add(row(with + cpu, measure(planned.cpuPct()), interval(planned.cpuPct())));
    rows.add(
        row(
            "queue that is answered within the SLA, calls",
            FigureText.count((long) found.queue().value()),
            counts(found.queue())));
    page.table(new Table(List.of(Column.text("expected"), Column.figure("value"), INTERVAL), rows));
    if (pool.extrapolated()) {
      page.paragraph("* beyond the measured loads");
    }
  }

  private void whyTo(Page page) throws IOException {
    page.heading(3, "Why not another pool");
    List<List<String>> rows = new ArrayList<>();
    found.fewerThreads().ifPresent(fewer -> rows.add(pool("fewer threads", fewer)));
    rows.add(pool("recommended", found.pool()));
    rows.add(pool("more threads", found.more()));
    page.table(
        new Table(
            List.of(
                Column.text(""),
                Column.text("pool"),
                Column.figure("max users"),
                INTERVAL,
                Column.figure(Metric.TPS.heading()),
                INTERVAL),
            rows));
    page.heading(3, "What limits it: " + name(found.bound()));
    page.table(
        new Table(
            List.of(Column.text("the pool with"), Column.figure("max users"), INTERVAL),
            found.relaxed().stream().map(RecommendationTables::relaxed).toList()));
  }

  private static List<String> pool(String role, Candidate candidate) {
    return List.of(
        role,
        candidate.pool().label() + (candidate.extrapolated() ? "*" : ""),
        users(candidate),
        usersInterval(candidate),
        measure(candidate.maxTps()),
        interval(candidate.maxTps()));
  }

  private static List<String> relaxed(Relaxed relaxed) {
    String what =
        switch (relaxed.resource()) {
          case THREADS -> "twice the threads";
          case CPU -> "twice the CPUs*";
          case DOWNSTREAM -> "half the downstream time*";
        };
    return row(
        what, FigureText.count((long) relaxed.maxUsers().value()), counts(relaxed.maxUsers()));
  }

  private void changesTo(Page page) throws IOException {
    page.heading(3, "What changes the answer");
    page.table(
        new Table(
            List.of(
                Column.text("condition*"),
                Column.figure("max users"),
                INTERVAL,
                Column.figure(Metric.TPS.heading()),
                Column.text("then recommended"),
                Column.figure("max users"),
                INTERVAL),
            found.changes().stream().map(this::changed).toList()));
    page.paragraph("* not measured: extrapolated by the model");
  }

  private List<String> changed(Changed changed) {
    return List.of(
        name(changed.condition()),
        FigureText.count((long) changed.maxUsers().value()),
        counts(changed.maxUsers()),
        measure(changed.maxTps()),
        changed.threads() + " threads" + (changed.carried() ? "" : " (goal not carried)"),
        FigureText.count((long) changed.bestMaxUsers().value()),
        counts(changed.bestMaxUsers()));
  }

  private static String name(Resource bound) {
    return switch (bound) {
      case THREADS -> "threads";
      case CPU -> "the provider's CPUs";
      case DOWNSTREAM -> "time downstream";
    };
  }

  private static String name(Condition condition) {
    return switch (condition) {
      case DOWNSTREAM_50_PCT_SLOWER -> "downstream +50 %";
      case CPU_PER_CALL_20_PCT_MORE -> "CPU per call +20 %";
      case CPU_PER_CALL_20_PCT_LESS -> "CPU per call -20 %";
      case HALF_THE_CPUS -> "half the CPUs";
    };
  }

  private static List<String> row(String name, String value, String interval) {
    return List.of(name, value, interval);
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
}
