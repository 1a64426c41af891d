package io.poolbench.cli;

import io.poolbench.report.Page;
import io.poolbench.report.Table;
import io.poolbench.result.FigureText;
import io.poolbench.spec.Cell;
import io.poolbench.spec.Levels;
import io.poolbench.spec.LoadSchedule;
import io.poolbench.spec.Study;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** The page of {@code run --dry-run}: what a study would measure, its calls and its time. */
final class DryRun {
  private DryRun() {}

  static Page page(Study study) {
    List<String> size = new ArrayList<>();
    var unused = new Progress(study, size::add, System::nanoTime, /* timed= */ false);
    Page page = new Page();
    page.heading(1, study.title());
    page.sentences(
        List.of(
            String.join(" ", size) + " min",
            "It makes " + PlannedCalls.text(study) + ". Nothing was started."));
    page.table(
        Table.of(
            study.cells(),
            Table.text("cell", Cell::name),
            Table.text("SLA", cell -> FigureText.sla(cell.sla())),
            Table.text("load", cell -> load(cell.load()))));
    return page;
  }

  private static String load(LoadSchedule load) {
    if (!load.groups().isEmpty()) {
      return load.groups().stream()
          .map(group -> group.name() + " " + load(load.of(group)))
          .collect(Collectors.joining("; "));
    }
    if (load.capacity() != null) {
      return load.phases().size() + " phases at shares of its capacity";
    }
    List<String> loads = new ArrayList<>();
    if (!load.levels().isEmpty()) {
      loads.add(Levels.print(load.levels()));
    }
    if (load.search() != null) {
      loads.add("a search within " + Levels.print(load.search().within()));
    }
    return String.join(", ", loads) + " " + FigureText.unit(load.workload());
  }
}
