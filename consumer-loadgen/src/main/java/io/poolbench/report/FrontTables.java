package io.poolbench.report;

import io.poolbench.journal.FigureText;
import io.poolbench.journal.Metric;
import io.poolbench.judge.CapacityEstimate;
import io.poolbench.judge.CapacityEstimate.Basis;
import io.poolbench.judge.EstimatedCell;
import io.poolbench.judge.JudgedLevel;
import io.poolbench.judge.PassedLevel;
import io.poolbench.limits.Advice;
import io.poolbench.report.format.Block.Intervals;
import io.poolbench.report.format.Table;
import io.poolbench.report.format.Tone;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The capacities of the cells with one unit: as a chart of intervals, and as a small table. */
record FrontTables(Evaluation evaluation, Leaders leaders) {
  /** Highest first. */
  Intervals intervals() {
    return intervals(leaders.pools(), leaders::tone);
  }

  /** The capacities of cells of one unit, of which some may have none. */
  static Intervals intervals(List<EstimatedCell> pools, Function<EstimatedCell, Tone> tone) {
    return new Intervals(
        "max " + pools.get(0).unit() + " within SLA",
        pools.stream().flatMap(pool -> bar(pool, tone.apply(pool)).stream()).toList());
  }

  private static Optional<Intervals.Bar> bar(EstimatedCell pool, Tone tone) {
    return pool.asItWas()
        .map(
            estimate ->
                new Intervals.Bar(
                    pool.name(),
                    tone,
                    Math.max(0, Math.min(estimate.lower(), estimate.highestLevel())),
                    estimate.upper() < 0 ? estimate.lowestLevel() : estimate.upper(),
                    Double.isFinite(estimate.load()) ? estimate.load() : Double.NaN,
                    estimate.highestLevel(),
                    estimate.text()))
        .or(
            () ->
                pool.passedLevel()
                    .passing()
                    .map(
                        level -> {
                          double passed = level.at();
                          double failing =
                              pool.passedLevel().failing().map(JudgedLevel::at).orElse(level.at());
                          return new Intervals.Bar(
                              pool.name(), tone, passed, failing, passed, passed, pool.text());
                        }));
  }

  /** At most seven columns. */
  Table table() {
    return Table.of(
        rows(),
        Table.text("pool", EstimatedCell::name).toned(leaders::tone),
        Table.figure("max " + leaders.unit(), EstimatedCell::text),
        Table.figure("TPS", FrontTables::throughput),
        Table.figure("TP50", pool -> figure(pool, Metric.TP50)),
        Table.figure("TP90", pool -> figure(pool, Metric.TP90)),
        Table.figure("TP99 ms", pool -> figure(pool, Metric.TP99)),
        Table.text("limited by", (EstimatedCell pool) -> new LimitedBy(evaluation, pool).text())
            .known());
  }

  /** Highest first; but before all others the pool that is advised, and the pool of today. */
  private List<EstimatedCell> rows() {
    Advice advice = evaluation.advice();
    List<String> first = advice == null ? List.of() : List.of(advice.own(), advice.pool());
    return leaders.pools().stream()
        .sorted(Comparator.comparing(pool -> -first.lastIndexOf(pool.name())))
        .toList();
  }

  /** With the level at which it was measured, as were the times. */
  private static String throughput(EstimatedCell pool) {
    return figure(
        pool, level -> Metric.TPS.text(level.together()) + " at " + FigureText.count(level.at()));
  }

  private static String figure(EstimatedCell pool, Metric metric) {
    return figure(pool, level -> metric.text(level.together()));
  }

  private static String figure(EstimatedCell pool, Function<JudgedLevel, String> text) {
    return pool.atCapacity().map(text).orElse(FigureText.UNKNOWN);
  }

  /** The SLA, and what is behind the figures and the intervals. */
  String note() {
    List<String> slas =
        rows().stream().map(pool -> FigureText.sla(pool.judged().cell().sla())).distinct().toList();
    boolean ofOneRun = estimates().anyMatch(each -> each.basis() == Basis.BATCHES);
    List<String> sentences = new ArrayList<>();
    if (slas.size() == 1) {
      sentences.add("SLA: " + slas.get(0) + ".");
    }
    sentences.addAll(figures());
    if (ofOneRun) {
      sentences.add("Intervals within this run, without the host's drift between runs.");
    } else if (estimates().findAny().isPresent()) {
      sentences.add("95 % intervals" + risk() + "." + limits());
    }
    undisturbed().ifPresent(sentences::add);
    return String.join(" ", sentences);
  }

  /** The levels at which the figures were measured. */
  private List<String> figures() {
    List<PassedLevel> known =
        rows().stream()
            .filter(pool -> pool.atCapacity().isPresent())
            .map(EstimatedCell::passedLevel)
            .toList();
    boolean allPassed = known.stream().allMatch(level -> level.passing().isPresent());
    boolean nonePassed = known.stream().allMatch(level -> level.passing().isEmpty());
    String where =
        allPassed
            ? "at the highest level that passed"
            : nonePassed
                ? "at the highest level up to the estimate"
                : "at the highest level that passed, or up to the estimate where none did";
    return known.isEmpty() ? List.of() : List.of("TPS and times " + where + ".");
  }

  /** The error probability of all rankings together. */
  private String risk() {
    long shown = leaders.rankings().stream().filter(pair -> pair.carriesMore().isPresent()).count();
    return shown == 0
        ? ""
        : "; at most 5 % risk that "
            + (shown == 1 ? "the ranking is wrong" : "any of " + shown + " rankings is wrong");
  }

  private Stream<CapacityEstimate> estimates() {
    return leaders.pools().stream().flatMap(pool -> pool.asItWas().stream());
  }

  /** Of what the rounds say nothing: rare faults, and other hours. */
  private String limits() {
    OptionalDouble missed =
        estimates()
            .filter(each -> each.basis() == Basis.ROUNDS)
            .mapToDouble(CapacityEstimate::missedSamples)
            .max();
    String rare =
        missed.isEmpty()
            ? ""
            : " Faults in fewer than "
                + Math.round(100 * missed.getAsDouble())
                + " % of the rounds may be missed.";
    return estimates().anyMatch(CapacityEstimate::ofTheseMinutes)
        ? rare + " Rounds depend on each other: all is of these minutes."
        : rare;
  }

  /** Only where it differs. */
  private Optional<String> undisturbed() {
    String texts =
        leaders.pools().stream()
            .filter(pool -> pool.asItWas().isPresent())
            .flatMap(
                pool ->
                    pool
                        .undisturbed()
                        .filter(calm -> !calm.brief().equals(pool.brief()))
                        .map(calm -> pool.name() + " " + calm.text())
                        .stream())
            .collect(Collectors.joining(", "));
    return texts.isEmpty() ? Optional.empty() : Optional.of("Undisturbed: " + texts + ".");
  }
}
