package io.poolbench.published;

import io.poolbench.result.Percentile;
import io.poolbench.result.StepResult;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * A column of published tables that a run can be held against.
 *
 * @param column its name there
 * @param title its name in reports
 * @param kind what it counts, and its band
 * @param ofStep the figure of a step; null of the most users, which no single step has
 */
public record PublishedFigure(
    String column, String title, FigureKind kind, Function<StepResult, Double> ofStep) {
  /** The most users within the SLA. */
  static final PublishedFigure MOST_USERS =
      new PublishedFigure("max_users", "most users", FigureKind.USERS, null);

  private static final List<PublishedFigure> ALL =
      Stream.of(
              Stream.of(MOST_USERS),
              Stream.of(Percentile.values()).map(PublishedFigure::of),
              Stream.of(
                  new PublishedFigure("tps", "TPS", FigureKind.TPS, StepResult::tps),
                  new PublishedFigure("cpu_pct", "CPU %", FigureKind.CPU, PublishedFigure::cpu),
                  new PublishedFigure(
                      "cpu_max_pct", "CPU %", FigureKind.CPU, PublishedFigure::cpu)))
          .flatMap(figures -> figures)
          .toList();

  private static PublishedFigure of(Percentile percentile) {
    return new PublishedFigure(
        percentile.name().toLowerCase(Locale.ROOT) + "_ms",
        percentile.name() + " ms",
        FigureKind.TPN,
        step -> percentile.millis(step.latency()));
  }

  private static Double cpu(StepResult step) {
    return step.provider().cpuPct();
  }

  /** The figures that a table has, in one order for all tables. */
  public static List<PublishedFigure> of(PublishedRows table) {
    return ALL.stream().filter(figure -> table.has(figure.column())).toList();
  }
}
