package io.poolbench.report;

import io.poolbench.judge.Capacity;
import io.poolbench.judge.CapacityEstimate;
import io.poolbench.judge.CapacityEstimate.Basis;
import io.poolbench.judge.EstimatedCell;
import io.poolbench.judge.LevelResult;
import io.poolbench.judge.RepeatedCell;
import io.poolbench.published.Breakdown;
import io.poolbench.result.FigureText;
import io.poolbench.result.Metric;
import io.poolbench.result.StepResult;
import io.poolbench.spec.Workload;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** The capacity of a cell as a sentence, as measured and as estimated. */
record CapacityText(Capacity capacity) {
  String sentence() {
    return "Max %s within SLA (%s): %s. %s"
        .formatted(
            FigureText.unit(workload()),
            FigureText.sla(capacity.cell().sla()),
            capacity.answer(),
            why());
  }

  /** What limits the capacity: the sentence without the answer. */
  String why() {
    List<String> parts = new ArrayList<>();
    if (!capacity.tooLittle().isEmpty()) {
      parts.add(named(capacity.tooLittle()) + ": too little load");
    }
    if (!capacity.invalid().isEmpty()) {
      parts.add(named(capacity.invalid().stream().map(StepResult::level).toList()) + ": INVALID");
    }
    if (!capacity.undecided().isEmpty()) {
      parts.add(
          named(capacity.undecided().stream().map(StepResult::level).toList()) + ": UNDECIDED");
    }
    if (!capacity.unmeasured().isEmpty()) {
      parts.add(range(capacity.unmeasured()) + ": not measured");
    }
    parts.add(capacity.firstFailing().map(this::failing).orElseGet(this::end));
    return String.join(". ", parts) + ".";
  }

  private String failing(StepResult step) {
    return FigureText.load(workload(), step.level())
        + (step.level() == 1 ? " fails: " : " fail: ")
        + ViolationText.of(step.verdict());
  }

  private String end() {
    String highest = FigureText.load(workload(), capacity.cell().load().maxLevel());
    String before = " before " + highest;
    return switch (capacity.end()) {
      case NO_STEP -> "No step was measured";
      case SCHEDULE_COMPLETE -> "No more were measured";
      case CELL_FAILED -> "The cell failed" + before;
      case SEARCH_ENDED ->
          (capacity.cell().load().search() == null
                  ? "stopWhen ended the steps"
                  : "The search ended")
              + before;
      // The run goes on, or the bounds of the whole load ended the steps of a group.
      case NOT_REACHED -> highest + " not measured";
    };
  }

  private String named(List<Integer> levels) {
    return levels.stream().map(FigureText::count).collect(Collectors.joining(", "))
        + " "
        + (levels.size() == 1 ? workload().unit(levels.get(0)) : FigureText.unit(workload()));
  }

  private String range(List<Integer> levels) {
    return levels.size() <= 2
        ? named(levels)
        : "%s..%s %s"
            .formatted(
                FigureText.count(Collections.min(levels)),
                FigureText.count(Collections.max(levels)),
                FigureText.unit(workload()));
  }

  private Workload workload() {
    return capacity.cell().load().workload();
  }

  /** Such as {@code 33.0 [30.9, 35.7]}; unknown where there is no estimate. */
  static String estimated(EstimatedCell cell) {
    return cell.estimate().map(CapacityEstimate::text).orElse(FigureText.UNKNOWN);
  }

  /**
   * The estimate of a cell that has one: {@code Estimated max users, with its 95 % interval: 33.0
   * [30.9, 35.7], by 5 rounds.}; with the capacity of the undisturbed host, where known.
   */
  static String estimate(EstimatedCell cell) {
    CapacityEstimate estimate = cell.estimate().orElseThrow();
    return "Estimated max %s%s, with its %s: %s, by %s.%s"
        .formatted(
            FigureText.unit(cell.workload()),
            estimate.basis() == Basis.ROUNDS ? " on this host as it was" : "",
            interval(estimate.basis() == Basis.BATCHES),
            estimate.text(),
            basis(estimate),
            cell.undisturbed().map(calm -> " Undisturbed: " + calm.text() + ".").orElse(""));
  }

  /** What an interval covers; by the batches of one run nothing beyond this run. */
  static String interval(boolean ofBatches) {
    return ofBatches ? "interval within this run" : CapacityEstimate.CONFIDENCE_PCT + " % interval";
  }

  private static String basis(CapacityEstimate estimate) {
    return switch (estimate.basis()) {
      case REPETITIONS -> estimate.samples() + " repetitions";
      case ROUNDS -> estimate.samples() + " rounds";
      case BATCHES -> "the batches of one run (the spread between runs is not in it)";
    };
  }

  static String lack(EstimatedCell cell) {
    return switch (cell.lack().orElseThrow()) {
      case NO_SHARE_BOUND -> "the SLA bounds no percentile and no availability";
      case NO_BATCHES -> "no valid step with its batches";
      case ONE_LEVEL -> "one level of load";
      case GROUPS -> "groups of users, each with its own bounds";
      case PHASES -> "steps of several phases";
      case LIMITED_BY_VALUE -> "limited by a bound that is no share of calls";
    };
  }

  /**
   * The part of the mean response time that grew most between the lowest load and the first load
   * that fails, with the state of provider and pool at the latter. The counters show where the time
   * goes, not why.
   */
  record Cause(Workload workload, LevelResult low, LevelResult high) {
    private static final List<Metric> STATE =
        List.of(
            Metric.PROVIDER_CPU,
            Metric.PROVIDER_RUN_QUEUE_WAIT,
            Metric.POOL_ACTIVE_MAX,
            Metric.QUEUE_MAX);

    /** Empty where no load is too high, or the counters are unknown. */
    static String sentence(RepeatedCell cell) {
      Optional<LevelResult> low =
          cell.levelResults().stream().filter(LevelResult::isValid).findFirst();
      return cell.failing()
          .map(high -> new Cause(cell.cell().load().workload(), low.orElseThrow(), high).sentence())
          .orElse("");
    }

    private String sentence() {
      List<String> parts = new ArrayList<>();
      Breakdown.grewMost(low, high).ifPresent(part -> parts.add(grown(part)));
      STATE.stream()
          .filter(metric -> high.median(metric) != null)
          .map(metric -> metric.title() + " " + withUnit(metric, high))
          .forEach(parts::add);
      return parts.isEmpty() ? "" : "At " + load(high) + ": " + String.join("; ", parts) + ".";
    }

    private String grown(Metric part) {
      return "%s grew most, from %s at %s to %s"
          .formatted(part.title(), withUnit(part, low), load(low), withUnit(part, high));
    }

    private static String withUnit(Metric metric, LevelResult level) {
      return metric.textWithUnit(level.median(metric));
    }

    private String load(LevelResult level) {
      return FigureText.load(workload, level.level());
    }
  }
}
