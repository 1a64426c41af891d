package io.poolbench.report;

import io.poolbench.journal.Calibrated;
import io.poolbench.journal.CalibrationParameters;
import io.poolbench.journal.FigureText;
import io.poolbench.journal.Journal;
import io.poolbench.judge.Decision;
import io.poolbench.judge.EstimatedCell;
import io.poolbench.judge.JudgedCell;
import io.poolbench.judge.JudgedStudy;
import io.poolbench.judge.PlannedLoad;
import io.poolbench.judge.Ranking;
import io.poolbench.judge.Rankings;
import io.poolbench.judge.SlaAssertion;
import io.poolbench.judge.Statement;
import io.poolbench.limits.Advice;
import io.poolbench.limits.PoolLimit;
import io.poolbench.published.Published;
import io.poolbench.published.PublishedComparison;
import io.poolbench.published.StatementEvaluator;
import io.poolbench.study.Paired;
import io.poolbench.study.Study;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What reports are made from: the rows of a journal, and everything that follows from them.
 *
 * @param pools with their estimates: cells in the study's order, each followed by its groups
 * @param rankings of all pairs of cells whose levels have one unit
 * @param limits by name, of the cells that have a known one
 * @param published null where no cell names a published table
 * @param advice null where no cell has a pool as configured
 */
public record Evaluation(
    RunFacts run,
    JudgedStudy judged,
    List<EstimatedCell> pools,
    List<Ranking> rankings,
    Statements statements,
    List<PoolLimit> limits,
    Published published,
    Advice advice) {
  /**
   * What a study states and requires.
   *
   * @param answer the study's own answer to its title, with measured values; may be empty
   * @param findings statements that a result confirms or refutes
   * @param requirements assertions, the SLA up to a load, the planned load: a run fails by them
   */
  public record Statements(String answer, List<Statement> findings, List<Statement> requirements) {
    public Statements {
      Objects.requireNonNull(answer, "answer");
      findings = List.copyOf(findings);
      requirements = List.copyOf(requirements);
    }
  }

  public Evaluation {
    Objects.requireNonNull(run, "run");
    Objects.requireNonNull(judged, "judged");
    pools = List.copyOf(pools);
    rankings = List.copyOf(rankings);
    Objects.requireNonNull(statements, "statements");
    limits = List.copyOf(limits);
  }

  /** Judges a journal, with what the calibration chose in it. */
  public static Evaluation of(Study study, Journal journal) {
    Optional<Calibrated> calibration = Calibrated.in(journal);
    JudgedStudy judged =
        JudgedStudy.of(
            calibration
                .map(chosen -> CalibrationParameters.of(chosen).applyTo(study))
                .orElse(study),
            journal);
    List<EstimatedCell> cells =
        EstimatedCell.of(judged).stream()
            .map(cell -> cell.isOfPhases() ? cell.withoutEstimates() : cell)
            .toList();
    List<Ranking> rankings = Rankings.of(cells, judged);
    StatementEvaluator stated = new StatementEvaluator(judged, calibration);
    List<Statement> requirements = new ArrayList<>(stated.assertions());
    requirements.addAll(sla(judged));
    planned(judged.study().paired(), cells).ifPresent(requirements::add);
    return new Evaluation(
        RunFacts.of(journal.entries(), study.about().tags()),
        judged,
        cells.stream().flatMap(cell -> withGroups(cell, judged)).toList(),
        rankings,
        new Statements(stated.answer(), stated.findings(), requirements),
        PoolLimit.of(judged, journal.entries()),
        new PublishedComparison(judged, calibration).published().orElse(null),
        Advice.of(judged, journal.entries(), rankings).orElse(null));
  }

  /** Phases of a cell have no capacity of their own. */
  private static Stream<EstimatedCell> withGroups(EstimatedCell cell, JudgedStudy judged) {
    Stream<JudgedCell> groups = cell.isOfPhases() ? Stream.empty() : cell.judged().parts().stream();
    return Stream.concat(Stream.of(cell), groups.map(group -> EstimatedCell.of(group, judged)));
  }

  /** The SLA up to a load in each repetition. */
  private static List<Statement> sla(JudgedStudy judged) {
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
    return requirements;
  }

  private static Optional<Statement> planned(Paired paired, List<EstimatedCell> cells) {
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
    return decision.word()
        + " of "
        + planned.cells(decision).stream()
            .map(EstimatedCell::name)
            .collect(Collectors.joining(", "));
  }

  public Study study() {
    return judged.study();
  }

  /** The cells that have constant loads, by the unit of their levels. */
  List<Leaders> ranked() {
    return cells().stream()
        .filter(cell -> !cell.isOfPhases())
        .collect(
            Collectors.groupingBy(EstimatedCell::unit, LinkedHashMap::new, Collectors.toList()))
        .values()
        .stream()
        .map(
            group ->
                new Leaders(
                    group, rankings.stream().filter(pair -> group.contains(pair.one())).toList()))
        .toList();
  }

  /** The cells of the study without their groups. */
  List<EstimatedCell> cells() {
    return pools.stream().filter(pool -> judged.cells().contains(pool.judged())).toList();
  }

  Optional<EstimatedCell> pool(String name) {
    return pools.stream().filter(pool -> pool.name().equals(name)).findFirst();
  }

  public Optional<PoolLimit> limit(String cell) {
    return limits.stream().filter(limit -> limit.cell().equals(cell)).findFirst();
  }
}
