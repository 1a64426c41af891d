package io.poolbench.report;

import io.poolbench.judge.CapacityRanking;
import io.poolbench.judge.EstimatedCell;
import io.poolbench.judge.PlannedLoad;
import io.poolbench.published.Agreement;
import io.poolbench.published.FindingResult;
import io.poolbench.published.FindingResult.StatementResult;
import io.poolbench.published.StatementEvaluator;
import io.poolbench.result.DecidedFinding;
import io.poolbench.result.StudyResult;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/** A result and the evaluations derived from it, each computed once, on demand. Thread-safe. */
public final class EvaluatedResult {
  private final StudyResult result;
  private List<EstimatedCell> estimates;
  private List<StatementResult> findings;
  private Agreement agreement;

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

  /** The findings of the study, then those of the publication. */
  public List<DecidedFinding> decidedFindings() {
    List<DecidedFinding> decided = new ArrayList<>();
    for (StatementResult finding : findings()) {
      decided.add(
          new DecidedFinding(
              decided.size() + 1,
              finding.text(),
              finding.decision().toString(),
              finding.because()));
    }
    for (FindingResult finding : agreement().findings()) {
      decided.add(
          new DecidedFinding(
              finding.number(), finding.text(), finding.decision().toString(), finding.because()));
    }
    return decided;
  }

  public synchronized Agreement agreement() {
    if (agreement == null) {
      agreement = Agreement.of(result);
    }
    return agreement;
  }
}
