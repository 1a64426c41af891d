package io.poolbench.cli;

import io.poolbench.api.InvalidSettingException;
import io.poolbench.cli.StudyRun.Interruption;
import io.poolbench.config.ConfigException;
import io.poolbench.config.StudyCatalog;
import io.poolbench.config.TypedValue;
import io.poolbench.inspect.Inspection;
import io.poolbench.inspect.StarterStudy;
import io.poolbench.inspect.StarterStudy.Compared;
import io.poolbench.inspect.StarterStudy.Load;
import io.poolbench.judge.LevelResult;
import io.poolbench.judge.RepeatedCell;
import io.poolbench.lab.LabException;
import io.poolbench.limits.ThreadDemand;
import io.poolbench.report.EvaluatedResult;
import io.poolbench.report.InspectionText;
import io.poolbench.result.CellResult;
import io.poolbench.result.FigureText;
import io.poolbench.result.StudyResult;
import io.poolbench.run.ProviderSide;
import io.poolbench.run.StudyPlan;
import io.poolbench.spec.Levels;
import io.poolbench.spec.Study;
import io.poolbench.spec.TargetSettings;
import io.poolbench.spec.Workload;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
    name = "size",
    description = {
      "Compare the pool of a Dubbo provider of your own with others, and say which to configure.",
      "It is started three times, unregistered, on loopback, with your rights: to read its pool, to"
          + " learn how many threads calls hold (not with --pools), and to measure all pools in"
          + " turns in its JVM. The method in --call is called many times."
    },
    footer = {"", "Example: " + SizeCommand.EXAMPLE})
final class SizeCommand implements Callable<Integer> {
  /** The option of {@code run} by which the program's start is not announced a second time. */
  static final String ANNOUNCED = "--announced";

  static final String EXAMPLE =
      "./poolbench size order.jar --call 'com.example.OrderService.findOrder(7)'";

  private static final String SAMPLE_CALL = "com.example.shop.OrderService.findOrder(7)";

  /** Ends the name of the study that learns how many threads calls hold. */
  private static final String LEARN = "-learn";

  @CommandLine.Spec private CommandLine.Model.CommandSpec spec;

  @Mixin private ProgramOption program = new ProgramOption();

  @Option(
      names = "--sla",
      paramLabel = "METRIC=BOUND",
      split = ",",
      description = "The service level, such as tp99=20ms (default: tp99=50ms).")
  private List<String> sla = List.of();

  @ArgGroup private Typed typed = new Typed();

  private static final class Typed {
    @Option(
        names = "--users",
        paramLabel = "N",
        description =
            "The users that the pool is to carry, or several levels as in a study (default: 4, 8,"
                + " 16, 32, 64, 128, and up to 1024 where these are within the SLA).")
    private String users;

    @Option(
        names = "--rate",
        paramLabel = "R",
        description =
            "The calls per second that it is to carry, or several rates, instead of users; arrivals"
                + " are random (Poisson).")
    private String rate;

    boolean isGiven() {
      return rate != null || users != null;
    }

    Load load() {
      if (!isGiven()) {
        return Load.USERS;
      }
      String setting = rate == null ? "users" : "rate";
      String text = rate == null ? users : rate;
      try {
        Load load = Load.of(setting, text);
        int max = rate == null ? Workload.Closed.MAX_USERS : Workload.Open.MAX_RATE;
        for (int level : Levels.parse(load.levels())) {
          InvalidSettingException.requireRange(setting, level, 1, max);
        }
        return load;
      } catch (IllegalArgumentException e) {
        throw ConfigException.of("--" + setting + " " + text, e.getMessage());
      }
    }
  }

  @Option(
      names = {"--pool", "--pools"},
      paramLabel = "POOL",
      split = ",",
      description =
          "Pools to compare: "
              + TypedValue.EXCHANGEABLE_POOLS
              + ", such as fixed:16:1000,cached:0:200 (default: fixed pools of half, as many and"
              + " twice the threads that calls hold with the pool as configured, or larger ones if"
              + " they hold all of its threads).")
  private List<String> pools = List.of();

  @Option(
      names = "--study",
      paramLabel = "FILE",
      description = "The study that is written, to repeat it (default: NAME-size.yaml).")
  private Path written;

  @Option(
      names = "--yes",
      description = {
        "Call a method that may change something, and start a program of which no property",
        "or profile is overridden, without asking."
      })
  private boolean yes;

  @Mixin private StopOption stop = new StopOption();

  @Mixin private ProviderOnOption providerOn = new ProviderOnOption();

  @Option(
      names = "--out",
      paramLabel = "DIR",
      description = "The folder for the results (default: ${DEFAULT-VALUE}).",
      defaultValue = "results")
  private Path out;

  @Override
  public Integer call() throws IOException, InterruptedException {
    if (!program.isNamed()) {
      return needsAProgram();
    }
    program.require("", false, providerOn.command().isPresent());
    if (program.wanted().isEmpty()) {
      throw ConfigException.of(
          "--call", "missing (example: --call 'com.example.OrderService.findOrder(7)')");
    }
    Consent consent = Consent.of(spec, yes);
    stop.limits();
    Compared compared =
        new Compared(
            pools.stream().map(of -> TypedValue.exchangeablePool("--pool", of)).toList(),
            typed.load(),
            sla.isEmpty() ? List.of(StarterStudy.SLA) : StudyOption.bounds("--sla", sla));
    Path study = written == null ? Path.of(program.baseName() + "-size.yaml") : written;
    if (Files.exists(study)) {
      throw ConfigException.of(
          study.toString(),
          "exists (valid: ./poolbench run " + study + ", or --study with a new file)");
    }
    Poolbench.requireStudy(study, LEARN);
    PrintWriter print = spec.commandLine().getOut();
    try {
      Inspection inspection = inspection(consent, print);
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
      StarterStudy starter = program.starter(inspection, study, compared);
      if (pools.isEmpty()) {
        String name = StudyCatalog.name(study) + LEARN;
        // Paths of a parsed text are relative to the working directory.
        EvaluatedResult learned =
            learned(name, program.starter(inspection, Path.of(name), compared).learning(), consent);
        StudyResult result = learned.result();
        if (result.interrupted() || result.cells().stream().anyMatch(CellResult::failed)) {
          return ended(learned);
        }
        Compared chosen = chosen(compared, RepeatedCell.of(result.cells()).get(0), print);
        starter = program.starter(inspection, study, chosen);
      }
      Files.write(study, starter.lines());
    } catch (LabException e) {
      return Poolbench.failed(spec, e);
    }
    // Calls to a program that runs already are many more than those consented to so far.
    return run(
        study.toString(),
        yes || !program.runsAlready() ? List.of("--yes", ANNOUNCED) : List.of(ANNOUNCED));
  }

  private Inspection inspection(Consent consent, PrintWriter print)
      throws IOException, LabException, InterruptedException {
    Optional<ProviderSide> side = ProviderOnOption.start(providerOn.command());
    try {
      return program.inspect(consent, "many times", print::println, side);
    } finally {
      side.ifPresent(ProviderSide::close);
    }
  }

  private int needsAProgram() {
    Path sample = Poolbench.home().resolve(Path.of("provider", "sample", "target"));
    PrintWriter err = spec.commandLine().getErr();
    Poolbench.error(spec, "size: no program (valid: JAR, or --classpath with --main)");
    err.println(
        "usage: ./poolbench size JAR --call CALL [OPTION]... (see ./poolbench size --help)");
    err.println("example: " + EXAMPLE);
    err.println("to try it with the sample shop, which ./poolbench builds from its sources:");
    err.println(
        "  ./poolbench size %s --call '%s'"
            .formatted(sample.resolve("poolbench-sample.jar"), SAMPLE_CALL));
    return ExitCode.USAGE.code();
  }

  private int run(String study, List<String> options) {
    List<String> run = new ArrayList<>(List.of("run", study, "--out", out.toString()));
    run.addAll(options);
    run.addAll(stop.arguments());
    run.addAll(providerOn.arguments());
    return spec.parent().commandLine().execute(run.toArray(String[]::new));
  }

  private EvaluatedResult learned(String name, List<String> lines, Consent consent)
      throws IOException, LabException {
    Optional<ProviderSide> side = ProviderOnOption.start(providerOn.command());
    try (Interruption interruption = new Interruption()) {
      Study learning =
          Poolbench.loader(ProviderOnOption.check(side))
              .parse(name, name, String.join("\n", lines), List.of());
      ResultOutput output = new ResultOutput(spec);
      output.note(name + " makes " + PlannedCalls.of(learning).text());
      if (learning.cells().get(0).provider() instanceof TargetSettings target
          && target.runsAlready()) {
        consent.require(new ProgramStart(target).facts());
      }
      return new StudyRun(spec, output, Duration.ZERO, stop.limits(), side)
          .measured(StudyPlan.of(learning, Instant.now()), out);
    } finally {
      side.ifPresent(ProviderSide::close);
    }
  }

  private int ended(EvaluatedResult learned) {
    // A resumed run would learn and stop: the study is written after it.
    StudyEnd end = StudyEnd.of(learned, "start size again");
    spec.commandLine().getOut().println(end.line(out.resolve(learned.result().study())));
    return end.code().code();
  }

  /**
   * Adds the pool sizes to compare, where the number of threads that calls hold is known, and
   * higher loads, where the highest default load is within the SLA.
   */
  private Compared chosen(Compared compared, RepeatedCell learned, PrintWriter print) {
    Optional<ThreadDemand> demand = ThreadDemand.of(learned);
    print.println(
        demand
            .map(
                of ->
                    "Calls hold %s threads at %s TPS, nearly the most: %s are compared"
                        .formatted(
                            FigureText.measure(of.threads()),
                            FigureText.measure(of.tps()),
                            of.limited()
                                ? "these are all of the pool, and larger pools"
                                : "pools around it"))
            .orElse("The threads that calls hold are not known: pools by the CPUs are compared"));
    Compared chosen = compared;
    if (demand.isPresent()) {
      chosen = chosen.withFixed(demand.get().sizes());
      List<LevelResult> levels = learned.levelResults();
      if (!typed.isGiven() && levels.get(levels.size() - 1).pass()) {
        chosen = chosen.withLoad(Load.upTo(demand.get().mostUsers(learned.cell().sla())));
        print.println(
            "The highest load is within the SLA: users %s".formatted(chosen.load().levels()));
      }
    }
    print.println();
    print.flush();
    return chosen;
  }
}
