package io.poolbench.cli;

import com.fasterxml.jackson.core.JsonProcessingException;
import io.poolbench.config.ConfigException;
import io.poolbench.config.StudyCatalog;
import io.poolbench.config.StudyLoader.CellCheck;
import io.poolbench.report.PlainText;
import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

@Command(name = "list", description = "List the studies that come with poolbench.")
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
      PrintWriter out = spec.commandLine().getOut();
      studies.forEach(study -> out.println(PlainText.line(study.line())));
      out.flush();
    }
    return ExitCode.DONE.code();
  }

  /** A study; {@code title} is null if the study is invalid, {@code problem} if it is valid. */
  private record Listed(String name, String title, String problem) {
    static Listed of(StudyCatalog.Entry study) {
      String problem = study.problem().map(ConfigException::getMessage).orElse(null);
      return new Listed(study.name(), problem == null ? study.title() : null, problem);
    }

    String line() {
      return String.format(Locale.ROOT, "%-18s %s", name, problem == null ? title : problem);
    }
  }
}
