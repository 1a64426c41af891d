package io.poolbench.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.poolbench.result.GroupResult;
import io.poolbench.result.StepResult;
import io.poolbench.result.StudyResult;
import java.io.ByteArrayInputStream;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogReader;
import org.junit.jupiter.api.Test;

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
  void aGroupNamedLikeAPartOfAnOpenLoopHasATagOfItsOwn() {
    StepResult step = RESULT.cells().get(3).steps().get(1);
    StepResult grouped = step.withGroups(List.of(new GroupResult("service", step)));
    assertThat(LatencyLog.histograms(grouped))
        .containsEntry(".service", step.pacing().serviceHistogram())
        .containsEntry(".group.service", step.histogram());
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
