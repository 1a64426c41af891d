package io.poolbench.report;

import io.poolbench.api.ConfiguredPool;
import io.poolbench.result.CellResult;
import io.poolbench.result.FigureText;
import io.poolbench.result.GroupResult;
import io.poolbench.result.Metric;
import io.poolbench.result.PhaseResult;
import io.poolbench.result.StepResult;
import io.poolbench.result.StudyResult;
import io.poolbench.spec.Workload;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;

/**
 * Renders {@code steps.csv}: a row per step, followed by rows for its groups of users and its
 * phases. Unknown fields are empty. The columns that identify a step are followed by those of
 * {@link Metric}, in its order; {@code verdict} and {@code reason} keep their place between them.
 */
public final class StepsCsvRenderer implements FileRenderer {
  /** The metric whose column precedes {@code verdict}. */
  private static final Metric LAST_BEFORE_VERDICT = Metric.REDIS_MEAN;

  private static final double MICROS_PER_MILLI = 1000;

  private static final List<Column> COLUMNS = columns();

  @Override
  public String fileName() {
    return "steps.csv";
  }

  @Override
  public void render(EvaluatedResult evaluated, Appendable out) throws IOException {
    StudyResult result = evaluated.result();
    List<List<String>> rows = new ArrayList<>();
    for (CellResult cell : result.cells()) {
      for (StepResult step : cell.allSteps()) {
        Workload ofAll = cell.cell().load().workload();
        add(rows, new Row(result, cell, step, ofAll, step.level(), "", ""));
        for (int i = 0; i < step.groups().size(); i++) {
          GroupResult group = step.groups().get(i);
          Workload workload = cell.cell().load().groups().get(i).workload();
          StepResult own = step.of(group);
          add(rows, new Row(result, cell, own, workload, own.level(), group.name(), ""));
        }
        for (PhaseResult phase : step.phases()) {
          int level = phase.rate() == null ? step.level() : phase.rate();
          add(rows, new Row(result, cell, step.of(phase), ofAll, level, "", phase.name()));
        }
      }
    }
    CsvText.write(COLUMNS.stream().map(Column::name).toList(), rows, out);
  }

  private static void add(List<List<String>> rows, Row row) {
    rows.add(COLUMNS.stream().map(column -> column.text(row)).toList());
  }

  private static List<Column> columns() {
    List<Column> columns = new ArrayList<>();
    columns.add(new Column("study", row -> row.result.study()));
    columns.add(new Column("cell", row -> row.cell.cell().name()));
    columns.add(new Column("repetition", row -> row.cell.repetition()));
    columns.add(new Column("step", row -> row.step.step()));
    columns.add(new Column("threadpool", row -> row.cell.ranPool().kind()));
    columns.add(new Column("core_threads", row -> row.ofPool(ConfiguredPool::coreThreads)));
    columns.add(new Column("threads", row -> row.ofPool(ConfiguredPool::threads)));
    columns.add(new Column("queues", row -> row.ofPool(ConfiguredPool::queues)));
    columns.add(new Column("client", row -> row.cell.cell().driver().client()));
    columns.add(new Column("model", row -> row.workload().id()));
    columns.add(new Column("users", row -> row.levelOf("users")));
    columns.add(new Column("rate", row -> row.levelOf("rate")));
    for (Metric metric : Metric.values()) {
      columns.add(new Column(metric.column(), row -> metric.of(row.step)));
      if (metric == LAST_BEFORE_VERDICT) {
        columns.add(new Column("verdict", row -> row.step.verdict().kind()));
        columns.add(new Column("reason", row -> ViolationText.of(row.step.verdict())));
        columns.add(new Column("think_time_mean_ms", row -> thinkMillis(row.workload())));
        columns.add(new Column("arrivals", row -> arrivals(row.workload())));
      }
    }
    columns.add(new Column("others_cpu_before_pct", row -> row.cell.environment().otherPct()));
    columns.add(new Column("speed_before_pct", row -> row.cell.environment().speedPct()));
    columns.add(new Column("reason_codes", row -> String.join(" ", row.step.verdict().codes())));
    columns.add(new Column("group", row -> row.group));
    columns.add(new Column("phase", row -> row.phase));
    return List.copyOf(columns);
  }

  private static Double thinkMillis(Workload workload) {
    return workload instanceof Workload.Closed closed
        ? Double.valueOf(closed.thinkTime().meanMicros() / MICROS_PER_MILLI)
        : null;
  }

  private static String arrivals(Workload workload) {
    return workload instanceof Workload.Open open ? open.arrivals().id() : null;
  }

  /**
   * @param workload of the row's calls
   * @param level in users, or in requests per second
   * @param group empty for the calls of all groups
   * @param phase empty for the whole step
   */
  private record Row(
      StudyResult result,
      CellResult cell,
      StepResult step,
      Workload workload,
      int level,
      String group,
      String phase) {

    /** A figure of the pool that ran; null where unknown. */
    Integer ofPool(Function<ConfiguredPool, Integer> figure) {
      return cell.ranPool().isKnown() ? figure.apply(cell.ranPool()) : null;
    }

    /** The level where it counts this setting, such as {@code users}; otherwise null. */
    Integer levelOf(String setting) {
      return workload().setting().equals(setting) ? level : null;
    }
  }

  /** A column; its value is null where unknown. */
  private record Column(String name, Function<Row, Object> value) {
    String text(Row row) {
      Object known = value.apply(row);
      return known instanceof Double figure
          ? FigureText.machine(figure)
          : PlainText.line(Objects.toString(known, ""));
    }
  }
}
