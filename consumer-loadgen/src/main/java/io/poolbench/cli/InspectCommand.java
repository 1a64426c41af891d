package io.poolbench.cli;

import io.poolbench.api.InvalidSettingException;
import io.poolbench.inspect.Inspection;
import io.poolbench.inspect.Inspection.CallAnswer;
import io.poolbench.inspect.NamedCall;
import io.poolbench.inspect.RemoteInspector;
import io.poolbench.inspect.RemoteInspector.RemoteInspection;
import io.poolbench.inspect.StarterStudy;
import io.poolbench.inspect.StarterStudy.Compared;
import io.poolbench.inspect.TargetInspector.WantedCall;
import io.poolbench.lab.LabException;
import io.poolbench.lab.Machines;
import io.poolbench.report.ExitCode;
import io.poolbench.report.InspectionText;
import io.poolbench.report.format.Text;
import io.poolbench.study.CallSettings;
import io.poolbench.study.ConfigException;
import io.poolbench.study.RemoteSettings;
import io.poolbench.study.ShellWord;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
    name = "inspect",
    description = {
      "Start a Dubbo provider of your own, print the pools that it really runs, and write a study.",
      "It runs unregistered, on loopback, with your rights. It makes no call except --call.",
      "With --connect nothing is started, and only what is seen from outside is printed."
    })
final class InspectCommand implements Callable<Integer> {
  @CommandLine.Spec private CommandLine.Model.CommandSpec spec;

  @Mixin private ProgramOption program = new ProgramOption();

  @Option(
      names = "--connect",
      paramLabel = "URL",
      description =
          "A provider that runs already, such as dubbo://host:20880; JAR or --classpath then only"
              + " provide the classes of its services.")
  private String connect;

  @Option(
      names = "--yes",
      description = {
        "Make the call of --call with --connect or of a method that may change something, and"
            + " start a program of which no property or profile is overridden, without asking."
      })
  private boolean yes;

  @Mixin private ProviderOnOption providerOn = new ProviderOnOption();

  @Option(
      names = "--study",
      paramLabel = "FILE",
      description =
          "The study that is written (default: the jar's name with .yaml); never overwritten.")
  private Path out;

  @Override
  public Integer call() throws IOException, LabException, InterruptedException {
    program.require(", --connect", connect != null, providerOn.command().isPresent());
    if (connect != null && (providerOn.command().isPresent() || out != null || program.isRun())) {
      throw ConfigException.of(
          "--connect",
          "not beside --provider-on, --attach, --study or what starts a program, such as -D or"
              + " --stub (valid: without them)");
    }
    if (connect != null) {
      if (program.wanted().size() > 1) {
        throw ConfigException.of(
            "--call", program.wanted().size() + " calls (valid: one beside --connect)");
      }
      return connected();
    }
    Path study = out == null ? Path.of(program.baseName() + ".yaml") : out;
    if (out != null && Files.exists(out)) {
      throw ConfigException.of("--study " + out, "exists (valid: a new file)");
    }
    if (!Files.exists(study)) {
      Poolbench.requireStudy(study);
    }
    Consent consent = Consent.of(spec, yes);
    try (Machines machines = providerOn.start()) {
      Inspection inspection =
          new ProgramInspection(program)
              .inspect(consent, "once", List.of(), line -> print(List.of(line)), machines);
      print(new InspectionText(inspection).lines());
      write(inspection, study);
      return exit(inspection.answers());
    }
  }

  private int connected() throws IOException, LabException {
    try {
      RemoteSettings provider = RemoteSettings.at(connect, program.classes());
      if (!program.wanted().isEmpty()) {
        Consent.of(spec, yes)
            .require(
                List.of(
                    provider.url()
                        + " was not started by poolbench, and --call makes 1 call"
                        + (program.wanted().stream()
                                .map(WantedCall::method)
                                .allMatch(CallSettings::reads)
                            ? ""
                            : " that may change something")));
      }
      RemoteInspection inspection =
          new RemoteInspector(provider).inspect(program.wanted().stream().findFirst());
      print(InspectionText.lines(inspection));
      return exit(inspection.answer().stream().toList());
    } catch (InvalidSettingException e) {
      throw ConfigException.of("--connect", e.getMessage());
    }
  }

  private static int exit(List<CallAnswer> answers) {
    boolean failed = answers.stream().anyMatch(CallAnswer::failed);
    return (failed ? ExitCode.LAB_FAILED : ExitCode.DONE).code();
  }

  private void print(List<String> lines) {
    PrintWriter print = spec.commandLine().getOut();
    int columns = Screen.ofStandardOutput().columns().getAsInt();
    lines.stream().flatMap(line -> Text.wrapped(line, columns, 4).stream()).forEach(print::println);
    print.flush();
  }

  private void write(Inspection inspection, Path study) throws IOException {
    if (Files.exists(study)) {
      print(List.of("", study + " exists and was left as it is (--study FILE writes another)."));
      return;
    }
    Compared compared = new Compared(List.of(), StarterStudy.Load.USERS, List.of(StarterStudy.SLA));
    Files.write(study, new ProgramInspection(program).starter(inspection, study, compared).lines());
    print(List.of("", "Written: " + study));
    Optional<List<String>> sizing =
        inspection.answers().isEmpty()
            ? NamedCall.placeholder(inspection.report().services(program.port()))
                .flatMap(call -> program.sizing(call.text()))
            : Optional.empty();
    List<String> next = sizing.orElse(List.of("./poolbench", "run", study.toString()));
    print(List.of(sizing.isPresent() ? "next, with a call of yours:" : "next:"));
    // On one line, whatever its length: a command that is broken cannot be pasted.
    spec.commandLine()
        .getOut()
        .println(
            Stream.concat(next.stream(), providerOn.arguments().stream())
                .map(ShellWord::quoted)
                .collect(Collectors.joining(" ", "  ", "")));
    program.noteOfSecrets().ifPresent(note -> print(List.of(note)));
  }
}
