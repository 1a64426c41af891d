package io.poolbench.cli;

import io.poolbench.cli.StudyRun.Interruption;
import io.poolbench.config.Durations;
import io.poolbench.config.StudyCatalog;
import io.poolbench.config.StudyLoader;
import io.poolbench.config.StudyLoader.CellCheck;
import io.poolbench.dubbo.CallCheck;
import io.poolbench.lab.HostFacts;
import io.poolbench.lab.LabException;
import io.poolbench.model.Recommendation;
import io.poolbench.published.Expressions;
import io.poolbench.redis.RedisKind;
import io.poolbench.report.DriverMetrics;
import io.poolbench.run.ProviderSide;
import io.poolbench.run.StudyPlan;
import io.poolbench.run.StudyPlan.ResumptionException;
import io.poolbench.run.StudyRunner.Machines;
import io.poolbench.spec.Cell;
import io.poolbench.spec.ProviderSettings;
import io.poolbench.spec.RemoteSettings;
import io.poolbench.spec.Study;
import io.poolbench.spec.TargetSettings;
import io.poolbench.store.ResultsFolder;
import io.poolbench.store.ResultsFolder.FolderLock;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(name = "run", description = "Run studies, print and save their SLA tables.")
final class RunCommand implements Callable<Integer> {
  @CommandLine.Spec private CommandLine.Model.CommandSpec spec;

  @Mixin private ResultOutput output;

  @Parameters(
      arity = "1..*",
      paramLabel = "STUDY",
      description = "Name of a study ('poolbench list' has them), or a file.")
  private List<String> studies = new ArrayList<>();

  @ArgGroup private Destination destination = new Destination();

  @Option(
      names = "--redis",
      paramLabel = "KIND",
      description = "${COMPLETION-CANDIDATES}; short for --set redis.kind=KIND.")
  private RedisKind redis;

  @Option(
      names = "--set",
      paramLabel = "PATH=VALUE",
      description = "Change a setting of the study, such as provider.threadpool=cached.")
  private List<String> overrides = new ArrayList<>();

  @Option(
      names = "--connect",
      paramLabel = "URL",
      description =
          "Measure a provider that runs already, such as dubbo://192.0.2.7:20880, instead of"
              + " starting one; short for --set provider.connect=URL.")
  private String connect;

  @Option(names = "--yes", description = "Call a provider that poolbench did not start.")
  private boolean yes;

  @Mixin private StopOption stop = new StopOption();

  @Option(
      names = {"--retry-budget", "--patience"},
      paramLabel = "DURATION",
      converter = DurationConverter.class,
      defaultValue = "15s",
      description =
          "Measure disturbed steps again, for so long in all, such as 5m; 0s: never (default:"
              + " ${DEFAULT-VALUE}).")
  private Duration retryBudget;

  @Mixin private MachinesOption others;

  @Mixin private MetricsOption metricsOption;

  private final DriverMetrics metrics = new DriverMetrics();

  @Override
  public Integer call()
      throws IOException, ResumptionException, LabException, InterruptedException {
    stop.limits();
    List<String> changes = new ArrayList<>(overrides);
    if (redis != null) {
      changes.add("redis.kind=" + redis.id());
    }
    if (connect != null) {
      changes.add("provider.connect=" + connect);
    }
    try (Machines machines = others.start()) {
      return run(changes, machines).code();
    }
  }

  private ExitCode run(List<String> changes, Machines machines)
      throws IOException, ResumptionException, LabException, InterruptedException {
    CellCheck host = MachinesOption.check(machines);
    CallCheck calls = new CallCheck();
    StudyLoader loader =
        Poolbench.loader(
            cell -> {
              host.check(cell);
              calls.check(cell);
            });
    StudyCatalog catalog = Poolbench.studies(loader);
    List<Study> loaded = new ArrayList<>();
    try {
      for (String study : studies) {
        Study of = loader.load(catalog.find(study), changes);
        Expressions.check(of);
        if (of.sizing() != null) {
          Recommendation.requireBounded(study, of.cells().get(0).sla());
        }
        loaded.add(of);
      }
    } catch (UncheckedIOException e) {
      if (e.getCause().getCause() instanceof LabException lost) {
        throw lost;
      }
      throw e;
    }
    for (Study study : loaded) {
      announceCalls(study);
    }
    for (Study study : loaded) {
      machines.generators().require(study);
    }
    return metricsOption.serving(metrics, output, () -> runAll(loader, loaded, machines));
  }

  /**
   * Prints the number of calls to a user's provider. Calls to one that poolbench did not start need
   * the user's consent, also on this host, where a port may be a tunnel to any other.
   */
  private void announceCalls(Study study) throws IOException {
    List<ProviderSettings> others =
        study.cells().stream()
            .map(Cell::provider)
            .filter(of -> of instanceof TargetSettings || of instanceof RemoteSettings)
            .distinct()
            .toList();
    if (others.isEmpty()) {
      return;
    }
    String calls = PlannedCalls.of(study).text();
    Consent consent = Consent.of(spec, yes);
    for (ProviderSettings each : others) {
      if (each instanceof RemoteSettings remote) {
        consent.require(
            "%s was not started by poolbench, and '%s' makes %s"
                .formatted(remote.url(), study.name(), calls));
      }
    }
    output.note(study.name() + " makes " + calls);
  }

  private ExitCode runAll(StudyLoader loader, List<Study> loaded, Machines machines)
      throws IOException, ResumptionException {
    // One hook for all studies: a JVM that is shutting down accepts no further hook.
    try (Interruption interruption = new Interruption()) {
      if (destination.resumed != null) {
        return resume(loader, loaded, machines);
      }
      ExitCode worst = ExitCode.DONE;
      for (Study study : loaded) {
        StudyPlan plan = StudyPlan.of(study, Instant.now());
        worst = worst.worse(run(machines).run(plan, destination.out));
        if (worst == ExitCode.INTERRUPTED || interruption.requested()) {
          break;
        }
      }
      return worst;
    }
  }

  private ExitCode resume(StudyLoader loader, List<Study> loaded, Machines machines)
      throws IOException, ResumptionException {
    if (loaded.size() != 1) {
      throw new CommandLine.ParameterException(
          spec.commandLine(), "--resume: " + loaded.size() + " studies (limit 1)");
    }
    ResultsFolder folder = ResultsFolder.reopen(destination.resumed);
    // The study is read before the folder is locked: a lock would create a file in any folder.
    Study first = loader.load(folder.path().resolve("study.yaml"), List.of());
    try (FolderLock lock = folder.lock()) {
      StudyPlan plan =
          StudyPlan.resumed(
                  loaded.get(0),
                  first,
                  folder.result().read(),
                  new HostFacts().describe(new HostFacts().cpus()),
                  Poolbench.Version.text(),
                  !machines.generators().isEmpty())
              .on(machines.provider().map(ProviderSide::host).orElse(null));
      return run(machines).run(plan, folder, true);
    }
  }

  private StudyRun run(Machines machines) {
    return new StudyRun(spec, output, retryBudget, stop.limits(), metrics, machines);
  }

  private static final class Destination {
    @Option(
        names = "--out",
        paramLabel = "DIR",
        defaultValue = "results",
        description = "Folder for results (default: ${DEFAULT-VALUE}).")
    private Path out = Path.of("results");

    @Option(
        names = "--resume",
        paramLabel = "DIR",
        description =
            "Resume an interrupted run in its folder, such as results/quick/latest; measured cells"
                + " are kept.")
    private Path resumed;
  }

  static final class DurationConverter implements CommandLine.ITypeConverter<Duration> {
    @Override
    public Duration convert(String value) {
      try {
        return Durations.parse(value);
      } catch (IllegalArgumentException e) {
        throw new CommandLine.TypeConversionException(e.getMessage());
      }
    }
  }
}
