package io.poolbench.report;

import io.poolbench.result.Batches;
import io.poolbench.result.CellResult;
import io.poolbench.result.FigureText;
import io.poolbench.result.HostDisturbance;
import io.poolbench.result.Metric;
import io.poolbench.result.SpeedRange;
import io.poolbench.result.Stall;
import io.poolbench.result.StepResult;
import io.poolbench.result.StudyResult;
import io.poolbench.result.Verdict;
import io.poolbench.result.ViolationCode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Formats what limits the validity of a study's cells, and what disturbed or slowed its host. */
final class ValidityNotes {
  private ValidityNotes() {}

  /** A note for all cells that share its text. Paired cells have no notes on steps and warm-up. */
  static List<String> of(StudyResult result) {
    Map<String, List<String>> names = new LinkedHashMap<>();
    for (CellResult cell : result.cells()) {
      List<String> notes = new ArrayList<>();
      // The page reports an interruption of the study once.
      if (cell.failed() && !cell.failure().code().equals(ViolationCode.INTERRUPTED.id())) {
        notes.add("failed: " + PlainText.lines(cell.failure().detail()).get(0));
      }
      if (result.paired() == null) {
        if (cell.warmUp() != null && !cell.warmUp().steady()) {
          notes.add("not stable after warm-up");
        }
        open(cell).forEach(notes::add);
      }
      if (!notes.isEmpty()) {
        String note = String.join("; ", notes);
        names.computeIfAbsent(note, of -> new ArrayList<>()).add(CellTables.name(cell));
      }
    }
    return names.entrySet().stream()
        .map(note -> String.join(", ", note.getValue()) + ": " + note.getKey())
        .toList();
  }

  /** Notes on INVALID and UNDECIDED steps, with the first reason of each kind, and on stalls. */
  private static Stream<String> open(CellResult cell) {
    return Stream.concat(
            Stream.of(Verdict.Kind.INVALID, Verdict.Kind.UNDECIDED).map(kind -> of(kind, cell)),
            cell.stepsByLevel().stream().map(step -> stalls(step, cell)))
        .filter(note -> !note.isEmpty());
  }

  private static String stalls(StepResult step, CellResult cell) {
    if (step.stalls().isEmpty()) {
      return "";
    }
    double millis = step.stalls().stream().mapToDouble(Stall::longestMillis).sum();
    Batches others = step.withoutStalls();
    return "stalled at %s %s: longest answer %s ms, in %d of %d batches (%s %% of the time); the others: %s TPS%s"
        .formatted(
            FigureText.count(step.level()),
            FigureText.unit(cell.cell().load().workload()),
            FigureText.measure(step.latency().maxMillis()),
            step.stalls().size(),
            step.batches().size(),
            FigureText.measure(millis / 10 / step.seconds()),
            FigureText.measure(others.tps()),
            others
                .lateShare()
                .map(share -> ", " + FigureText.measure(100 * share.share()) + " % of calls late")
                .orElse(""));
  }

  private static String of(Verdict.Kind kind, CellResult cell) {
    List<StepResult> steps =
        cell.stepsByLevel().stream().filter(step -> step.verdict().kind() == kind).toList();
    if (steps.isEmpty()) {
      return "";
    }
    String levels =
        steps.stream()
            .map(step -> FigureText.count(step.level()))
            .distinct()
            .collect(Collectors.joining(", "));
    return "%s of %s steps %s (%s %s)%s: %s"
        .formatted(
            FigureText.count(steps.size()),
            FigureText.count(cell.steps().size()),
            kind,
            levels,
            FigureText.unit(cell.cell().load().workload()),
            steps.size() == 1 ? "" : ", the first",
            ViolationText.of(steps.get(0).verdict()));
  }

  /** A sentence on what disturbed the host of a run; empty for a quiet host. */
  static List<String> host(StudyResult result) {
    List<HostDisturbance> all =
        HostDisturbance.of(result.cells().stream().flatMap(cell -> cell.steps().stream()).toList());
    return all.isEmpty()
        ? List.of()
        : List.of(
            "Host: "
                + all.stream().map(ValidityNotes::host).collect(Collectors.joining(", "))
                + ": response times are longer than on a quiet host.");
  }

  private static String host(HostDisturbance disturbance) {
    Metric metric = disturbance.metric();
    String least = metric.text(disturbance.least());
    String most = metric.text(disturbance.most());
    return "%s %s%s%s"
        .formatted(
            metric.title(), least.equals(most) ? "" : least + " to ", most, metric.unit().suffix());
  }

  /**
   * A warning if the speed of the CPUs varied during the run; empty if not, or if it is unknown.
   */
  static Optional<String> speedVaried(StudyResult result) {
    return SpeedRange.of(result.cells())
        .filter(SpeedRange::hasVaried)
        .map(
            range ->
                ("CPU speed varied: %s to %s %% of the highest in the run (limit %s %%); compare loads"
                        + " and times within the run only.")
                    .formatted(
                        FigureText.pct(range.lowestPct()),
                        FigureText.pct(range.highestPct()),
                        FigureText.exact(SpeedRange.MIN_PCT)));
  }
}
