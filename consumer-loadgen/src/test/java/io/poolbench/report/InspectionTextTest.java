package io.poolbench.report;

import io.poolbench.inspect.SampleTarget;
import java.io.IOException;
import org.junit.jupiter.api.Test;

class InspectionTextTest {
  @Test
  void aPoolIsPrintedAsItRunsAgainstWhatWasConfigured() throws IOException {
    InspectionText text = new InspectionText(SampleTarget.silentlyCached());

    Golden.assertMatchesInEveryLocale(
        "inspection.txt", () -> String.join("\n", text.lines()) + "\n");
  }
}
