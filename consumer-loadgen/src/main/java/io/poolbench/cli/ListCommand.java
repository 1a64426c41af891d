package io.poolbench.cli;

import com.fasterxml.jackson.core.JsonProcessingException;
import io.poolbench.config.ConfigException;
import io.poolbench.config.StudyCatalog;
import io.poolbench.config.StudyCatalog.StudyGroup;
import io.poolbench.config.StudyLoader.CellCheck;
import io.poolbench.report.Page;
import io.poolbench.report.Table;
import io.poolbench.report.Table.Column;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

@Command(
    name = "list",
    description = "List the studies that come with poolbench, with their minutes at most.")
final class ListCommand implements Callable<Integer> {
  private static final List<Column> COLUMNS =
      List.of(new Column("study", false), new Column("min", true), new Column("question", false));

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
        List<List<String>> rows =
            studies.stream().filter(of -> of.group.equals(group.id())).map(Listed::row).toList();
        if (!rows.isEmpty()) {
          page.heading(3, group.id().replace('-', ' '));
          page.table(new Table(COLUMNS, rows));
        }
      }
      Poolbench.print(spec, page);
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
          study.study().map(of -> (new TimeLeft(of).left().toSeconds() + 59) / 60).orElse(null),
          study.problem().isPresent() ? null : study.title(),
          study.problem().map(ConfigException::getMessage).orElse(null));
    }

    List<String> row() {
      return problem == null
          ? List.of(name, minutes.toString(), title)
          : List.of(name, "", problem);
    }
  }
}
