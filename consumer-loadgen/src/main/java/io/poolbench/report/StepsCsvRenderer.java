package io.poolbench.report;

import com.fasterxml.jackson.dataformat.csv.CsvGenerator;
import com.fasterxml.jackson.dataformat.csv.CsvMapper;
import com.fasterxml.jackson.dataformat.csv.CsvSchema;
import io.poolbench.api.PoolConfig;
import io.poolbench.result.CellResult;
import io.poolbench.result.FigureText;
import io.poolbench.result.StepResult;
import io.poolbench.result.StudyResult;
import java.io.IOException;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;

/** Every step as a row of {@code steps.csv} (RFC 4180, lines ended by LF). */
public final class StepsCsvRenderer implements FileRenderer {
  private static final List<Column> COLUMNS =
      List.of(
          new Column("study", row -> row.result().study()),
          new Column("cell", row -> row.cell().cell().name()),
          new Column("repetition", row -> row.cell().repetition()),
          new Column("step", row -> row.step().step()),
          new Column("threadpool", row -> row.pool().type().id()),
          new Column("core_threads", row -> row.pool().coreThreads()),
          new Column("threads", row -> row.pool().threads()),
          new Column("queues", row -> row.pool().queues()),
          new Column("client", row -> row.cell().cell().driver().client().id()),
          new Column("model", row -> "closed"),
          new Column("users", row -> row.step().level()),
          // Of an open loop, which has no users.
          new Column("rate", row -> null),
          figure("seconds", StepResult::seconds),
          new Column("calls", row -> row.step().calls().total()),
          figure("tps", StepResult::tps),
          figure("mean_ms", step -> step.latency().meanMillis()),
          figure("tp50_ms", step -> step.latency().tp50Millis()),
          figure("tp90_ms", step -> step.latency().tp90Millis()),
          figure("tp99_ms", step -> step.latency().tp99Millis()),
          figure("tp999_ms", step -> step.latency().tp999Millis()),
          figure("max_ms", step -> step.latency().maxMillis()),
          new Column("ok", row -> row.step().calls().ok()),
          new Column("rejected", row -> row.step().calls().rejected()),
          new Column("timeout", row -> row.step().calls().timeout()),
          new Column("error", row -> row.step().calls().error()),
          figure("availability_pct", step -> step.calls().availabilityPct()),
          figure("provider_cpu_pct", step -> step.provider().cpuPct()),
          figure("driver_cpu_pct", step -> step.driver().cpuPct()),
          figure("driver_cpu_us_per_call", step -> step.driver().cpuMicrosPerCall()),
          figure("driver_alloc_bytes_per_call", step -> step.driver().allocBytesPerCall()),
          figure("steal_pct", step -> step.host().stealPct()),
          new Column("gc_count", row -> row.step().provider().young().count()),
          figure("gc_pause_ms", step -> step.provider().young().pauseMillis()),
          new Column("pool_active_max", row -> row.step().provider().pool().activeMax()),
          new Column("queue_max", row -> row.step().provider().pool().queueMax()),
          figure("queue_wait_mean_ms", step -> step.provider().queueWait().meanMillis()),
          figure("service_mean_ms", step -> step.provider().service().meanMillis()),
          figure("redis_mean_ms", step -> step.provider().redis().meanMillis()),
          new Column("verdict", row -> row.step().verdict().kind()),
          new Column("reason", row -> row.step().verdict().reason()));

  @Override
  public String fileName() {
    return "steps.csv";
  }

  @Override
  public void render(StudyResult result, Appendable out) throws IOException {
    List<List<String>> rows = new ArrayList<>();
    for (CellResult cell : result.cells()) {
      for (StepResult step : cell.steps()) {
        Row row = new Row(result, cell, step);
        rows.add(COLUMNS.stream().map(column -> column.text(row)).toList());
      }
    }
    CsvSchema.Builder schema =
        CsvSchema.builder().setUseHeader(true).setLineSeparator("\n").setReorderColumns(false);
    COLUMNS.forEach(column -> schema.addColumn(column.name()));
    StringWriter text = new StringWriter();
    CsvMapper mapper = new CsvMapper();
    // Its default quotes every long text.
    mapper.enable(CsvGenerator.Feature.STRICT_CHECK_FOR_QUOTING);
    mapper.writer(schema.build()).writeValue(text, rows);
    out.append(text.toString());
  }

  private static Column figure(String name, Function<StepResult, Double> figure) {
    return new Column(name, row -> FigureText.machine(figure.apply(row.step())));
  }

  private record Row(StudyResult result, CellResult cell, StepResult step) {
    PoolConfig pool() {
      return cell.cell().provider().pool();
    }
  }

  /** A column: its name in the header, and its value; null where unknown. */
  private record Column(String name, Function<Row, Object> value) {
    String text(Row row) {
      return PlainText.line(Objects.toString(value.apply(row), ""));
    }
  }
}
