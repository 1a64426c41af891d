package io.poolbench.report;

import io.poolbench.judge.CapacityRanking;
import io.poolbench.judge.EstimatedCell;
import io.poolbench.model.Recommendation;
import io.poolbench.published.Agreement;
import io.poolbench.published.FindingResult.StatementResult;
import io.poolbench.published.Findings;
import io.poolbench.published.TheoryAgreement;
import io.poolbench.result.StudyResult;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/** A result and the evaluations derived from it, each computed once, on demand. Thread-safe. */
public final class EvaluatedResult {
  private final StudyResult result;
  private List<EstimatedCell> estimates;
  private List<StatementResult> findings;
  private Agreement agreement;
  private TheoryAgreement theory;
  private FittedModel model;
  private Recommendation recommendation;

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

  synchronized List<StatementResult> findings() {
    if (findings == null) {
      findings = Findings.of(result);
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
   * The recommended pool; empty without a model. The study must size a pool, which ensures that
   * {@link Recommendation#requireBounded} accepts its SLA.
   */
  synchronized Optional<Recommendation> recommendation() {
    if (!model().isFitted()) {
      return Optional.empty();
    }
    if (recommendation == null) {
      recommendation =
          Recommendation.of(model().model(), model().loads(), result.sizing().marginPct());
    }
    return Optional.of(recommendation);
  }

  /** The agreement with published tables, beside values by theory. */
  public synchronized TheoryAgreement theory() {
    if (theory == null) {
      theory = TheoryAgreement.of(result, agreement());
    }
    return theory;
  }
}
