package io.poolbench.report;

import io.poolbench.Changed;
import io.poolbench.compare.ComparedResults;
import io.poolbench.journal.Journal;
import io.poolbench.journal.Metric;
import io.poolbench.judge.CapacityEstimate;
import io.poolbench.judge.CapacityEstimate.Basis;
import io.poolbench.judge.Decision;
import io.poolbench.judge.EstimatedCell;
import io.poolbench.judge.JudgedCell;
import io.poolbench.judge.JudgedStudy;
import io.poolbench.judge.PairedCurves.CurveCrossing;
import io.poolbench.judge.PairedCurves.LateDifference;
import io.poolbench.judge.PoolAdvice;
import io.poolbench.judge.Ranking;
import io.poolbench.judge.Ranking.Answer;
import io.poolbench.judge.Ranking.CapacityDifference;
import io.poolbench.judge.Ranking.Caveat;
import io.poolbench.judge.Statement;
import io.poolbench.limits.Advice;
import io.poolbench.limits.PoolLimit;
import io.poolbench.report.Evaluation.Statements;
import io.poolbench.stats.Range;
import io.poolbench.study.Cell;
import io.poolbench.study.Study;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/** Evaluations of {@link SampleRuns}, with estimates and rankings as given. */
public final class SampleEvaluations {
  static final Statements NO_STATEMENTS = new Statements("", List.of(), List.of());
  static final CapacityEstimate FIXED_4 = estimate(13.4, 8, 24, 8, 64);
  static final CapacityEstimate FIXED_16 = estimate(43.3, 32, 64, 8, 64);
  static final CapacityEstimate CACHED = estimate(33.5, 24, 48, 8, 64);
  static final CapacityEstimate OPEN =
      estimate(Double.POSITIVE_INFINITY, 48, Double.POSITIVE_INFINITY, 8, 64);

  private SampleEvaluations() {}

  /** An estimate from nine rounds. */
  static CapacityEstimate estimate(
      double load, double lower, double upper, int lowest, int highest) {
    return new CapacityEstimate(
        load,
        new Range(lower, upper),
        List.of(lowest, highest),
        Optional.empty(),
        Basis.ROUNDS,
        9,
        /* ofTheseMinutes= */ false);
  }

  /** A ranking of two of the cells, by name. */
  interface Pair extends Function<Map<String, EstimatedCell>, Ranking> {}

  static Pair shown(String better, String other) {
    return cells ->
        ranking(cells.get(better), cells.get(other), Answer.CARRIES_MORE, 0.012, Optional.empty());
  }

  static Pair notShown(String one, String other) {
    return cells ->
        ranking(cells.get(one), cells.get(other), Answer.NO_DIFFERENCE, 0.82, Optional.empty());
  }

  /** On a host that makes calls late at any load. */
  static Pair notShownOnABusyHost(String one, String other) {
    return cells ->
        Changed.with(
            notShown(one, other).apply(cells), "caveats", Set.of(Caveat.MORE_LATE_CALLS_ALLOWED));
  }

  /** The one cell is better at low levels, the other one at high levels. */
  static Pair crossing(String one, String other, int lastOfLow, int firstOfHigh) {
    CurveCrossing crossing =
        new CurveCrossing(
            new LateDifference(Metric.TP99, List.of(8, lastOfLow), 0.4, 0.01),
            new LateDifference(Metric.TP99, List.of(firstOfHigh, 64), -0.4, 0.01));
    return cells ->
        ranking(cells.get(one), cells.get(other), Answer.CROSSING, 0.82, Optional.of(crossing));
  }

  private static Ranking ranking(
      EstimatedCell one,
      EstimatedCell other,
      Answer answer,
      double pValue,
      Optional<CurveCrossing> crossing) {
    CapacityDifference capacity =
        new CapacityDifference(
            /* oneIsMore= */ true, new Range(-1, 9), new Range(-0.1, 0.9), pValue, pValue);
    return new Ranking(
        one, other, answer, Optional.of(capacity), crossing, Optional.empty(), Set.of());
  }

  /** All cells shown, the second best. */
  public static Evaluation quick() {
    return quick(
        List.of(
            shown("fixed 16 queue 1000", "fixed 4 queue 1000"),
            shown("cached 20/200", "fixed 4 queue 1000"),
            shown("fixed 16 queue 1000", "cached 20/200")),
        FIXED_4,
        FIXED_16,
        CACHED);
  }

  /** As {@link #quick()}, with a text from outside as name of a cell, tag and finding. */
  public static Evaluation named(String hostile) {
    Study quick = SampleRuns.quick();
    List<Cell> cells = new ArrayList<>(quick.cells());
    cells.set(0, cells.get(0).named("a " + hostile));
    Study study = quick.withCells(cells);
    return evaluation(
        study,
        SampleRuns.paired(study, 9, 40, 26),
        List.of(shown("fixed 16 queue 1000", "a " + hostile)),
        new Statements(
            hostile, List.of(new Statement(hostile, Decision.SHOWN, hostile)), List.of()),
        FIXED_4,
        FIXED_16,
        CACHED);
  }

  static Evaluation quick(List<Pair> rankings, CapacityEstimate... estimates) {
    Study study = SampleRuns.quick();
    return evaluation(
        study, SampleRuns.paired(study, 9, 40, 26), rankings, NO_STATEMENTS, estimates);
  }

  static Evaluation evaluation(
      Study study,
      Journal journal,
      List<Pair> rankings,
      Statements statements,
      CapacityEstimate... estimates) {
    JudgedStudy judged = JudgedStudy.of(study, journal);
    Map<String, EstimatedCell> pools = new LinkedHashMap<>();
    for (JudgedCell cell : judged.cells()) {
      Optional<CapacityEstimate> estimate = Arrays.stream(estimates).skip(pools.size()).findFirst();
      pools.put(cell.name(), new EstimatedCell(cell, estimate, Optional.empty()));
    }
    return new Evaluation(
        RunFacts.of(journal.entries(), Map.of("build", "1234")),
        judged,
        List.copyOf(pools.values()),
        rankings.stream().map(pair -> pair.apply(pools)).toList(),
        statements,
        List.of(),
        null,
        null);
  }

  /** Two pools whose only level goes through three phases. */
  public static Evaluation phases() {
    Study study =
        SampleRuns.parse(
            "overload",
            "title: What happens at twice the capacity?",
            "load:",
            "  rate: 40",
            "  arrivals: poisson",
            "  warmup: 1s",
            "  settle: 1s",
            "  phases:",
            "  - {name: before, for: 10s}",
            "  - {name: overload, for: 10s, rate: 200%}",
            "  - {name: after, for: 10s}",
            "sla: {tp99: 10ms}",
            "cells:",
            "- {name: short queue, provider: {threadpool: fixed, threads: 8, queues: 10}}",
            "- {name: long queue, provider: {threadpool: fixed, threads: 8, queues: 9000}}");
    return evaluation(
        study,
        SampleRuns.parts(study, List.of("before", "overload", "after"), 60, 12),
        List.of(),
        new Statements(
            "",
            List.of(
                new Statement("A short queue refuses early", Decision.SHOWN, "12 % against 3 %"),
                new Statement("Both recover within 5 s", Decision.NOT_SHOWN, "5.2 against 4.9 s")),
            List.of()));
  }

  /** Two results of the same study, the second of them better at one pool. */
  public static ComparisonReport compared() {
    return new ComparisonReport(
        new ComparedResults(
            List.of(
                new ComparedResults.ComparedResult("A", "results/base"),
                new ComparedResults.ComparedResult("B", "results/head")),
            List.of(
                new ComparedResults.ComparedPair(
                    new ComparedResults.ComparedCell("A", "fixed 4 queue 1000"),
                    new ComparedResults.ComparedCell("B", "fixed 16 queue 1000"),
                    new ComparedResults.ComparedCapacity(
                        Decision.SHOWN, "better", "+6 to +34 users"),
                    /* isDecided= */ true,
                    List.of(
                        new ComparedResults.ComparedLevel(
                            "8 users", "TPS", "1,427", "1,584", "+11 %", Decision.SHOWN),
                        new ComparedResults.ComparedLevel(
                            "8 users", "TP99 ms", "12.4", "8.62", "-30 %", Decision.SHOWN)),
                    "Not compared, as a side was not measured or INVALID: 80 users.",
                    List.of("the provider's JVM differs (was 17, is 25)"))),
            List.of(new Statement("max users -2", Decision.SHOWN, "13 against 43 users")),
            List.of("A cached 20/200")),
        List.of(quick(), quick()));
  }

  static Statement requirement(Decision decision) {
    return new Statement("TP99 < 10 ms up to 16 users", decision, "TP99 12.3 ms (limit 10 ms)");
  }

  /** A run of {@code size} that advises to replace the pool, beside a limit that is no pool's. */
  public static Evaluation size() {
    return size("shop", "HikariPool-1", "ShopDatabase.byId", "fixed 200", List.of());
  }

  /** As {@link #size()}, of a program with long names. */
  static Evaluation sizeWithLongNames() {
    return size(
        "customer-order-management-se",
        "CustomerOrderManagementReadReplicaConnectionPool-1",
        "com.example.customer.order.management.persistence.CustomerOrderRepositoryImplementation"
            + ".findAllByCustomerIdentifierAndStatus",
        "com.example.customer.order.management.CustomerOrderThreadPoolFactory",
        List.of(
            "Other methods of this pool were not measured:"
                + " com.example.customer.order.management.CustomerOrderRepository.findAllByStatus."));
  }

  private static Evaluation size(
      String jar, String connections, String site, String own, List<String> notes) {
    Study study =
        SampleRuns.parse(
            jar + "-size",
            "title: Which pool does " + jar + ".jar need?",
            "paired: {rounds: 10}",
            "load: {users: [4, 8, 16, 32, 64, 128], warmup: 12s, settle: 70ms, measure: 200ms}",
            "sla: {tp99: 50ms}",
            "cells:",
            "- {name: as configured, provider: {threadpool: fixed, threads: 200, queues: 0}}",
            "- {name: fixed 4, provider: {threadpool: fixed, threads: 4, queues: 1000}}",
            "- {name: fixed 8, provider: {threadpool: fixed, threads: 8, queues: 1000}}",
            "- {name: fixed 16, provider: {threadpool: fixed, threads: 16, queues: 1000}}");
    Evaluation plain =
        evaluation(
            study,
            SampleRuns.paired(study, 6, 5, 10, 8),
            List.of(
                shown("fixed 8", "as configured"),
                notShown("as configured", "fixed 4"),
                notShown("fixed 4", "fixed 8"),
                shown("fixed 16", "as configured"),
                notShown("fixed 4", "fixed 16"),
                notShown("fixed 8", "fixed 16")),
            NO_STATEMENTS,
            estimate(52.1, 32, 64, 4, 128),
            estimate(50.8, 32, 128, 4, 128),
            estimate(96, 64, 128, 4, 128),
            estimate(80.4, 64, 128, 4, 128));
    List<String> all = new ArrayList<>(notes);
    all.add("fixed 8 queue 192 refuses beyond 200 at once; " + own + " beyond 200 at once.");
    return Changed.with(
        plain,
        "limits",
        List.of(
            new PoolLimit(
                "as configured",
                connections + " (HikariCP), 6 connections",
                connections
                    + " (HikariCP), 5.95 of 6 connections in use and 1.77 threads waiting at"
                    + " 8 users, in "
                    + site
                    + ".",
                "12 instead of 6 connections in "
                    + connections
                    + ": at most 3,800 instead of 1,900 calls/s; tried once, 12 did 2,400.",
                true,
                new PoolLimit.Sites(
                    List.of(8, 64),
                    List.of(
                        new PoolLimit.SiteTime(
                            "a wait in HikariPool.getConnection", List.of(0.4, 20.0)),
                        new PoolLimit.SiteTime("running in " + site, List.of(3.1, 3.2)))))),
        "advice",
        new Advice(
            PoolAdvice.Advice.REPLACE,
            "as configured",
            own,
            "fixed 8",
            new Advice.Change(
                "dubbo.protocol: {threadpool: fixed, threads: 8, queues: 64} # application.yml",
                List.of("dubbo:", "  protocol:", "    threads: 8")),
            all));
  }
}
