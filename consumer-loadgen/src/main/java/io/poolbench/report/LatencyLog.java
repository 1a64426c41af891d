package io.poolbench.report;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.poolbench.journal.Durations;
import io.poolbench.journal.Key;
import io.poolbench.journal.Slice;
import io.poolbench.journal.Times;
import io.poolbench.journal.Units;
import io.poolbench.judge.JudgedCell;
import io.poolbench.judge.JudgedLevel;
import io.poolbench.report.format.Text;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogWriter;

/**
 * {@code latency.hlog}: the response times of all OK calls as an HdrHistogram log, with an interval
 * for each slice, tagged {@code cell1.rep1.load24}; that of a group or a phase also {@code
 * .part.NAME}; for an open loop beside it {@code .service} and {@code .sendDelay}. Comments map the
 * numbers of cells to names.
 */
final class LatencyLog {
  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
  private final HistogramLogWriter log =
      new HistogramLogWriter(new PrintStream(bytes, false, UTF_8));
  private final Instant started;

  private LatencyLog(Instant started) {
    this.started = started;
  }

  static String of(Evaluation evaluation) {
    return new LatencyLog(evaluation.run().started()).written(evaluation.judged().cells());
  }

  private String written(List<JudgedCell> cells) {
    log.outputComment("[poolbench: response times of OK calls, in nanoseconds;");
    log.outputComment(" of an open loop from the intended start, and apart from it .service, from");
    log.outputComment(
        " the send, and .sendDelay, from the intended start to the send, of all calls;");
    log.outputComment(" Interval_Max in milliseconds]");
    for (JudgedCell cell : cells) {
      log.outputComment("[cell%s: %s]".formatted(cells.indexOf(cell) + 1, Text.line(cell.name())));
    }
    log.outputLogFormatVersion();
    log.outputBaseTime(started.toEpochMilli());
    log.setBaseTime(started.toEpochMilli());
    log.outputStartTime(started.toEpochMilli());
    log.outputLegend();
    for (JudgedCell cell : cells) {
      cell.counting()
          .sorted(JudgedLevel.inTime())
          .forEach(slice -> write(slice, cells.indexOf(cell) + 1));
    }
    log.close();
    return bytes.toString(UTF_8);
  }

  private void write(Slice slice, int cell) {
    Key key = slice.key();
    String tag =
        "cell%s.rep%s.load%s%s"
            .formatted(
                cell,
                key.repetition(),
                key.level(),
                key.part().isEmpty() ? "" : ".part." + key.part());
    Times times = slice.total().times();
    write(slice, tag, times.response());
    write(slice, tag + ".service", times.service());
    write(slice, tag + ".sendDelay", times.sendDelay());
  }

  private void write(Slice slice, String tag, Durations durations) {
    if (durations.isEmpty()) {
      return;
    }
    Histogram histogram = durations.histogram();
    histogram.setTag(tag);
    Instant first = slice.batches().get(0).span().at();
    Instant last = slice.batches().get(slice.batches().size() - 1).span().end();
    log.outputIntervalHistogram(seconds(first), seconds(last), histogram, Units.NANOS_PER_MILLI);
  }

  private double seconds(Instant at) {
    return Duration.between(started, at).toMillis() / 1000.0;
  }
}
