package io.poolbench.report;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.MapperFeature;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.poolbench.journal.FigureText;
import io.poolbench.journal.Host;
import io.poolbench.journal.Metric;
import io.poolbench.journal.Violation;
import io.poolbench.judge.CapacityEstimate;
import io.poolbench.judge.EstimatedCell;
import io.poolbench.judge.JudgedLevel;
import io.poolbench.judge.Ranking;
import io.poolbench.judge.Statement;
import io.poolbench.judge.Verdict;
import io.poolbench.limits.Advice;
import io.poolbench.limits.PoolLimit;
import io.poolbench.published.Published;
import io.poolbench.report.format.Text;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * {@code result.json}: a summary for other programs, derived from the journal. Unknown values are
 * left out; a reader should skip unknown properties.
 *
 * @param answer first, as it stands on all reports
 * @param capacities max load within the SLA of each cell and group
 */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
record ResultJson(
    Answer answer,
    String study,
    String title,
    String started,
    String poolbench,
    Host host,
    Map<String, String> tags,
    boolean complete,
    List<Capacity> capacities,
    List<RankingJson> rankings,
    Advice advice,
    List<PoolLimit> limits,
    List<Statement> findings,
    List<Statement> requirements,
    Published published,
    List<CellJson> cells) {
  /** Ends of an interval are left out where unknown. */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  record Capacity(
      String cell,
      String unit,
      String text,
      Double estimate,
      Double lower,
      Double upper,
      CapacityEstimate.Basis basis,
      Integer highestPassed,
      String limitedBy) {}

  /**
   * A pair of cells.
   *
   * @param outcome SHOWN, NOT_SHOWN or the ranking's answer
   * @param winner the one to be preferred at loads that either carries; null where none is shown
   * @param crossing null unless the curves cross
   */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  record RankingJson(
      String one,
      String other,
      String outcome,
      String winner,
      String evidence,
      CrossingJson crossing) {}

  record CrossingJson(int lastOfLow, int firstOfHigh) {}

  @JsonInclude(JsonInclude.Include.NON_EMPTY)
  record CellJson(
      String name,
      String pool,
      String unit,
      String sla,
      List<LevelJson> levels,
      Map<String, Long> failures) {}

  @JsonInclude(JsonInclude.Include.NON_EMPTY)
  record LevelJson(
      int level, Verdict.Kind verdict, List<Violation> reasons, Map<String, Double> metrics) {}

  private static final JsonMapper MAPPER =
      JsonMapper.builder()
          .enable(SerializationFeature.INDENT_OUTPUT)
          .disable(SerializationFeature.WRITE_DATES_AS_TIMESTAMPS)
          .disable(MapperFeature.AUTO_DETECT_IS_GETTERS)
          .build();

  static String of(Evaluation evaluation) {
    RunFacts run = evaluation.run();
    ResultJson result =
        new ResultJson(
            Answer.of(evaluation),
            evaluation.study().name(),
            evaluation.study().title(),
            run.started().toString(),
            run.began() == null ? "" : run.began().poolbench(),
            run.began() == null ? null : run.began().host(),
            run.tags(),
            run.complete(),
            evaluation.pools().stream()
                .filter(pool -> pool.isMeasured() && !pool.isOfPhases())
                .map(pool -> capacity(evaluation, pool))
                .toList(),
            evaluation.rankings().stream().map(ResultJson::ranking).toList(),
            evaluation.advice(),
            evaluation.limits(),
            evaluation.statements().findings(),
            evaluation.statements().requirements(),
            evaluation.published(),
            evaluation.pools().stream().map(pool -> cell(evaluation, pool)).toList());
    try {
      return Text.json(MAPPER.writeValueAsString(result)) + "\n";
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("a result that Jackson cannot write", e);
    }
  }

  private static RankingJson ranking(Ranking pair) {
    RankingText text = new RankingText(pair);
    return new RankingJson(
        text.first().name(),
        text.second().name(),
        switch (pair.answer()) {
          case CARRIES_MORE -> "SHOWN";
          case NO_DIFFERENCE -> "NOT_SHOWN";
          default -> pair.answer().name();
        },
        pair.carriesMore().map(EstimatedCell::name).orElse(null),
        text.evidence(),
        pair.crossing()
            .filter(crossing -> pair.answer() == Ranking.Answer.CROSSING)
            .map(crossing -> new CrossingJson(crossing.lastOfLow(), crossing.firstOfHigh()))
            .orElse(null));
  }

  private static Capacity capacity(Evaluation evaluation, EstimatedCell pool) {
    Optional<CapacityEstimate> estimate = pool.asItWas();
    return new Capacity(
        pool.name(),
        pool.unit(),
        pool.text(),
        finite(estimate.map(CapacityEstimate::load)),
        finite(estimate.map(CapacityEstimate::lower)),
        finite(estimate.map(CapacityEstimate::upper)),
        estimate.map(CapacityEstimate::basis).orElse(null),
        pool.passedLevel().passing().map(JudgedLevel::at).orElse(null),
        new LimitedBy(evaluation, pool).text());
  }

  private static Double finite(Optional<Double> value) {
    return value.filter(Double::isFinite).orElse(null);
  }

  private static CellJson cell(Evaluation evaluation, EstimatedCell pool) {
    List<LevelJson> levels = new ArrayList<>();
    for (JudgedLevel level : pool.judged().levels()) {
      Map<String, Double> metrics = new LinkedHashMap<>();
      for (Metric metric : Metric.values()) {
        Double value = metric.of(level.together());
        if (value != null && Double.isFinite(value)) {
          metrics.put(metric.id(), value);
        }
      }
      levels.add(
          new LevelJson(level.at(), level.verdict().kind(), level.verdict().violations(), metrics));
    }
    return new CellJson(
        pool.name(),
        new PoolTables(evaluation, pool).ranPool().label(),
        pool.unit(),
        FigureText.sla(pool.judged().cell().sla()),
        levels,
        Notes.reasons(pool));
  }
}
