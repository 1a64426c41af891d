package io.poolbench.report;

import io.poolbench.capacity.Recommendation;
import io.poolbench.published.Agreement;
import io.poolbench.published.Findings;
import io.poolbench.published.StatementResult;
import io.poolbench.published.TheoryAgreement;
import io.poolbench.result.StudyResult;
import io.poolbench.sla.CapacityRanking;
import io.poolbench.sla.EstimatedCell;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * A result with what follows from it, each computed once, on demand, whatever number of renderers
 * show it. Thread-safe.
 */
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

  /** What was measured. */
  public StudyResult result() {
    return result;
  }

  /** Its cells with the estimates of their capacities. */
  synchronized List<EstimatedCell> estimates() {
    if (estimates == null) {
      estimates = CapacityRanking.estimates(result);
    }
    return estimates;
  }

  /** The findings of its study, decided. */
  synchronized List<StatementResult> findings() {
    if (findings == null) {
      findings = Findings.of(result);
    }
    return findings;
  }

  /** How far it agrees with published tables. */
  public synchronized Agreement agreement() {
    if (agreement == null) {
      agreement = Agreement.of(result);
    }
    return agreement;
  }

  /** The queueing model of its loads. */
  synchronized FittedModel model() {
    if (model == null) {
      model = FittedModel.of(result);
    }
    return model;
  }

  /**
   * The pool that its study recommends, which sizes one and hence has an SLA that {@link
   * Recommendation#requireBounded} accepts; empty without a model.
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

  /** The same beside theory. */
  public synchronized TheoryAgreement theory() {
    if (theory == null) {
      theory = TheoryAgreement.of(result, agreement());
    }
    return theory;
  }
}
