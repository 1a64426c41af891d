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
  /** The capacity and what limits it. */
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
   * Such as {@code Estimate: 33.0 users, 95 % interval [30.9, 35.7], by 5 rounds.}; for a paired
   * study also the capacity of the undisturbed host, where known.
   */
  static String estimate(EstimatedCell cell) {
    if (cell.estimate().isEmpty()) {
      return "No estimate: " + lack(cell) + ".";
    }
    CapacityEstimate estimate = cell.estimate().get();
    String unit = FigureText.unit(cell.workload());
    String sentence =
        "Estimate%s: %s, by %s."
            .formatted(
                estimate.basis() == Basis.ROUNDS ? " on this host as it was" : "",
                figures(estimate, unit),
                basis(estimate));
    return cell.undisturbed()
        .map(calm -> sentence + " Undisturbed: " + figures(calm, unit) + ".")
        .orElse(sentence);
  }

  private static String figures(CapacityEstimate estimate, String unit) {
    double lower = estimate.interval().lower();
    double upper = estimate.interval().upper();
    if (lower == Double.POSITIVE_INFINITY) {
      return "more than %s %s (the highest level that counts)"
          .formatted(FigureText.count(estimate.highestLevel()), unit);
    }
    if (upper == Double.NEGATIVE_INFINITY) {
      return "less than %s %s (the lowest level that counts)"
          .formatted(FigureText.count(estimate.lowestLevel()), unit);
    }
    if (!Double.isFinite(lower) || !Double.isFinite(upper)) {
      return Double.isFinite(lower) || Double.isFinite(upper)
          ? estimate.text() + " " + unit
          : "not known";
    }
    return "%s %s, %s [%s, %s]"
        .formatted(
            estimate.text(estimate.load()),
            unit,
            interval(estimate.basis() == Basis.BATCHES),
            estimate.text(lower),
            estimate.text(upper));
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
