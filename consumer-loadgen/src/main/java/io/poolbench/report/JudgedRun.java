package io.poolbench.report;

import io.poolbench.journal.Calibrated;
import io.poolbench.journal.CalibrationParameters;
import io.poolbench.journal.FigureText;
import io.poolbench.journal.Journal;
import io.poolbench.judge.Decision;
import io.poolbench.judge.EstimatedCell;
import io.poolbench.judge.JudgedCell;
import io.poolbench.judge.JudgedStudy;
import io.poolbench.judge.PairedCurves.CurveCrossing;
import io.poolbench.judge.PairedCurves.LateDifference;
import io.poolbench.judge.PlannedLoad;
import io.poolbench.judge.Ranking;
import io.poolbench.judge.Ranking.Caveat;
import io.poolbench.judge.Rankings;
import io.poolbench.judge.SlaAssertion;
import io.poolbench.judge.Statement;
import io.poolbench.limits.Advice;
import io.poolbench.limits.PoolLimit;
import io.poolbench.published.PublishedComparison;
import io.poolbench.published.StatementEvaluator;
import io.poolbench.report.PoolRanking.Crossing;
import io.poolbench.report.PoolRanking.Outcome;
import io.poolbench.study.Paired;
import io.poolbench.study.Study;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The rows of a journal with what is judged of them: verdicts, capacities and rankings.
 *
 * @param cells with their estimates, without groups
 */
public record JudgedRun(
    Journal journal, JudgedStudy judged, List<EstimatedCell> cells, List<Ranking> rankings) {
  public JudgedRun {
    cells = List.copyOf(cells);
    rankings = List.copyOf(rankings);
  }

  /** Judges a journal, with what the calibration chose in it. */
  public static JudgedRun of(Study study, Journal journal) {
    Study calibrated =
        Calibrated.in(journal)
            .map(chosen -> CalibrationParameters.of(chosen).applyTo(study))
            .orElse(study);
    JudgedStudy judged = JudgedStudy.of(calibrated, journal);
    List<EstimatedCell> cells = EstimatedCell.of(judged);
    return new JudgedRun(journal, judged, cells, Rankings.of(cells, judged));
  }

  /** What reports are made from. */
  public Evaluation evaluation() {
    Optional<Calibrated> calibration = Calibrated.in(journal);
    StatementEvaluator stated = new StatementEvaluator(judged, calibration);
    List<Statement> requirements = new ArrayList<>(stated.assertions());
    requirements.addAll(requirements());
    return new Evaluation(
        RunFacts.of(journal.entries()),
        judged,
        cells.stream().flatMap(this::pools).toList(),
        rankings.stream().map(JudgedRun::pair).toList(),
        new Evaluation.Statements(stated.answer(), stated.findings(), requirements),
        PoolLimit.of(judged, journal.entries()),
        new PublishedComparison(judged, calibration).published().orElse(null),
        Advice.of(judged, journal.entries(), rankings).orElse(null));
  }

  /** A cell, followed by its groups; phases have no capacity of their own. */
  private Stream<MeasuredPool> pools(EstimatedCell cell) {
    Stream<JudgedCell> groups =
        cell.judged().cell().load().groups().isEmpty()
            ? Stream.empty()
            : cell.judged().parts().stream();
    return Stream.concat(
        Stream.of(pool(cell)), groups.map(group -> pool(EstimatedCell.of(group, judged))));
  }

  private static MeasuredPool pool(EstimatedCell cell) {
    boolean isOfPhases = !cell.judged().cell().load().phases().isEmpty();
    return new MeasuredPool(
        cell.judged(),
        isOfPhases ? null : cell.asItWas().orElse(null),
        isOfPhases ? null : cell.undisturbed().orElse(null),
        cell.asItWas().isPresent() ? "" : lack(cell));
  }

  private static String lack(EstimatedCell cell) {
    return cell.judged().levels().stream().anyMatch(level -> level.counts())
        ? "no level reaches the TPS that the SLA asks for"
        : "no level counts";
  }

  private static PoolRanking pair(Ranking ranking) {
    boolean isOtherFirst =
        ranking
            .crossing()
            .map(crossing -> crossing.low().logOdds() < 0)
            .or(() -> ranking.better().map(better -> better.equals(ranking.other())))
            .orElse(false);
    EstimatedCell first = isOtherFirst ? ranking.other() : ranking.one();
    return new PoolRanking(
        first.name(),
        ranking.otherThan(first).name(),
        outcome(ranking),
        ranking.carriesMore().map(EstimatedCell::name).orElse(null),
        evidence(ranking),
        ranking.answer() == Ranking.Answer.CROSSING
            ? ranking
                .crossing()
                .map(crossing -> new Crossing(crossing.lastOfLow(), crossing.firstOfHigh()))
                .orElseThrow()
            : null);
  }

  private static Outcome outcome(Ranking ranking) {
    return switch (ranking.answer()) {
      case CARRIES_MORE -> Outcome.SHOWN;
      case CROSSING -> Outcome.CROSSING;
      case FEWER_LATE -> Outcome.FEWER_LATE;
      case NO_DIFFERENCE -> Outcome.NOT_SHOWN;
      case DEPENDS_ON_HOST -> Outcome.DEPENDS_ON_HOST;
      case TOO_FEW_ROUNDS -> Outcome.TOO_FEW_ROUNDS;
      case MEASURED_ONCE -> Outcome.MEASURED_ONCE;
      case UNKNOWN -> Outcome.UNKNOWN;
    };
  }

  private static String evidence(Ranking ranking) {
    List<String> parts = new ArrayList<>();
    pValue(ranking)
        .ifPresent(
            value ->
                parts.add(
                    value < 0.001 ? "p < 0.001" : String.format(Locale.ROOT, "p = %.3f", value)));
    if (ranking.answer() == Ranking.Answer.CARRIES_MORE) {
      ranking
          .capacity()
          .map(difference -> difference.gain().lower())
          .filter(gain -> Double.isFinite(gain) && gain > 0)
          .ifPresent(
              gain -> parts.add(String.format(Locale.ROOT, "at least %.0f %% more", 100 * gain)));
    }
    ranking.caveats().stream().map(JudgedRun::text).forEach(parts::add);
    return String.join(", ", parts);
  }

  private static Optional<Double> pValue(Ranking ranking) {
    return switch (ranking.answer()) {
      case CARRIES_MORE, NO_DIFFERENCE, DEPENDS_ON_HOST ->
          ranking
              .capacity()
              .map(difference -> Math.max(difference.pValue(), difference.anyCurve()));
      case FEWER_LATE -> ranking.late().map(LateDifference::pValue);
      case CROSSING -> ranking.crossing().map(JudgedRun::larger);
      case TOO_FEW_ROUNDS, MEASURED_ONCE, UNKNOWN -> Optional.empty();
    };
  }

  private static double larger(CurveCrossing crossing) {
    return Math.max(crossing.low().pValue(), crossing.high().pValue());
  }

  private static String text(Caveat caveat) {
    return switch (caveat) {
      case FROM_ONE_PROVIDER -> "in one provider";
      case OF_THESE_MINUTES -> "of these minutes";
      case UNDISTURBED -> "by undisturbed slices";
      case MORE_LATE_CALLS_ALLOWED -> "with more late calls than the SLA allows";
    };
  }

  /** The SLA up to a load in each repetition, and the planned load. */
  private List<Statement> requirements() {
    List<Statement> requirements = new ArrayList<>();
    for (JudgedCell cell : judged.cells()) {
      for (SlaAssertion assertion : SlaAssertion.of(cell)) {
        requirements.add(
            new Statement(
                cell.name() + ": " + assertion.text(),
                assertion.decision(),
                ViolationText.of(assertion.verdict())));
      }
    }
    planned().ifPresent(requirements::add);
    return requirements;
  }

  private Optional<Statement> planned() {
    Paired paired = judged.study().paired();
    if (paired == null || paired.planned() == null) {
      return Optional.empty();
    }
    int load = paired.planned();
    PlannedLoad planned = new PlannedLoad(load, cells);
    return Optional.of(
        new Statement(
            "A pool carries the planned " + FigureText.load(cells.get(0).workload(), load),
            planned.decision(),
            Stream.of(Decision.values())
                .filter(decision -> !planned.cells(decision).isEmpty())
                .map(decision -> names(planned, decision))
                .collect(Collectors.joining("; "))));
  }

  private static String names(PlannedLoad planned, Decision decision) {
    return Statement.word(decision)
        + " of "
        + planned.cells(decision).stream()
            .map(EstimatedCell::name)
            .collect(Collectors.joining(", "));
  }
}
