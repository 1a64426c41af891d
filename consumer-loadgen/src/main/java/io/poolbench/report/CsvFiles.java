package io.poolbench.report;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.dataformat.csv.CsvGenerator;
import com.fasterxml.jackson.dataformat.csv.CsvMapper;
import com.fasterxml.jackson.dataformat.csv.CsvSchema;
import io.poolbench.api.ConfiguredPool;
import io.poolbench.published.FindingResult;
import io.poolbench.published.FindingResult.StatementResult;
import io.poolbench.result.AgreementRow;
import io.poolbench.result.BlockSample;
import io.poolbench.result.CellResult;
import io.poolbench.result.FigureText;
import io.poolbench.result.GroupResult;
import io.poolbench.result.Metric;
import io.poolbench.result.StepResult;
import io.poolbench.result.StepResult.PhaseResult;
import io.poolbench.result.StudyResult;
import io.poolbench.spec.Workload;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import java.util.regex.Pattern;

/**
 * The CSV files of a result (RFC 4180, but lines end with LF), with the column names in the first
 * line. Unknown fields are empty. An apostrophe precedes a text that would be a formula.
 */
final class CsvFiles {
  /**
   * The beginning of a text that a spreadsheet would run as a formula. Names come from studies and
   * providers. A negative number and a single dash are no formulas.
   */
  private static final Pattern FORMULA =
      Pattern.compile("\\s*(?:[=@\uFF1D\uFF20]|[-+\uFF0B\uFF0D](?!\\d*(?:\\.\\d+)?$))");

  /** The metric whose column precedes {@code verdict}. */
  private static final Metric LAST_BEFORE_VERDICT = Metric.REDIS_MEAN;

  private static final double MICROS_PER_MILLI = 1000;

  private CsvFiles() {}

  /** A column; its value is null where unknown. */
  private record Column<R>(String name, Function<R, Object> value) {
    String text(R row) {
      Object known = value.apply(row);
      if (known instanceof Double figure) {
        return FigureText.machine(figure);
      }
      String text = PlainText.line(Objects.toString(known, ""));
      // A spreadsheet shows what follows the apostrophe as it is.
      return FORMULA.matcher(text).lookingAt() ? "'" + text : text;
    }
  }

  private record FindingRow(int finding, String decided, String because, String text) {}

  private record BlockRow(CellResult cell, BlockSample sample) {}

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

  /** {@code agreement.csv}: a row per published value. */
  static String agreement(EvaluatedResult evaluated) {
    return text(columns(AgreementRow.class), evaluated.agreement().written());
  }

  /** A column per component of a record, in its order and by its name in snake case. */
  private static <R extends Record> List<Column<R>> columns(Class<R> type) {
    return Arrays.stream(type.getRecordComponents())
        .map(
            of ->
                new Column<R>(
                    PropertyNamingStrategies.SnakeCaseStrategy.INSTANCE.translate(of.getName()),
                    row -> value(of.getAccessor(), row)))
        .toList();
  }

  private static Object value(Method accessor, Record row) {
    try {
      Object value = accessor.invoke(row);
      return value instanceof Boolean answer ? (answer ? "yes" : "no") : value;
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("a component that is not accessible", e);
    }
  }

  /**
   * {@code findings.csv}: a row per finding of the study or of the publication, with its number,
   * the decision, the values behind it, and its sentence.
   */
  static String findings(EvaluatedResult evaluated) {
    List<FindingRow> rows = new ArrayList<>();
    for (StatementResult of : evaluated.findings()) {
      String decided = of.decision().toString();
      rows.add(new FindingRow(rows.size() + 1, decided, of.because(), of.text()));
    }
    for (FindingResult of : evaluated.agreement().findings()) {
      rows.add(new FindingRow(of.number(), of.decision().toString(), of.because(), of.text()));
    }
    return text(columns(FindingRow.class), rows);
  }

  /**
   * {@code disturbances.csv}: a row per cell of each block of a paired study, including discarded
   * blocks, with the outcome and the disturbances of the host.
   */
  static String disturbances(EvaluatedResult evaluated) {
    return text(
        disturbanceColumns(),
        evaluated.result().cells().stream()
            .flatMap(cell -> cell.blocks().stream().map(sample -> new BlockRow(cell, sample)))
            .toList());
  }

  private static List<Column<BlockRow>> disturbanceColumns() {
    List<Column<BlockRow>> columns = new ArrayList<>();
    columns.add(new Column<>("repetition", row -> row.cell.repetition()));
    columns.add(new Column<>("round", row -> row.sample.round()));
    columns.add(new Column<>("level", row -> row.sample.level()));
    columns.add(new Column<>("cell", row -> row.cell.cell().name()));
    columns.add(new Column<>("attempt", row -> row.sample.attempt()));
    columns.add(new Column<>("discarded", row -> row.sample.discarded()));
    columns.add(new Column<>("codes", row -> String.join(" ", row.sample.codes())));
    BlockSample.FIGURES.forEach(
        metric -> columns.add(new Column<>(metric.column(), row -> row.sample.of(metric))));
    return columns;
  }

  /**
   * {@code steps.csv}: a row per step, followed by rows for its groups of users and its phases. The
   * columns that identify a step are followed by those of {@link Metric}, in its order. The columns
   * {@code verdict} and {@code reason} keep their place among them.
   */
  static String steps(EvaluatedResult evaluated) {
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
    return text(stepColumns(), rows);
  }

  private static List<Column<StepRow>> stepColumns() {
    List<Column<StepRow>> columns = new ArrayList<>();
    columns.add(new Column<>("study", row -> row.result.study()));
    columns.add(new Column<>("cell", row -> row.cell.cell().name()));
    columns.add(new Column<>("repetition", row -> row.cell.repetition()));
    columns.add(new Column<>("step", row -> row.step.step()));
    columns.add(new Column<>("threadpool", row -> row.cell.ranPool().kind()));
    columns.add(new Column<>("core_threads", row -> row.ofPool(ConfiguredPool::coreThreads)));
    columns.add(new Column<>("threads", row -> row.ofPool(ConfiguredPool::threads)));
    columns.add(new Column<>("queues", row -> row.ofPool(ConfiguredPool::queues)));
    columns.add(new Column<>("client", row -> row.cell.cell().driver().client()));
    columns.add(new Column<>("model", row -> row.workload().id()));
    columns.add(new Column<>("users", row -> row.levelOf("users")));
    columns.add(new Column<>("rate", row -> row.levelOf("rate")));
    for (Metric metric : Metric.values()) {
      columns.add(new Column<>(metric.column(), row -> metric.of(row.step)));
      if (metric == LAST_BEFORE_VERDICT) {
        columns.add(new Column<>("verdict", row -> row.step.verdict().kind()));
        columns.add(new Column<>("reason", row -> ViolationText.of(row.step.verdict())));
        columns.add(new Column<>("think_time_mean_ms", row -> thinkMillis(row.workload())));
        columns.add(new Column<>("arrivals", row -> arrivals(row.workload())));
      }
    }
    columns.add(new Column<>("others_cpu_before_pct", row -> row.cell.environment().otherPct()));
    columns.add(new Column<>("speed_before_pct", row -> row.cell.environment().speedPct()));
    columns.add(new Column<>("reason_codes", row -> String.join(" ", row.step.verdict().codes())));
    columns.add(new Column<>("group", StepRow::group));
    columns.add(new Column<>("phase", StepRow::phase));
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

  private static <R> String text(List<Column<R>> columns, List<R> rows) {
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
