package io.poolbench.cli;

import io.poolbench.report.ExitCode;
import io.poolbench.report.format.Page;
import io.poolbench.report.format.Table;
import io.poolbench.study.ConfigException;
import io.poolbench.study.Study;
import io.poolbench.study.StudyCatalog;
import io.poolbench.study.StudyCatalog.StudyGroup;
import io.poolbench.study.StudyLoader.CellCheck;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;

@Command(
    name = "list",
    description =
        "List the studies that come with poolbench, each with the minutes that it takes if no step is"
            + " measured longer or again.")
final class ListCommand implements Callable<Integer> {
  @CommandLine.Spec private CommandLine.Model.CommandSpec spec;

  @Override
  public Integer call() {
    List<StudyCatalog.Entry> studies =
        Poolbench.studies(Poolbench.loader(CellCheck.NONE)).entries();
    Page page = new Page();
    for (StudyGroup group : StudyGroup.values()) {
      List<StudyCatalog.Entry> grouped =
          studies.stream().filter(study -> study.group() == group).toList();
      if (!grouped.isEmpty()) {
        page.heading(3, group.id().replace('-', ' '));
        page.table(
            Table.of(
                grouped,
                Table.text("study", StudyCatalog.Entry::name),
                Table.figure("min", listed -> listed.study().map(ListCommand::minutes).orElse("")),
                Table.text("question", ListCommand::question)));
      }
    }
    Poolbench.print(spec, page.blocks());
    return ExitCode.DONE.code();
  }

  private static String minutes(Study study) {
    return Long.toString((DryRun.time(study).toSeconds() + 59) / 60);
  }

  /** The title, or what is wrong with the file. */
  private static String question(StudyCatalog.Entry listed) {
    return listed
        .problem()
        .map(ConfigException::getMessage)
        .or(() -> listed.study().map(Study::title))
        .orElse("");
  }
}
