package io.poolbench.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.poolbench.inspect.Inspection;
import io.poolbench.inspect.Inspection.CallAnswer;
import io.poolbench.inspect.SampleTarget;
import java.util.List;
import java.util.Optional;
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
}
