package io.poolbench.report;

import io.poolbench.judge.JudgedStudy;
import io.poolbench.judge.Statement;
import io.poolbench.limits.Advice;
import io.poolbench.limits.PoolLimit;
import io.poolbench.published.Published;
import io.poolbench.study.Study;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * What reports are made from: the rows of a journal, and everything that follows from them.
 *
 * @param pools in the study's order, each followed by its groups
 * @param rankings of all pairs of cells whose levels have one unit
 * @param statements findings and requirements of the study
 * @param limits by name, of the cells that have a known one
 * @param published null where no cell names a published table
 * @param advice null where no cell has a pool as configured
 */
public record Evaluation(
    RunFacts run,
    JudgedStudy judged,
    List<MeasuredPool> pools,
    List<PoolRanking> rankings,
    Statements statements,
    List<PoolLimit> limits,
    Published published,
    Advice advice) {
  /**
   * What a study states and requirements.
   *
   * @param answer the study's own answer to its title, with measured values; may be empty
   * @param findings statements that a result confirms or refutes
   * @param requirements assertions, the SLA up to a load, the planned load: a run fails by them
   */
  public record Statements(String answer, List<Statement> findings, List<Statement> requirements) {
    public static final Statements NONE = new Statements("", List.of(), List.of());

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

  public Study study() {
    return judged.study();
  }

  /** The cells that have constant loads, without their groups, by the unit of their levels. */
  Map<String, List<MeasuredPool>> ranked() {
    return cells().stream()
        .filter(pool -> !pool.isOfPhases())
        .collect(
            Collectors.groupingBy(MeasuredPool::unit, LinkedHashMap::new, Collectors.toList()));
  }

  /** The cells of the study without their groups. */
  List<MeasuredPool> cells() {
    return pools.stream().filter(pool -> judged.cells().contains(pool.judged())).toList();
  }

  List<PoolRanking> rankings(List<MeasuredPool> of) {
    List<String> names = of.stream().map(MeasuredPool::name).toList();
    return rankings.stream()
        .filter(pair -> names.contains(pair.better()) && names.contains(pair.other()))
        .toList();
  }

  Optional<MeasuredPool> pool(String name) {
    return pools.stream().filter(pool -> pool.name().equals(name)).findFirst();
  }

  public Optional<PoolLimit> limit(String cell) {
    return limits.stream().filter(limit -> limit.cell().equals(cell)).findFirst();
  }
}
