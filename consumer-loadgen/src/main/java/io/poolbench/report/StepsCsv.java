package io.poolbench.report;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.dataformat.csv.CsvGenerator;
import com.fasterxml.jackson.dataformat.csv.CsvMapper;
import com.fasterxml.jackson.dataformat.csv.CsvSchema;
import io.poolbench.api.ConfiguredPool;
import io.poolbench.journal.FigureText;
import io.poolbench.journal.Metric;
import io.poolbench.journal.Units;
import io.poolbench.judge.EstimatedCell;
import io.poolbench.judge.JudgedCell;
import io.poolbench.judge.JudgedLevel;
import io.poolbench.report.format.Text;
import io.poolbench.study.Workload;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import java.util.regex.Pattern;

/**
 * The levels of a result as CSV (RFC 4180, but lines end with LF), with the column names in the
 * first line: a row per repetition and level of a cell, followed by rows for its groups of users
 * and its phases. Unknown fields are empty. An apostrophe precedes a text that would be a formula.
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

  private StepsCsv() {}

  /** A column; its value is null where unknown. */
  private record Column(String name, Function<StepRow, Object> value) {
    String text(StepRow row) {
      Object known = value.apply(row);
      if (known instanceof Double figure) {
        return FigureText.machine(figure);
      }
      String text = Text.line(Objects.toString(known, ""));
      // A spreadsheet shows what follows the apostrophe as it is.
      return FORMULA.matcher(text).lookingAt() ? "'" + text : text;
    }
  }

  /**
   * A level of a repetition of a cell, or of a group of its users, or of one of its phases.
   *
   * @param step number of the level in the repetition, from 1
   * @param group empty for the calls of all groups
   * @param phase empty for the whole step
   */
  private record StepRow(
      Evaluation evaluation,
      EstimatedCell pool,
      int repetition,
      int step,
      JudgedLevel level,
      Workload workload,
      String group,
      String phase) {
    StepRow part(JudgedCell part, JudgedLevel own) {
      String name = part.name().substring(pool.name().length() + 1);
      return new StepRow(
          evaluation,
          pool,
          repetition,
          step,
          own,
          part.cell().load().workload(),
          pool.isOfPhases() ? "" : name,
          pool.isOfPhases() ? name : "");
    }

    ConfiguredPool ran() {
      return new PoolTables(evaluation, pool).ranPool();
    }

    /** A figure of the pool that ran; null where unknown. */
    Integer ofPool(Function<ConfiguredPool, Integer> figure) {
      return ran().isKnown() ? figure.apply(ran()) : null;
    }

    /** The level where it counts this setting, such as {@code users}; otherwise null. */
    Integer levelOf(String setting) {
      return workload.setting().equals(setting) ? level.load() : null;
    }
  }

  static String of(Evaluation evaluation) {
    List<StepRow> rows = new ArrayList<>();
    for (EstimatedCell pool : evaluation.cells()) {
      for (JudgedCell repetition : pool.judged().each()) {
        int number = repetition.repetitions().firstKey();
        int step = 0;
        for (JudgedLevel level : repetition.levels()) {
          step++;
          rows.add(new StepRow(evaluation, pool, number, step, level, pool.workload(), "", ""));
          StepRow whole = rows.get(rows.size() - 1);
          for (JudgedCell part : repetition.parts()) {
            part.level(level.level()).ifPresent(own -> rows.add(whole.part(part, own)));
          }
        }
      }
    }
    return text(columns(), rows);
  }

  private static List<Column> columns() {
    List<Column> columns = new ArrayList<>();
    columns.add(new Column("study", row -> row.evaluation.study().name()));
    columns.add(new Column("cell", row -> row.pool.name()));
    columns.add(new Column("repetition", StepRow::repetition));
    columns.add(new Column("step", StepRow::step));
    columns.add(new Column("threadpool", row -> row.ran().kind()));
    columns.add(new Column("core_threads", row -> row.ofPool(ConfiguredPool::coreThreads)));
    columns.add(new Column("threads", row -> row.ofPool(ConfiguredPool::threads)));
    columns.add(new Column("queues", row -> row.ofPool(ConfiguredPool::queues)));
    columns.add(new Column("client", row -> row.pool.judged().cell().driver().client()));
    columns.add(new Column("model", row -> row.workload.id()));
    columns.add(new Column("users", row -> row.levelOf("users")));
    columns.add(new Column("rate", row -> row.levelOf("rate")));
    for (Metric metric : Metric.values()) {
      columns.add(new Column(metric.column(), row -> metric.of(row.level.together())));
      if (metric == LAST_BEFORE_VERDICT) {
        columns.add(new Column("verdict", row -> row.level.verdict().kind()));
        columns.add(new Column("reason", row -> ViolationText.of(row.level.verdict())));
        columns.add(new Column("think_time_mean_ms", row -> thinkMillis(row.workload)));
        columns.add(new Column("arrivals", row -> arrivals(row.workload)));
      }
    }
    columns.add(new Column("reason_codes", row -> String.join(" ", row.level.verdict().codes())));
    columns.add(new Column("group", StepRow::group));
    columns.add(new Column("phase", StepRow::phase));
    return columns;
  }

  private static Double thinkMillis(Workload workload) {
    return workload instanceof Workload.Closed closed
        ? Double.valueOf(closed.thinkTimeMicros() / Units.MICROS_PER_MILLI)
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
