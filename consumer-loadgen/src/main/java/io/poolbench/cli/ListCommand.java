package io.poolbench.cli;

import com.fasterxml.jackson.core.JsonProcessingException;
import io.poolbench.report.ExitCode;
import io.poolbench.report.format.Page;
import io.poolbench.report.format.Table;
import io.poolbench.study.ConfigException;
import io.poolbench.study.Study;
import io.poolbench.study.StudyCatalog;
import io.poolbench.study.StudyCatalog.StudyGroup;
import io.poolbench.study.StudyLoader.CellCheck;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

@Command(
    name = "list",
    description =
        "List the studies that come with poolbench, each with the minutes that it takes at most.")
final class ListCommand implements Callable<Integer> {
  @CommandLine.Spec private CommandLine.Model.CommandSpec spec;

  @Option(names = "--json", description = "Print them as a JSON array.")
  private boolean json;

  @Override
  public Integer call() throws JsonProcessingException {
    List<Listed> studies =
        Poolbench.studies(Poolbench.loader(CellCheck.NONE)).entries().stream()
            .map(Listed::of)
            .toList();
    if (json) {
      Poolbench.printJson(spec, studies);
    } else {
      Page page = new Page();
      for (StudyGroup group : StudyGroup.values()) {
        List<Listed> ofGroup = studies.stream().filter(of -> of.group.equals(group.id())).toList();
        if (!ofGroup.isEmpty()) {
          page.heading(3, group.id().replace('-', ' '));
          page.table(
              Table.of(
                  ofGroup,
                  Table.text("study", Listed::name),
                  Table.figure("min", of -> Objects.toString(of.minutes, "")),
                  Table.text("question", of -> of.problem == null ? of.title : of.problem)));
        }
      }
      Poolbench.print(spec, page.blocks());
    }
    return ExitCode.DONE.code();
  }

  /**
   * A study; {@code title} and {@code minutes} are null if the study is invalid, {@code problem} if
   * it is valid.
   */
  private record Listed(String name, String group, Long minutes, String title, String problem) {
    static Listed of(StudyCatalog.Entry study) {
      return new Listed(
          study.name(),
          study.group().id(),
          study.study().map(of -> (DryRun.time(of).toSeconds() + 59) / 60).orElse(null),
          study.study().map(Study::title).orElse(null),
          study.problem().map(ConfigException::getMessage).orElse(null));
    }
  }
}
