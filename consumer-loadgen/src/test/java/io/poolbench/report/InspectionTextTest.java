package io.poolbench.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.poolbench.Changed;
import io.poolbench.api.EffectivePool;
import io.poolbench.inspect.Inspection;
import io.poolbench.inspect.Inspection.CallAnswer;
import io.poolbench.inspect.SampleTarget;
import io.poolbench.lab.TargetReport;
import io.poolbench.lab.TargetService;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class InspectionTextTest {
  /** In one line, as a serialized text, or in many, as JSON. */
  @ParameterizedTest
  @CsvSource({"x, 10700000", "'x\n', 50000"})
  void aLongAnswerIsCutOnATerminalAndWholeInJson(String part, int count) {
    Inspection sample = SampleTarget.silentlyCached();
    CallAnswer answer = sample.answer().orElseThrow();
    String text = part.repeat(count);
    Inspection inspection =
        new Inspection(
            sample.name(),
            sample.startMillis(),
            sample.report(),
            sample.pools(),
            Optional.of(new CallAnswer(answer.call(), answer.millis(), false, text)));

    List<String> lines = new InspectionText(inspection).lines();

    assertThat(lines).hasSizeLessThan(110);
    assertThat(lines.get(lines.size() - 1))
        .startsWith("  ... (10")
        .endsWith("0 characters; --json prints all)");
    assertThat(InspectionText.json(inspection).length()).isGreaterThan(text.length());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          java.util.concurrent.ThreadPoolExecutor$CallerRunsPolicy | 100 | refuses none: the I/O thread runs a call beyond 100 at once
          java.util.concurrent.ThreadPoolExecutor$DiscardPolicy    | 100 | leaves a call without an answer beyond 100 at once
          com.example.Waiting                                      | 100 | its own Waiting decides on a call beyond 100 at once
          org.apache.dubbo.common.threadpool.support.AbortPolicyWithReport | 100 | refuses a call beyond 100 at once
          ''                                                       |     | when it refuses a call is unknown
          """)
  void whatBecomesOfACallBeyondThePoolIsReadFromItsHandler(
      String handler, Integer threads, String text) {
    Inspection sample = SampleTarget.silentlyCached();
    TargetReport.Pool pool = sample.report().pools().get(0);
    EffectivePool runs =
        threads == null
            ? EffectivePool.ofClass("MdcExecutor")
            : new EffectivePool("MdcExecutor", threads, threads, 0L, "SynchronousQueue", 0);
    TargetReport report =
        Changed.with(
            sample.report(),
            "pools",
            List.of(Changed.with(Changed.with(pool, "runs", runs), "rejectedBy", handler)));

    List<String> lines =
        new InspectionText(
                Inspection.of("a.jar", 1, report, SampleTarget.noSettings(), Optional.empty()))
            .lines();

    assertThat(lines).anyMatch(line -> line.strip().startsWith(text));
  }

  @Test
  void aPoolWithoutCallsIsSaidToBeUnused() {
    Inspection sample = SampleTarget.silentlyCached();
    TargetService service = sample.report().services().get(0);
    TargetReport report =
        Changed.with(
            sample.report(),
            "services",
            List.of(Changed.with(service, "url", service.url() + "&dispatcher=direct")));

    assertThat(
            new InspectionText(
                    Inspection.of("a.jar", 1, report, SampleTarget.noSettings(), Optional.empty()))
                .lines())
        .contains("  runs no call: dispatcher=direct runs them in the I/O threads");
  }
}
