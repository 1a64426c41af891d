package io.poolbench.report;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.dataformat.csv.CsvGenerator;
import com.fasterxml.jackson.dataformat.csv.CsvMapper;
import com.fasterxml.jackson.dataformat.csv.CsvSchema;
import io.poolbench.api.ConfiguredPool;
import io.poolbench.result.CellResult;
import io.poolbench.result.FigureText;
import io.poolbench.result.GroupResult;
import io.poolbench.result.Metric;
import io.poolbench.result.StepResult;
import io.poolbench.result.StepResult.PhaseResult;
import io.poolbench.result.StudyResult;
import io.poolbench.spec.Workload;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import java.util.regex.Pattern;

/**
 * The steps of a result as CSV (RFC 4180, but lines end with LF), with the column names in the
 * first line. Unknown fields are empty. An apostrophe precedes a text that would be a formula.
 */
final class StepsCsv {
  /**
   * The beginning of a text that a spreadsheet would run as a formula. Names come from studies and
   * providers. A negative number and a single dash are no formulas.
   */
  private static final Pattern FORMULA =
      Pattern.compile("\\s*(?:[=@\uFF1D\uFF20]|[-+\uFF0B\uFF0D](?!\\d*(?:\\.\\d+)?$))");

  /** The metric whose column precedes {@code verdict}. */
  private static final Metric LAST_BEFORE_VERDICT = Metric.REDIS_MEAN;

  private static final double MICROS_PER_MILLI = 1000;

  private StepsCsv() {}

  /** A column; its value is null where unknown. */
  private record Column(String name, Function<StepRow, Object> value) {
    String text(StepRow row) {
      Object known = value.apply(row);
      if (known instanceof Double figure) {
        return FigureText.machine(figure);
      }
      String text = PlainText.line(Objects.toString(known, ""));
      // A spreadsheet shows what follows the apostrophe as it is.
      return FORMULA.matcher(text).lookingAt() ? "'" + text : text;
    }
  }

  /**
   * A step, or a group of its users, or one of its phases.
   *
   * @param workload of the row's calls
   * @param level in users, or in requests per second
   * @param group empty for the calls of all groups
   * @param phase empty for the whole step
   */
  private record StepRow(
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

  /**
   * A row per step, followed by rows for its groups of users and its phases. The columns that
   * identify a step are followed by those of {@link Metric}, in its order. The columns {@code
   * verdict} and {@code reason} keep their place among them.
   */
  static String of(EvaluatedResult evaluated) {
    StudyResult result = evaluated.result();
    List<StepRow> rows = new ArrayList<>();
    for (CellResult cell : result.cells()) {
      for (StepResult step : cell.allSteps()) {
        Workload ofAll = cell.cell().load().workload();
        rows.add(new StepRow(result, cell, step, ofAll, step.level(), "", ""));
        for (int i = 0; i < step.groups().size(); i++) {
          GroupResult group = step.groups().get(i);
          Workload workload = cell.cell().load().groups().get(i).workload();
          StepResult own = step.of(group);
          rows.add(new StepRow(result, cell, own, workload, own.level(), group.name(), ""));
        }
        for (PhaseResult phase : step.phases()) {
          int level = phase.rate() == null ? step.level() : phase.rate();
          rows.add(new StepRow(result, cell, step.of(phase), ofAll, level, "", phase.name()));
        }
      }
    }
    return text(columns(), rows);
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
    columns.add(new Column("group", StepRow::group));
    columns.add(new Column("phase", StepRow::phase));
    return columns;
  }

  private static Double thinkMillis(Workload workload) {
    return workload instanceof Workload.Closed closed
        ? Double.valueOf(closed.thinkTime().meanMicros() / MICROS_PER_MILLI)
        : null;
  }

  private static String arrivals(Workload workload) {
    return workload instanceof Workload.Open open ? open.arrivals().id() : null;
  }

  private static String text(List<Column> columns, List<StepRow> rows) {
    CsvSchema.Builder schema =
        CsvSchema.builder().setUseHeader(true).setLineSeparator("\n").setReorderColumns(false);
    columns.forEach(column -> schema.addColumn(column.name));
    List<List<String>> texts =
        rows.stream()
            .map(row -> columns.stream().map(column -> column.text(row)).toList())
            .toList();
    CsvMapper mapper = new CsvMapper();
    // The default quotes every long text.
    mapper.enable(CsvGenerator.Feature.STRICT_CHECK_FOR_QUOTING);
    try {
      return mapper.writer(schema.build()).writeValueAsString(texts);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("texts that Jackson cannot write", e);
    }
  }
}
