package io.poolbench.report;

import io.poolbench.published.Assertions;
import io.poolbench.published.StatementResult;
import io.poolbench.report.JUnitReport.Ending;
import io.poolbench.result.StudyResult;
import java.io.IOException;
import java.util.stream.Stream;

/**
 * Renders {@code sla.xml}: the SLAs of a study as tests for build servers, with a suite per
 * repetition of a cell and one for the assertions.
 */
public final class SlaXmlRenderer implements FileRenderer {
  @Override
  public String fileName() {
    return "sla.xml";
  }

  @Override
  public void render(EvaluatedResult evaluated, Appendable out) throws IOException {
    StudyResult result = evaluated.result();
    new JUnitReport(
            "poolbench " + result.study() + ": " + result.title(),
            Stream.concat(
                    result.cells().stream().map(cell -> SlaSuite.of(result, cell)),
                    assertions(result))
                .toList())
        .writeTo(out);
  }

  private static Stream<JUnitReport.Suite> assertions(StudyResult result) {
    return result.assertions().isEmpty()
        ? Stream.empty()
        : Stream.of(
            new JUnitReport.Suite(
                "assertions",
                result.study(),
                result.started(),
                0,
                Assertions.of(result).stream().map(SlaXmlRenderer::testCase).toList()));
  }

  private static JUnitReport.Test testCase(StatementResult assertion) {
    return switch (assertion.decision()) {
      case CONFIRMED ->
          new JUnitReport.Test(assertion.text(), 0, Ending.PASSED, "", assertion.because());
      case REFUTED ->
          new JUnitReport.Test(assertion.text(), 0, Ending.FAILURE, assertion.because(), "");
      case UNDECIDED ->
          new JUnitReport.Test(assertion.text(), 0, Ending.SKIPPED, assertion.because(), "");
    };
  }
}
