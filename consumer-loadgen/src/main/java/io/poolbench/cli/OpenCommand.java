package io.poolbench.cli;

import io.poolbench.report.ExitCode;
import io.poolbench.report.ReportFile;
import io.poolbench.study.ConfigException;
import java.awt.AWTError;
import java.awt.Desktop;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

@Command(
    name = "open",
    description = "Print the path of the newest page, and open it where there is a desktop.")
final class OpenCommand implements Callable<Integer> {
  /** ROOT/STUDY/STAMP/report.html. */
  private static final int DEPTH = 3;

  @CommandLine.Spec private CommandLine.Model.CommandSpec spec;

  @Parameters(
      arity = "0..1",
      paramLabel = "DIR",
      defaultValue = "results",
      description = "Folder of results, or of a run (default: ${DEFAULT-VALUE}).")
  private Path folder;

  @Override
  public Integer call() throws IOException {
    Path page = newest();
    spec.commandLine().getOut().println(page);
    spec.commandLine().getOut().flush();
    try {
      if (Screen.isTerminal()
          && Desktop.isDesktopSupported()
          && Desktop.getDesktop().isSupported(Desktop.Action.BROWSE)) {
        Desktop.getDesktop().browse(page.toUri());
      }
    } catch (AWTError | IOException e) {
      Poolbench.error(spec, "no browser: " + e.getMessage());
    }
    return ExitCode.DONE.code();
  }

  private Path newest() throws IOException {
    if (!Files.isDirectory(folder)) {
      throw ConfigException.of(folder.toString(), "no such folder (valid: of --out, or of a run)");
    }
    String name = ReportFile.PAGE.fileName();
    try (Stream<Path> files = Files.walk(folder.toRealPath(), DEPTH)) {
      return files
          .filter(file -> file.endsWith(name))
          .max(Comparator.comparingLong(file -> file.toFile().lastModified()))
          .orElseThrow(() -> ConfigException.of(folder.toString(), "no page yet (" + name + ")"));
    }
  }
}
