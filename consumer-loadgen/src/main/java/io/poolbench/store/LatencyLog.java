package io.poolbench.store;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.poolbench.result.CellResult;
import io.poolbench.result.HistogramText;
import io.poolbench.result.StepResult;
import io.poolbench.result.StudyResult;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogWriter;

/**
 * A {@code latency.hlog}: the response times of a study's OK calls as an HdrHistogram log. It has
 * one interval per step, tagged {@code cell1.rep1.step3}; for an open loop also {@code
 * cell1.rep1.step3.service} and {@code cell1.rep1.step3.sendDelay}; and one per group of users,
 * {@code cell1.rep1.step3.group.NAME}. Comments map cell numbers to names.
 */
final class LatencyLog {
  static final String NAME = "latency.hlog";

  private static final double NANOS_PER_MILLI = 1e6;

  private LatencyLog() {}

  static byte[] of(StudyResult result) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    HistogramLogWriter log = new HistogramLogWriter(new PrintStream(bytes, false, UTF_8));
    log.outputComment("[poolbench: response times of OK calls, in nanoseconds;");
    log.outputComment(" of an open loop from the intended start, and apart from it .service, from");
    log.outputComment(
        " the send, and .sendDelay, from the intended start to the send, of all calls;");
    log.outputComment(" Interval_Max in milliseconds]");
    List<String> names = new ArrayList<>();
    for (CellResult cell : result.cells()) {
      String name = cell.cell().name();
      if (!names.contains(name)) {
        names.add(name);
        log.outputComment(
            "[cell%s: %s]"
                .formatted(names.size(), name.replaceAll("[\\p{Cntrl}\\p{Zl}\\p{Zp}]", " ")));
      }
    }
    log.outputLogFormatVersion();
    log.outputBaseTime(result.started().toEpochMilli());
    log.setBaseTime(result.started().toEpochMilli());
    log.outputStartTime(result.started().toEpochMilli());
    log.outputLegend();
    for (CellResult cell : result.cells()) {
      int number = names.indexOf(cell.cell().name()) + 1;
      for (StepResult step : cell.allSteps()) {
        String tag = "cell" + number + ".rep" + cell.repetition() + ".step" + step.step();
        double start = secondsBetween(result.started(), step.started());
        double end = start + step.seconds();
        histograms(step)
            .forEach(
                (suffix, text) -> {
                  Histogram histogram = HistogramText.decode(text);
                  histogram.setTag(tag + suffix);
                  log.outputIntervalHistogram(start, end, histogram, NANOS_PER_MILLI);
                });
      }
    }
    log.close();
    return bytes.toByteArray();
  }

  /** The texts of a step's histograms by the suffix of their tag. */
  static Map<String, String> histograms(StepResult step) {
    Map<String, String> histograms = new LinkedHashMap<>();
    histograms.put("", step.histogram());
    if (step.pacing() != null) {
      histograms.put(".service", step.pacing().serviceHistogram());
      histograms.put(".sendDelay", step.pacing().sendDelayHistogram());
    }
    step.groups()
        .forEach(group -> histograms.put(".group." + group.name(), group.figures().histogram()));
    histograms.values().removeIf(String::isEmpty);
    return histograms;
  }

  private static double secondsBetween(Instant from, Instant to) {
    return (to.toEpochMilli() - from.toEpochMilli()) / 1000.0;
  }
}
