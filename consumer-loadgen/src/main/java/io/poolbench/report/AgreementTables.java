package io.poolbench.report;

import io.poolbench.judge.Statement;
import io.poolbench.published.Published;
import io.poolbench.published.Published.PublishedTable;
import io.poolbench.published.Published.PublishedValue;
import io.poolbench.report.format.Page;
import io.poolbench.report.format.Table;
import io.poolbench.report.format.Table.Field;
import java.util.ArrayList;
import java.util.List;

/** A result beside published tables: each value, what does not agree, and the findings. */
record AgreementTables(Published published) {
  void writeTo(Page page) {
    page.paragraph("Values agree within their bands: " + published.bands() + ".");
    for (PublishedTable table : published.tables()) {
      page.heading(3, table.name());
      table.notes().forEach(page::paragraph);
      page.table(values(table));
      page.notes(
          table.values().stream()
              .filter(value -> !value.remark().isEmpty())
              .map(value -> value.figure() + " " + value.published() + ": " + value.remark())
              .distinct()
              .toList());
    }
    page.paragraph(
        "Measured at the published load; off: the measured value less the published one, in the"
            + " unit of the band. \u2713 within the band; \u2717 beyond it; ~ the interval is on"
            + " both sides of the band's end.");
    for (Published.NumberedFinding each : published.findings()) {
      page.heading(4, "Finding " + each.number());
      page.paragraph(Tones.of(each.finding()), each.finding().sentence());
      page.notes(each.statements().stream().map(Statement::sentence).toList());
    }
  }

  private static Table values(PublishedTable table) {
    List<Field<PublishedValue>> fields = new ArrayList<>();
    for (String setting : table.settings()) {
      fields.add(Table.figure(setting, value -> value.row().getOrDefault(setting, "")));
    }
    fields.add(Table.text("figure", PublishedValue::figure));
    fields.add(Table.figure("measured", PublishedValue::measured));
    fields.add(Table.figure("published", PublishedValue::published));
    fields.add(
        Table.figure("off", (PublishedValue value) -> value.off())
            .toned(value -> Tones.of(value.agreement())));
    fields.add(Table.text("", (PublishedValue value) -> value.agreement().word()).known());
    return Table.of(table.values(), fields).withKeys(table.settings().size() + 1);
  }
}
