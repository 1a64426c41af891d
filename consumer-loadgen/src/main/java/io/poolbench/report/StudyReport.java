package io.poolbench.report;

import io.poolbench.journal.FigureText;
import io.poolbench.journal.Metric;
import io.poolbench.journal.Percentile;
import io.poolbench.judge.CarryOver;
import io.poolbench.judge.EstimatedCell;
import io.poolbench.judge.Ranking;
import io.poolbench.judge.Statement;
import io.poolbench.limits.PoolLimit;
import io.poolbench.report.format.Block;
import io.poolbench.report.format.Page;
import io.poolbench.report.format.Report;
import io.poolbench.report.format.Table;
import io.poolbench.report.format.Tone;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;

/**
 * The report of a study: answer, intervals, one table and two charts, then everything else on
 * requirement, first per pool, then metrics, host and validity.
 */
public final class StudyReport {
  private final Evaluation evaluation;
  private final Answer answer;
  private final List<Leaders> groups;
  private final List<FrontTables> fronts;
  private final Notes notes;

  private StudyReport(Evaluation evaluation, Answer answer) {
    this.evaluation = evaluation;
    this.answer = answer;
    this.groups = evaluation.ranked();
    this.fronts =
        groups.stream()
            .filter(group -> group.pools().stream().anyMatch(EstimatedCell::isMeasured))
            .map(group -> new FrontTables(evaluation, group))
            .toList();
    this.notes = new Notes(evaluation);
  }

  public static Report of(Evaluation evaluation) {
    return of(evaluation, Answer.of(evaluation));
  }

  /** The report with an answer that was made before. */
  public static Report of(Evaluation evaluation, Answer answer) {
    return new StudyReport(evaluation, answer).report();
  }

  private Report report() {
    Page front = new Page();
    answerTo(front);
    figuresTo(front);
    notesTo(front);
    Page details = new Page();
    chartsTo(details);
    openTo(details);
    detailsTo(details);
    return new Report(
        evaluation.study().name() + ": " + evaluation.study().title(),
        evaluation.run().origin(),
        front.blocks(),
        details.blocks());
  }

  private void answerTo(Page page) {
    page.add(new Block.Headline(answer.status().tone(), answer.sentence()));
    page.sentences(answer.support());
    if (!answer.change().isEmpty()) {
      page.verbatim(answer.change());
    }
  }

  private void figuresTo(Page page) {
    for (FrontTables front : fronts) {
      Block.Intervals intervals = front.intervals();
      if (!intervals.bars().isEmpty()) {
        page.add(intervals);
      }
      page.table(front.table());
    }
    page.table(PhaseTable.front(phased()));
  }

  private List<EstimatedCell> phased() {
    return evaluation.cells().stream().filter(EstimatedCell::isOfPhases).toList();
  }

  private void notesTo(Page page) {
    notes.errors().ifPresent(page::paragraph);
    fronts.forEach(front -> page.paragraph(Tone.FAINT, front.note()));
    page.sentences(notes.host());
  }

  private void chartsTo(Page page) {
    for (Leaders group : groups) {
      List<EstimatedCell> pools = inOrder(group);
      page.chart(LevelCharts.overLoads(Metric.TP99, pools));
      page.chart(LevelCharts.overLoads(Metric.TPS, pools));
    }
    if (!phased().isEmpty()) {
      overTime(phased(), page);
    }
  }

  /** In the study's order, so that a pool has the same colour in all charts. */
  private List<EstimatedCell> inOrder(Leaders group) {
    return evaluation.cells().stream().filter(group.pools()::contains).toList();
  }

  private static void overTime(List<EstimatedCell> pools, Page page) {
    page.chart(
        LevelCharts.overTime(
            "TP99", "ms", pools, batch -> Percentile.TP99.roughMillis(batch.times().response())));
    page.chart(
        LevelCharts.overTime(
            "OK answers",
            "per second",
            pools,
            batch -> batch.calls().ok() / batch.span().seconds()));
    page.chart(
        LevelCharts.overTime(
            "Refused, timed out and failed calls",
            "per second",
            pools,
            batch -> (batch.calls().ended() - batch.calls().ok()) / batch.span().seconds()));
  }

  private void openTo(Page page) {
    page.folded(
        "What is open",
        inner ->
            inner.table(
                Table.of(
                    answer.open(),
                    Table.text("not known", Answer.Open::what),
                    Table.text("to know it", open -> open.next().text()))));
  }

  private void detailsTo(Page page) {
    if (evaluation.advice() != null && evaluation.advice().change() != null) {
      page.folded(
          "The change, for each place that may have it",
          inner -> {
            inner.verbatim(evaluation.advice().change().everywhere());
            inner.paragraph(evaluation.advice().afterwards());
          });
    }
    page.folded("Findings and requirements", this::statementsTo);
    if (evaluation.published() != null) {
      page.folded(
          "Agreement with published tables", new AgreementTables(evaluation.published())::writeTo);
    }
    page.folded("Rankings", this::rankingsTo);
    page.folded("Phases", inner -> inner.table(PhaseTable.whole(phased())));
    for (EstimatedCell pool : evaluation.pools()) {
      page.folded(pool.name() + ": " + pool.textWithUnit(), inner -> poolTo(pool, inner));
    }
    page.folded("All metrics", this::metricsTo);
    page.folded(
        "Host and validity",
        inner -> {
          inner.notes(notes.validity());
          if (evaluation.run().calibration() != null) {
            CalibrationText.writeTo(inner, evaluation.run().calibration());
          }
          inner.paragraph("The metrics are described in docs/reference/metrics.md.");
        });
  }

  private void statementsTo(Page page) {
    for (List<Statement> statements :
        List.of(evaluation.statements().findings(), evaluation.statements().requirements())) {
      page.table(
          Table.of(
              statements,
              Table.text("statement", Statement::text).toned(Tones::of),
              Table.text("is", statement -> statement.decision().word()),
              Table.text("because", Statement::because)));
    }
  }

  private void rankingsTo(Page page) {
    for (Leaders group : groups) {
      List<Ranking> ranked =
          group.rankings().stream()
              .filter(pair -> pair.answer() != Ranking.Answer.MEASURED_ONCE)
              .toList();
      page.notes(ranked.stream().map(pair -> new RankingText(pair).sentence()).toList());
      if (ranked.size() < group.rankings().size()) {
        page.paragraph(
            FigureText.counted(group.rankings().size() - ranked.size(), "pair")
                + " measured once, not ranked.");
      }
      if (evaluation.study().paired() != null && !group.rankings().isEmpty()) {
        carryOverTo(inOrder(group), page);
      }
    }
  }

  private void carryOverTo(List<EstimatedCell> pools, Page page) {
    CarryOver carryOver = new CarryOver(evaluation.judged().cells());
    List<Table.Field<EstimatedCell>> columns = new ArrayList<>();
    columns.add(Table.text("pool", EstimatedCell::name));
    for (EstimatedCell before : pools) {
      columns.add(
          Table.figure(
              "after " + before.name(),
              pool -> {
                OptionalDouble late = carryOver.late(pool.name(), before.name());
                return late.isEmpty()
                    ? FigureText.UNKNOWN
                    : FigureText.pct(100 * late.getAsDouble());
              }));
    }
    page.table("Late calls by the pool measured right before, in %", Table.of(pools, columns));
  }

  private void poolTo(EstimatedCell pool, Page page) {
    pool.passedLevel()
        .passing()
        .ifPresent(
            level ->
                page.paragraph(
                    "Highest level that passed: "
                        + FigureText.load(pool.workload(), level.at())
                        + "."));
    page.chart(LevelCharts.percentiles(pool));
    page.chart(LevelCharts.parts(pool, evaluation.limit(pool.name())));
    if (pool.isMeasured()) {
      page.chart(LevelCharts.spectrum(pool));
    }
    new PoolTables(evaluation, pool).writeTo(page);
    evaluation
        .limit(pool.name())
        .ifPresent(
            limit -> {
              page.paragraph("Limit: " + limit.sentence());
              sitesTo(limit.sites(), page);
            });
  }

  private static void sitesTo(PoolLimit.Sites sites, Page page) {
    List<Table.Field<PoolLimit.SiteTime>> columns = new ArrayList<>();
    columns.add(Table.text("site", PoolLimit.SiteTime::name));
    for (int i = 0; i < sites.levels().size(); i++) {
      int at = i;
      columns.add(
          Table.figure(
              FigureText.count(sites.levels().get(i)),
              site -> FigureText.measure(site.millis().get(at))));
    }
    page.table("Time of a call by site, in ms, by level", Table.of(sites.times(), columns));
  }

  private void metricsTo(Page page) {
    for (Leaders group : groups) {
      var charts = LevelCharts.everyMetric(inOrder(group));
      if (!charts.isEmpty()) {
        page.add(new Block.Choice("Metric over " + group.unit() + ":", charts));
      }
    }
  }
}
