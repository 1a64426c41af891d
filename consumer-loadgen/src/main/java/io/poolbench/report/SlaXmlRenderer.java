package io.poolbench.report;

import io.poolbench.result.CellResult;
import io.poolbench.result.StepResult;
import io.poolbench.result.StudyResult;
import java.io.IOException;

/**
 * What a study says of its SLAs as tests, for build servers: {@code sla.xml} has a suite for each
 * repetition of a cell.
 */
public final class SlaXmlRenderer implements FileRenderer {
  @Override
  public String fileName() {
    return "sla.xml";
  }

  @Override
  public void render(StudyResult result, Appendable out) throws IOException {
    JUnitXml.write(
        "poolbench " + result.study() + ": " + result.title(),
        result.cells().stream().map(cell -> suite(result, cell)).toList(),
        out);
  }

  private static TestSuite suite(StudyResult result, CellResult cell) {
    return new TestSuite(
        CellText.name(cell),
        result.study(),
        cell.steps().stream().map(StepResult::started).findFirst().orElse(result.started()),
        SlaTestCases.seconds(cell),
        SlaTestCases.of(cell));
  }
}
