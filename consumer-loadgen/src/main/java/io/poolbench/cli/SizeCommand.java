package io.poolbench.cli;

import io.poolbench.api.InvalidSettingException;
import io.poolbench.cli.StudyRun.Interruption;
import io.poolbench.inspect.Inspection;
import io.poolbench.inspect.Inspection.CallAnswer;
import io.poolbench.inspect.StarterStudy;
import io.poolbench.inspect.StarterStudy.Compared;
import io.poolbench.inspect.StarterStudy.Load;
import io.poolbench.journal.RunFolder;
import io.poolbench.judge.RetryBudget;
import io.poolbench.lab.HostCheck;
import io.poolbench.lab.LabException;
import io.poolbench.lab.Machines;
import io.poolbench.limits.SizeStages;
import io.poolbench.limits.StageTime;
import io.poolbench.report.ExitCode;
import io.poolbench.report.InspectionText;
import io.poolbench.report.format.Text;
import io.poolbench.study.ConfigException;
import io.poolbench.study.DurationText;
import io.poolbench.study.Levels;
import io.poolbench.study.StopLimits;
import io.poolbench.study.Study;
import io.poolbench.study.StudyLoader;
import io.poolbench.study.TargetSettings;
import io.poolbench.study.Workload;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.Function;
import picocli.CommandLine;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

@Command(
    name = "size",
    description = {
      "Compare the pool of a Dubbo provider of your own with others, and say which to configure.",
      "It is started up to five times, unregistered, on loopback, with your rights: to read its"
          + " pool, to learn what its calls need, to measure all pools in turns in its JVM, and to"
          + " measure the best of them again in another JVM. The methods in --call are called many"
          + " times."
    },
    footer = {"", "Example: " + SizeCommand.EXAMPLE})
final class SizeCommand implements Callable<Integer> {
  static final String EXAMPLE =
      "./poolbench size order.jar --call 'com.example.OrderService.findOrder(7)'";

  private static final String SAMPLE_CALL = "com.example.shop.OrderService.findOrder(7)";

  /** Less time decides nothing. */
  private static final Duration SHORTEST = Duration.ofMinutes(4);

  private static final RetryBudget RETRIES = new RetryBudget(Duration.ofSeconds(20));

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
            "The users that the pool is to carry, or several levels as in a study (default: levels"
                + " around what it carries, up to 1024).")
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
              + " they hold all of its threads; with queues that accept what it accepts).")
  private List<String> pools = List.of();

  @Option(
      names = "--study",
      paramLabel = "FILE",
      description =
          "Write the study here, to repeat it (default: study.yaml in the results folder).")
  private Path written;

  @Option(
      names = "--within",
      paramLabel = "TIME",
      description = "The time that it may take in all, 4m or more (default: ${DEFAULT-VALUE}).",
      defaultValue = "6m")
  private Duration within;

  @Option(
      names = "--yes",
      description = {
        "Call a method that may change something, and start a program of which no property"
            + " or profile is overridden, without asking."
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

  @Mixin private TagOption tag = new TagOption();

  @Mixin private ResultOutput output;

  @Override
  public Integer call() throws IOException, LabException, InterruptedException {
    if (!program.isNamed()) {
      return needsAProgram();
    }
    program.require("", false, providerOn.command().isPresent());
    if (program.wanted().isEmpty()) {
      throw ConfigException.of(
          "--call",
          "missing (example: --call 'com.example.OrderService.findOrder(7)'; inspect lists the"
              + " methods)");
    }
    requireTime();
    if (written != null) {
      if (Files.exists(written)) {
        throw ConfigException.of("--study " + written, "exists (valid: a new file)");
      }
      Poolbench.requireStudy(written);
    }
    Compared compared =
        new Compared(
            pools.stream().map(pool -> TypedValue.exchangeablePool("--pool", pool)).toList(),
            typed.load(),
            sla.isEmpty() ? List.of(StarterStudy.SLA) : StudyOption.bounds("--sla", sla));
    String name = program.baseName() + SizeStages.SUFFIX;
    RunFolder.requireWritable(out);
    Consent consent = Consent.of(spec, yes);
    StopLimits limits = stop.limits();
    Instant begun = Instant.now();
    Inspection inspection = inspection(consent);
    new InspectionText(inspection).lines().forEach(output::note);
    Optional<CallAnswer> failed =
        inspection.answers().stream().filter(CallAnswer::failed).findFirst();
    if (failed.isPresent()) {
      Poolbench.error(spec, failure(failed.get()));
      return ExitCode.LAB_FAILED.code();
    }
    inspection.report().requireMeasured(port(inspection));
    // Paths of a parsed text are relative to the working directory.
    StarterStudy starter =
        new ProgramInspection(program).starter(inspection, Path.of(name), compared);
    program.noteOfSecrets().ifPresent(output::note);
    try (Machines machines = providerOn.start()) {
      StudyLoader loader = Poolbench.loader(HostCheck.of(machines));
      Function<List<String>, Study> parser =
          lines -> loader.parse(name, name, String.join("\n", lines), tags());
      Study base = parser.apply(starter.lines());
      requireCalls(base, consent);
      SizeStages stages =
          new SizeStages(
              base,
              compared.pools(),
              typed.isGiven(),
              starter.cpus(),
              stage -> parser.apply(starter.lines(stage)));
      StudyRun run = new StudyRun(spec, output, RETRIES, limits, machines, providerOn.arguments());
      Instant deadline = begun.plus(within).plus(consent.waited());
      // Not before the last question: an answer that is waited for cannot be interrupted.
      try (Interruption interruption = new Interruption()) {
        return new Sizing(run, stages, deadline, Optional.ofNullable(written)).run(out).code();
      }
    }
  }

  private void requireTime() {
    Duration least = SHORTEST;
    if (!typed.isGiven() && !sla.isEmpty()) {
      Duration seen = StageTime.least(TypedValue.sla("--sla", String.join(",", sla)));
      least = seen.compareTo(least) > 0 ? Duration.ofMinutes(seen.toMinutes() + 1) : least;
    }
    if (within.compareTo(least) < 0) {
      throw ConfigException.of(
          "--within",
          "%s is too short%s (valid: %dm or more)"
              .formatted(
                  DurationText.print(within),
                  least.equals(SHORTEST) ? "" : " for calls as long as --sla allows",
                  least.toMinutes()));
    }
  }

  private static String failure(CallAnswer answer) {
    return "call of %s.%s failed: %s"
        .formatted(
            answer.call().service().callName(),
            answer.call().method().name(),
            answer.text().lines().findFirst().orElse(""));
  }

  private List<String> tags() {
    return tag.isGiven() ? List.of("tags=" + tag.yaml()) : List.of();
  }

  /** The port of all calls, whose pool is measured. */
  private static int port(Inspection inspection) {
    List<Integer> ports =
        inspection.answers().stream()
            .map(answer -> answer.call().service().port())
            .distinct()
            .toList();
    if (ports.size() > 1) {
      throw ConfigException.of("--call", "ports " + ports + " (valid: calls of one pool)");
    }
    return ports.get(0);
  }

  /** Calls to a program that runs already are many more than those consented to so far. */
  private void requireCalls(Study study, Consent consent) throws IOException {
    if (study.paired() == null) {
      throw new ParameterException(
          spec.commandLine(),
          "the pool of this program cannot be exchanged while it runs (see ./poolbench inspect)");
    }
    if (study.cells().get(0).provider() instanceof TargetSettings target && target.runsAlready()) {
      consent.require(new ProgramStart(target).facts());
    }
  }

  private Inspection inspection(Consent consent)
      throws IOException, LabException, InterruptedException {
    String time = "size takes up to %s min (--within)".formatted(Text.clock(within));
    try (Machines machines = providerOn.start()) {
      return new ProgramInspection(program)
          .inspect(consent, "many times", List.of(time), output::note, machines);
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
}
