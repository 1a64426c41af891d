package io.poolbench.store;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.poolbench.result.HistogramText;
import io.poolbench.result.StepResult;
import io.poolbench.result.StudyResult;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogProcessor;
import org.HdrHistogram.HistogramLogReader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LatencyLogTest {
  private static final StudyResult RESULT = SampleResult.studyResult();

  @Test
  void theLibrarysOwnReaderFindsEveryStepWithItsTagTimesAndValues() {
    List<StepResult> steps =
        RESULT.cells().stream().flatMap(cell -> cell.steps().stream()).toList();
    Map<String, Histogram> read = read(LatencyLog.of(RESULT));
    List<String> tags =
        List.of(
            "cell1.rep1.step1",
            "cell1.rep1.step2",
            "cell1.rep1.step3",
            "cell2.rep2.step1",
            "cell2.rep2.step2",
            "cell2.rep2.step3",
            "cell4.rep1.step1",
            "cell4.rep1.step2");
    assertThat(read.keySet()).containsAll(tags).hasSize(tags.size() + 4);
    for (int i = 0; i < steps.size(); i++) {
      assertHolds(
          read.get(tags.get(i)), steps.get(i), SampleResult.histogram(steps.get(i).level()));
    }
  }

  @Test
  void anOpenLoopHasItsServiceTimesAndSendDelaysBesideItsResponseTimes() {
    StepResult step = RESULT.cells().get(3).steps().get(1);
    Map<String, Histogram> read = read(LatencyLog.of(RESULT));
    assertHolds(read.get("cell4.rep1.step2.service"), step, SampleResult.histogram(600));
    assertHolds(read.get("cell4.rep1.step2.sendDelay"), step, SampleResult.histogram(60));
  }

  @Test
  void commentsNameTheUnitAndEachCellInOneLineEach() {
    assertThat(new String(LatencyLog.of(RESULT), UTF_8).lines())
        .anyMatch(line -> line.startsWith("#") && line.contains("in nanoseconds"))
        .contains(
            "#[cell1: fixed 24]", "#[cell2: 缓存线程池 a|b c]", "#[cell3: eager]", "#[cell4: open]");
  }

  @Test
  void theLocaleChangesNothing() {
    byte[] before = LatencyLog.of(RESULT);
    Locale usual = Locale.getDefault();
    try {
      Locale.setDefault(Locale.GERMANY);
      assertThat(LatencyLog.of(RESULT)).isEqualTo(before);
    } finally {
      Locale.setDefault(usual);
    }
  }

  @Test
  void thePublicLogProcessorFindsTheStepsOwnPercentilesByItsTag(@TempDir Path folder)
      throws IOException, InterruptedException {
    Path log = Files.write(folder.resolve(LatencyLog.NAME), LatencyLog.of(RESULT));
    Path percentiles = folder.resolve("step2");
    StepResult step = RESULT.cells().get(0).steps().get(1);
    Histogram histogram = HistogramText.decode(step.histogram());

    // As its main does.
    Thread processor =
        new HistogramLogProcessor(
            new String[] {
              "-i", log.toString(), "-tag", "cell1.rep1.step2", "-o", percentiles.toString()
            });
    processor.start();
    processor.join();

    List<double[]> rows =
        Files.readAllLines(folder.resolve("step2.hgrm")).stream()
            .map(String::strip)
            .filter(line -> line.matches("[0-9.]+ +[0-9.]+ +[0-9]+( .*)?"))
            .map(line -> Stream.of(line.split(" +", -1)).limit(3).mapToDouble(Double::valueOf))
            .map(DoubleStream::toArray)
            .toList();
    assertThat(rows).hasSizeGreaterThan(10);
    for (double[] row : rows) {
      assertThat(row[0])
          .isEqualTo(histogram.getValueAtPercentile(100 * row[1]) / 1e6, within(0.001));
    }
    double[] last = rows.get(rows.size() - 1);
    assertThat(last[2]).isEqualTo((double) histogram.getTotalCount());
    assertThat(last[0]).isEqualTo(histogram.getMaxValue() / 1e6, within(0.001));
  }

  private static void assertHolds(Histogram read, StepResult step, Histogram values) {
    assertThat(read).isEqualTo(values);
    assertThat(read.getStartTimeStamp()).isEqualTo(step.started().toEpochMilli());
    assertThat(read.getEndTimeStamp())
        .isEqualTo(step.started().toEpochMilli() + Math.round(1000 * step.seconds()));
  }

  /** By tag. */
  private static Map<String, Histogram> read(byte[] log) {
    Map<String, Histogram> histograms = new LinkedHashMap<>();
    HistogramLogReader reader = new HistogramLogReader(new ByteArrayInputStream(log));
    while (reader.hasNext()) {
      Histogram histogram = (Histogram) reader.nextIntervalHistogram();
      histograms.put(histogram.getTag(), histogram);
    }
    return histograms;
  }
}
