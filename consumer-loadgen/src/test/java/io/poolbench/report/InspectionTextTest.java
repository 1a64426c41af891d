package io.poolbench.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.poolbench.Changed;
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

  @Test
  void jsonHasNoCharacterThatChangesWhatATerminalShows() {
    assertThat(
            InspectionText.json(
                Changed.with(SampleTarget.silentlyCached(), "name", "shop\u202e\u009b31m.jar")))
        .contains("\"shop\\u202e\\u009b31m.jar\"");
  }
}
