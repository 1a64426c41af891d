package io.poolbench.report;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.poolbench.judge.CapacityEstimate;
import io.poolbench.judge.EstimatedCell;
import io.poolbench.result.FigureText;
import java.util.List;
import java.util.Optional;

/**
 * A cell's capacity as an entry of {@code benchmark.json}, which github-action-benchmark reads with
 * {@code tool: customBiggerIsBetter}.
 *
 * @param value the estimate; the measured capacity where there is none within the levels
 * @param range the estimate with its interval; the measured capacity with its spread otherwise
 */
record BenchmarkEntry(String name, String unit, double value, String range) {
  /** An array with an entry for each cell with a known capacity. */
  static String json(EvaluatedResult result) {
    List<BenchmarkEntry> known =
        result.estimates().stream().map(BenchmarkEntry::of).flatMap(Optional::stream).toList();
    try {
      return PlainText.json(
          JsonMapper.builder().build().writerWithDefaultPrettyPrinter().writeValueAsString(known));
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("data that Jackson cannot write", e);
    }
  }

  private static Optional<BenchmarkEntry> of(EstimatedCell cell) {
    String unit = FigureText.unit(cell.workload());
    String name = cell.name() + ": max " + unit + " within SLA";
    Optional<CapacityEstimate> estimate = cell.estimate().filter(of -> Double.isFinite(of.load()));
    return estimate.isPresent()
        ? estimate.map(of -> new BenchmarkEntry(name, unit, of.load(), of.text()))
        : cell.cell()
            .capacity()
            .map(
                of ->
                    new BenchmarkEntry(name, unit, of.median(), SpreadText.capacity(cell.cell())));
  }
}
