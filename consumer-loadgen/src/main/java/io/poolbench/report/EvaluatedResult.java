package io.poolbench.report;

import io.poolbench.config.ConfigException;
import io.poolbench.judge.CapacityRanking;
import io.poolbench.judge.EstimatedCell;
import io.poolbench.judge.PlannedLoad;
import io.poolbench.model.CapacityModel;
import io.poolbench.model.MeasuredLoads;
import io.poolbench.model.Observation;
import io.poolbench.model.Recommendation;
import io.poolbench.published.Agreement;
import io.poolbench.published.FindingResult.StatementResult;
import io.poolbench.published.StatementEvaluator;
import io.poolbench.published.TheoryAgreement;
import io.poolbench.result.StudyResult;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.IntStream;

/** A result and the evaluations derived from it, each computed once, on demand. Thread-safe. */
public final class EvaluatedResult {
  private final StudyResult result;
  private List<EstimatedCell> estimates;
  private List<StatementResult> findings;
  private Agreement agreement;
  private TheoryAgreement theory;
  private FittedModel model;
  private Optional<Recommendation> recommendation;
  private String recommendationLack = "";

  public EvaluatedResult(StudyResult result) {
    this.result = Objects.requireNonNull(result, "result");
  }

  public StudyResult result() {
    return result;
  }

  synchronized List<EstimatedCell> estimates() {
    if (estimates == null) {
      estimates = CapacityRanking.estimates(result);
    }
    return estimates;
  }

  /** Which cells carry the planned load; empty if the study has none. */
  public Optional<PlannedLoad> plannedLoad() {
    return PlannedLoad.of(result.planned(), estimates());
  }

  synchronized List<StatementResult> findings() {
    if (findings == null) {
      findings = StatementEvaluator.findings(result);
    }
    return findings;
  }

  public synchronized Agreement agreement() {
    if (agreement == null) {
      agreement = Agreement.of(result);
    }
    return agreement;
  }

  synchronized FittedModel model() {
    if (model == null) {
      model = FittedModel.of(result);
    }
    return model;
  }

  /**
   * The recommended pool; empty without a model, and where no pool carries one user. The study must
   * size a pool, which ensures that {@link Recommendation#requireBounded} accepts its SLA.
   */
  synchronized Optional<Recommendation> recommendation() {
    if (recommendation == null) {
      recommendation = Optional.empty();
      if (model().isFitted()) {
        try {
          recommendation =
              Optional.of(
                  Recommendation.ofMostUsers(
                      model().model(), model().loads(), result.sizing().marginPct()));
        } catch (ConfigException e) {
          recommendationLack = e.problem();
        }
      }
    }
    return recommendation;
  }

  /** Why no pool is recommended; empty where one is. */
  synchronized String recommendationLack() {
    return recommendation().isPresent() || !model().isFitted()
        ? model().lack()
        : recommendationLack;
  }

  /** The agreement with published tables, beside values by theory. */
  public synchronized TheoryAgreement theory() {
    if (theory == null) {
      theory = TheoryAgreement.of(result, agreement());
    }
    return theory;
  }

  /**
   * The queueing model fitted to a result.
   *
   * @param loads the loads it is fitted to; null where there is no model
   * @param model null where there is none
   * @param lack why there is no model; empty where there is one
   */
  record FittedModel(MeasuredLoads loads, CapacityModel model, String lack) {
    /** More loads hardly improve the parameters, but take longer. */
    private static final int MAX_LOADS = 64;

    static FittedModel of(StudyResult result) {
      if (result.cells().isEmpty()) {
        return new FittedModel(null, null, "no cell was run");
      }
      try {
        MeasuredLoads loads = MeasuredLoads.of(result.study(), result.cells());
        return new FittedModel(loads, CapacityModel.of(thinned(loads.loads(), result)), "");
      } catch (ConfigException e) {
        return new FittedModel(null, null, e.problem());
      }
    }

    /** Every n-th load. Loads are ordered by cell and rise within a cell. */
    private static List<Observation> thinned(List<Observation> loads, StudyResult result) {
      if (result.sizing() != null) {
        return loads; // the study itself chose them for its recommendation
      }
      int every = (loads.size() + MAX_LOADS - 1) / MAX_LOADS;
      return IntStream.range(0, loads.size())
          .filter(i -> i % every == 0)
          .mapToObj(loads::get)
          .toList();
    }

    boolean isFitted() {
      return model != null;
    }
  }
}
