package io.poolbench.cli;

import io.poolbench.config.ConfigException;
import io.poolbench.config.TypedValue;
import io.poolbench.inspect.Inspection;
import io.poolbench.inspect.StarterStudy;
import io.poolbench.inspect.StarterStudy.Compared;
import io.poolbench.lab.LabException;
import io.poolbench.report.InspectionText;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
    name = "size",
    description = {
      "Compare the pool of a Dubbo provider of your own with others, and say which to configure.",
      "It is started twice, unregistered, on loopback, with your rights: once to read its pool,"
          + " and",
      "once to measure all pools in turns in its JVM. It makes many calls of the one of --call."
    })
final class SizeCommand implements Callable<Integer> {
  @CommandLine.Spec private CommandLine.Model.CommandSpec spec;

  @Mixin private ProgramOption program = new ProgramOption();

  @Option(
      names = "--sla",
      paramLabel = "METRIC=BOUND",
      split = ",",
      description = "The service level, such as tp99=50ms (default: ${DEFAULT-VALUE}).",
      defaultValue = "tp99=50ms")
  private List<String> sla;

  @Option(
      names = "--users",
      paramLabel = "LEVELS",
      description = "Levels of users, as in a study (default: ${DEFAULT-VALUE}).",
      defaultValue = StarterStudy.USERS)
  private String users;

  @Option(
      names = {"--pool", "--pools"},
      paramLabel = "POOL",
      split = ",",
      description =
          "Pools to compare: "
              + TypedValue.POOLS
              + ", such as fixed:16:1000,cached:0:200 (default: fixed pools of three sizes).")
  private List<String> pools = List.of();

  @Option(
      names = {"-o", "--out"},
      paramLabel = "FILE",
      description = "The study that is written, to repeat it (default: NAME-size.yaml).")
  private Path out;

  @Option(
      names = "--yes",
      description = {
        "Call a method that seems to change something, and start a program of which no property",
        "or profile is overridden, without asking."
      })
  private boolean yes;

  @Mixin private StopOption stop = new StopOption();

  @Option(
      names = "--results",
      paramLabel = "DIR",
      description = "The folder for the results (default: ${DEFAULT-VALUE}).",
      defaultValue = "results")
  private Path results;

  @Override
  public Integer call() throws IOException, InterruptedException {
    program.require("", false);
    if (program.wanted().isEmpty()) {
      throw new CommandLine.ParameterException(
          spec.commandLine(),
          "--call: missing (example: --call 'com.example.OrderService.findOrder(7)')");
    }
    Consent consent = Consent.of(spec, yes);
    if (program.wanted().get().seemsToWrite()) {
      consent.require("--call: the method seems to change something, and is called many times");
    }
    stop.limits();
    Compared compared =
        new Compared(
            pools.stream().map(of -> TypedValue.pool("--pool", of)).toList(),
            users,
            StudyOption.bounds(sla));
    Path study = out == null ? Path.of(program.baseName() + "-size.yaml") : out;
    if (Files.exists(study)) {
      throw ConfigException.of(
          study.toString(), "exists (valid: ./poolbench run " + study + ", or -o with a new file)");
    }
    PrintWriter print = spec.commandLine().getOut();
    try {
      Inspection inspection = program.inspect(consent, print::println);
      print.println();
      new InspectionText(inspection).lines().forEach(print::println);
      print.println();
      print.flush();
      if (inspection.answer().orElseThrow().failed()) {
        return ExitCode.LAB_FAILED.code();
      }
      inspection
          .report()
          .requireMeasured(inspection.answer().orElseThrow().call().service().port());
      Files.write(study, program.starter(inspection, study, compared).lines());
    } catch (LabException e) {
      return Poolbench.failed(spec, e);
    }
    List<String> run = new ArrayList<>(List.of("run", study.toString()));
    run.addAll(List.of("--out", results.toString()));
    run.addAll(stop.arguments());
    return spec.parent().commandLine().execute(run.toArray(String[]::new));
  }
}
