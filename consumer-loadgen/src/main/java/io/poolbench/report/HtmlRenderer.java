package io.poolbench.report;

import io.poolbench.result.StudyResult;
import io.poolbench.sla.RepeatedCell;
import java.io.IOException;

/** A result as a page with charts, {@code report.html}: one file that opens offline. */
public final class HtmlRenderer implements FileRenderer {
  @Override
  public String fileName() {
    return "report.html";
  }

  @Override
  public void render(StudyResult result, Appendable out) throws IOException {
    var curves =
        RepeatedCell.of(result.cells()).stream().map(cell -> CurveData.of(result, cell)).toList();
    StringBuilder body = new StringBuilder();
    new ReportBody(result, curves).writeTo(body);
    new HtmlDocument(
            result.study() + ": " + result.title(),
            body.toString(),
            ReportData.of(curves),
            "report.js")
        .writeTo(out);
  }
}
