package io.poolbench.store;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.poolbench.result.StepResult;
import io.poolbench.result.StudyResult;
import java.io.ByteArrayInputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.HdrHistogram.EncodableHistogram;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogReader;
import org.junit.jupiter.api.Test;

class LatencyLogTest {
  private static final StudyResult RESULT = SampleResult.studyResult();

  @Test
  void theLibrarysOwnReaderFindsEveryStepWithItsTagTimesAndValues() {
    List<StepResult> steps =
        RESULT.cells().stream().flatMap(cell -> cell.steps().stream()).toList();
    List<Histogram> read = read(LatencyLog.of(RESULT));
    assertThat(read)
        .extracting(EncodableHistogram::getTag)
        .containsExactly(
            "cell1.rep1.step1",
            "cell1.rep1.step2",
            "cell1.rep1.step3",
            "cell2.rep2.step1",
            "cell2.rep2.step2",
            "cell2.rep2.step3");
    for (int i = 0; i < steps.size(); i++) {
      StepResult step = steps.get(i);
      assertThat(read.get(i)).isEqualTo(SampleResult.histogram(step.level()));
      assertThat(read.get(i).getStartTimeStamp()).isEqualTo(step.started().toEpochMilli());
      assertThat(read.get(i).getEndTimeStamp())
          .isEqualTo(step.started().toEpochMilli() + Math.round(1000 * step.seconds()));
    }
  }

  @Test
  void commentsTellTheUnitAndWhichCellIsWhichInOneLineEach() {
    assertThat(new String(LatencyLog.of(RESULT), UTF_8).lines())
        .anyMatch(line -> line.startsWith("#") && line.contains("in nanoseconds"))
        .contains("#[cell1: fixed 24]", "#[cell2: 缓存线程池 a|b c]", "#[cell3: eager]");
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

  private static List<Histogram> read(byte[] log) {
    List<Histogram> histograms = new ArrayList<>();
    HistogramLogReader reader = new HistogramLogReader(new ByteArrayInputStream(log));
    while (reader.hasNext()) {
      histograms.add((Histogram) reader.nextIntervalHistogram());
    }
    return histograms;
  }
}
