package io.poolbench.cli;

import com.fasterxml.jackson.core.JsonProcessingException;
import io.poolbench.api.InvalidSettingException;
import io.poolbench.api.OwnedFolder;
import io.poolbench.journal.Metric;
import io.poolbench.journal.RunFolderException;
import io.poolbench.lab.LabException;
import io.poolbench.measure.JvmEnd;
import io.poolbench.measure.Resumption.ResumptionException;
import io.poolbench.report.ExitCode;
import io.poolbench.report.format.Block;
import io.poolbench.report.format.Report;
import io.poolbench.report.format.Text;
import io.poolbench.study.ConfigException;
import io.poolbench.study.DurationText;
import io.poolbench.study.NearestNames;
import io.poolbench.study.Study;
import io.poolbench.study.StudyCatalog;
import io.poolbench.study.StudyLoader;
import io.poolbench.study.StudyLoader.CellCheck;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.logging.LogManager;
import java.util.regex.Pattern;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.UsageMessageSpec;

@Command(
    name = "poolbench",
    description = "Sizes the business thread pool of an RPC provider, by measuring it.",
    mixinStandardHelpOptions = true,
    scope = CommandLine.ScopeType.INHERIT,
    synopsisSubcommandLabel = "COMMAND",
    subcommands = {
      SizeCommand.class,
      InspectCommand.class,
      ObserveCommand.class,
      RunCommand.class,
      ReportCommand.class,
      CompareCommand.class,
      OpenCommand.class,
      ListCommand.class,
      DoctorCommand.class,
      CommandLine.HelpCommand.class,
      CompletionCommand.class
    },
    versionProvider = Poolbench.Version.class,
    footer = {
      "",
      "Exit codes: 0 what was asked is answered; 2 usage or configuration; 3 an",
      "assertion or criterion failed; 4 the measurement cannot answer; 5 the lab failed",
      "(Redis, provider, port, disk); 70 a bug of poolbench; 130 interrupted, or 143",
      "by SIGTERM (partial results are saved and marked).",
      "Completion for bash and zsh: source <(./poolbench completion)"
    })
final class Poolbench implements Runnable {
  @CommandLine.Spec private CommandLine.Model.CommandSpec spec;

  private Poolbench() {}

  public static void main(String[] args) {
    // Some locales have other digits, which no HTTP header, shell or study takes.
    Locale.setDefault(Locale.ROOT);
    // Libraries would print stack traces with texts of a provider.
    LogManager.getLogManager().reset();
    EscapedOutput out = EscapedOutput.out();
    EscapedOutput err = EscapedOutput.err();
    System.setOut(out);
    System.setErr(err);
    int code = written(run(args, out.writer(), err.writer()), out, err);
    // An exit while a signal shuts the JVM down might replace the signal's exit code.
    if (!JvmEnd.isUnderWay()) {
      System.exit(code);
    }
  }

  private static int run(String[] args, PrintWriter out, PrintWriter err) {
    try {
      OwnedFolder temporary = OwnedFolder.create("driver");
      Runtime.getRuntime().addShutdownHook(new Thread(temporary::close));
      // Libraries unpack native code and load it: from where nobody else can replace it.
      for (String property : List.of("jna.tmpdir", "jline.tmpdir", "io.netty.native.workdir")) {
        System.setProperty(property, temporary.path().toString());
      }
      return commandLine().setOut(out).setErr(err).execute(args);
    } catch (IOException e) {
      err.println("poolbench: " + e.getMessage());
      return ExitCode.LAB_FAILED.code();
    } catch (RuntimeException | Error e) {
      return unexpected(e, err);
    }
  }

  private static int unexpected(Throwable e, PrintWriter err) {
    UnexpectedFailure failure = UnexpectedFailure.of(e, Path.of("").toAbsolutePath());
    err.println("poolbench: " + failure.line());
    return failure.code().code();
  }

  /** The exit code: an answer that was not written is none. */
  private static int written(int code, EscapedOutput out, EscapedOutput err) {
    Optional<String> failure = out.failure();
    if (failure.isEmpty()) {
      return code;
    }
    err.println("poolbench: output not written: " + failure.get());
    return ExitCode.LAB_FAILED.code();
  }

  static CommandLine commandLine() {
    CommandLine commandLine =
        new CommandLine(new Poolbench())
            .setExpandAtFiles(false)
            .registerConverter(Duration.class, Poolbench::duration)
            .setParameterExceptionHandler(Poolbench::usageError)
            .setExecutionExceptionHandler(Poolbench::executionError);
    for (CommandLine command : commandLine.getSubcommands().values()) {
      command.getCommandSpec().usageMessage().abbreviateSynopsis(true);
      command.getHelpSectionMap().put(UsageMessageSpec.SECTION_KEY_OPTION_LIST, OptionGroup::help);
    }
    return commandLine;
  }

  static Duration duration(String typed) {
    try {
      return DurationText.parse(typed);
    } catch (IllegalArgumentException e) {
      throw new CommandLine.TypeConversionException(e.getMessage());
    }
  }

  /** Folder of poolbench's own files: the provider, the studies. */
  static Path home() {
    return Path.of(System.getProperty("poolbench.home", ""));
  }

  /** A loader of studies, which finds published tables in {@code bench-configs/published}. */
  static StudyLoader loader(CellCheck check) {
    return new StudyLoader(
        Metric.ALL, check, home().resolve(Path.of("bench-configs", "published")));
  }

  static StudyCatalog studies(StudyLoader loader) {
    return new StudyCatalog(home().resolve("bench-configs"), loader);
  }

  /** Requires that a file can be written, before the measurement of what it is to hold. */
  static void requireWritable(String option, Path file) {
    Path folder = file.toAbsolutePath().getParent();
    boolean writable =
        Files.exists(file)
            ? Files.isWritable(file) && !Files.isDirectory(file)
            : Files.isWritable(folder) && Files.isDirectory(folder);
    if (!writable) {
      throw ConfigException.of(
          option + " " + file, "cannot be written (valid: a file in an existing folder)");
    }
  }

  /** Requires that a study can be written to a file, and run from it. */
  static void requireStudy(Path file) {
    requireWritable("--study", file);
    String name = StudyCatalog.name(file);
    if (file.endsWith(name)) {
      // It might be the name of a study that is shipped.
      throw ConfigException.of("--study " + file, "no YAML file (valid: " + file + ".yaml)");
    }
    try {
      Study.requireName(name);
    } catch (InvalidSettingException e) {
      throw ConfigException.of("--study " + file, e.getMessage());
    }
  }

  static void error(CommandLine.Model.CommandSpec command, String text) {
    command.commandLine().getErr().println("poolbench: " + Text.line(text));
  }

  static void print(CommandLine.Model.CommandSpec command, Report report) {
    print(command, Screen.ofStandardOutput().terminal().text(report));
  }

  static void print(CommandLine.Model.CommandSpec command, List<Block> blocks) {
    print(command, Screen.ofStandardOutput().terminal().text(blocks));
  }

  private static void print(CommandLine.Model.CommandSpec command, String text) {
    EscapedOutput.raw(command.commandLine().getOut(), text);
  }

  @Override
  public void run() {
    spec.commandLine().usage(spec.commandLine().getOut());
  }

  /** The words of picocli for an option of a group of which one is allowed. */
  private static final Pattern REPEATED =
      Pattern.compile("expected only one match but got .*?=\\{(--[a-z-]+).*");

  private static int usageError(CommandLine.ParameterException e, String[] args) {
    CommandLine command = e.getCommandLine();
    String name = command.getCommandSpec().qualifiedName();
    String problem =
        e instanceof CommandLine.UnmatchedArgumentException unmatched
            ? unknown(command.getCommandSpec(), unmatched.getUnmatched().get(0))
            : REPEATED
                .matcher(e.getMessage().replaceFirst("^Error: ", ""))
                .replaceFirst("option '$1' should be specified only once");
    error(command.getCommandSpec(), problem + " (see '" + name + " --help')");
    return ExitCode.USAGE.code();
  }

  private static String unknown(CommandSpec command, String typed) {
    boolean option = typed.startsWith("-");
    String name = option ? typed.replaceFirst("=.*", "") : typed;
    Set<String> valid = option ? command.optionsMap().keySet() : command.subcommands().keySet();
    return "unknown %s '%s'%s"
        .formatted(
            option ? "option" : valid.isEmpty() ? "argument" : "command",
            name,
            NearestNames.hint(name, valid));
  }

  /** A user's mistake or a failure of the lab is one line; a bug has a file of its own. */
  private static int executionError(
      Exception e, CommandLine command, CommandLine.ParseResult parsed) {
    if (e instanceof ConfigException
        || e instanceof RunFolderException
        || e instanceof ResumptionException) {
      error(command.getCommandSpec(), e.getMessage());
      return ExitCode.USAGE.code();
    }
    if (e instanceof LabException failed) {
      error(command.getCommandSpec(), e.getMessage());
      failed.report().lines().skip(1).map(Text::line).forEach(command.getErr()::println);
      return ExitCode.LAB_FAILED.code();
    }
    Throwable cause = e instanceof UncheckedIOException ? e.getCause() : e;
    if (cause instanceof IOException
        && !(cause instanceof JsonProcessingException)
        && UnexpectedFailure.ofHost(cause).isEmpty()) {
      // With the exception's class, as its message may be the path alone.
      error(command.getCommandSpec(), "cannot read or write: " + cause);
      return ExitCode.LAB_FAILED.code();
    }
    return unexpected(e, command.getErr());
  }

  static final class Version implements CommandLine.IVersionProvider {
    static String text() {
      String version = Poolbench.class.getPackage().getImplementationVersion();
      return version == null ? "unpackaged" : version;
    }

    @Override
    public String[] getVersion() {
      return new String[] {"poolbench " + text()};
    }
  }
}
