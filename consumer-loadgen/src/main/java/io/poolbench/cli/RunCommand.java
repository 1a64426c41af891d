package io.poolbench.cli;

import io.poolbench.api.InvalidSettingException;
import io.poolbench.cli.StudyRun.Interruption;
import io.poolbench.dubbo.CallCheck;
import io.poolbench.journal.RunFolder;
import io.poolbench.journal.RunFolder.FolderLock;
import io.poolbench.judge.RetryBudget;
import io.poolbench.judge.StudyPlanner;
import io.poolbench.lab.HostCheck;
import io.poolbench.lab.HostFacts;
import io.poolbench.lab.LabException;
import io.poolbench.lab.Machines;
import io.poolbench.load.RecordedArrivals;
import io.poolbench.measure.Resumption;
import io.poolbench.measure.Resumption.ResumptionException;
import io.poolbench.published.Expressions;
import io.poolbench.report.ExitCode;
import io.poolbench.study.CallSettings;
import io.poolbench.study.Cell;
import io.poolbench.study.ConfigException;
import io.poolbench.study.ProviderSettings;
import io.poolbench.study.RemoteSettings;
import io.poolbench.study.Study;
import io.poolbench.study.StudyLoader;
import io.poolbench.study.StudyLoader.CellCheck;
import io.poolbench.study.TargetSettings;
import io.poolbench.study.Workload;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
    name = "run",
    description = "Run studies, or pools under loads, print and save their SLA tables.",
    footer = {
      "",
      "Examples: poolbench run quick",
      "          poolbench run --pool fixed:16:1000 --pool cached:0:200 --users 8,16,32",
      "          poolbench run quick --sla tp99=5ms --dry-run",
      "",
      "What is run is saved as study.yaml in the folder of the results, to be repeated."
    })
final class RunCommand implements Callable<Integer> {
  @CommandLine.Spec private CommandLine.Model.CommandSpec spec;

  @Mixin private ResultOutput output;

  @Mixin private StudyOption studies = new StudyOption();

  @ArgGroup private Destination destination = new Destination();

  @Option(
      names = "--yes",
      description = {
        "Do not ask: run JVM options, commands, programs and classes of a study that is none of"
            + " poolbench's own, call a provider that poolbench did not start, or a method of a program"
            + " of your own that may change something, and start a program of which no property or"
            + " profile is overridden."
      })
  private boolean yes;

  @Option(names = "--dry-run", description = "Print pools, loads, calls and time; start nothing.")
  private boolean dry;

  @Mixin private StopOption stop = new StopOption();

  @Option(
      names = "--retry-budget",
      paramLabel = "DURATION",
      defaultValue = "15s",
      description =
          "Measure disturbed steps again, until it took this time, such as 5m; 0s: never (default:"
              + " ${DEFAULT-VALUE}).")
  private Duration retryBudget;

  @Mixin private ProviderOnOption providerOn = new ProviderOnOption();

  @Override
  public Integer call()
      throws IOException, ResumptionException, LabException, InterruptedException {
    stop.limits();
    // The machine of the provider is not asked before the user consents, nor by a dry run.
    boolean elsewhere = providerOn.command().isPresent();
    if (destination.resumed != null) {
      studies.resume(RunFolder.reopen(destination.resumed));
    }
    StudyLoader here = loader(elsewhere ? CellCheck.NONE : new HostCheck(new HostFacts().cpus()));
    List<Study> named = load(here);
    if (dry) {
      for (Study study : named) {
        Poolbench.print(spec, DryRun.report(study, left(study)));
      }
      return ExitCode.DONE.code();
    }
    requireConsent(named, elsewhere);
    try (Machines machines = providerOn.start()) {
      StudyLoader loader = elsewhere ? loader(HostCheck.of(machines)) : here;
      return runAll(loader, elsewhere ? load(loader) : named, machines).code();
    }
  }

  private Duration left(Study study) throws IOException {
    return destination.resumed == null
        ? DryRun.time(study)
        : DryRun.time(study, RunFolder.reopen(destination.resumed).measured());
  }

  private static StudyLoader loader(CellCheck host) {
    CallCheck calls = new CallCheck();
    return Poolbench.loader(
        cell -> {
          host.check(cell);
          calls.check(cell);
          requireRecording(cell);
        });
  }

  private static void requireRecording(Cell cell) {
    if (cell.load().workload() instanceof Workload.Open open && !open.recording().isEmpty()) {
      try {
        RecordedArrivals.read(Path.of(open.recording()))
            .requireReplayable(StudyPlanner.highestLevel(cell.load()));
      } catch (NoSuchFileException e) {
        throw new InvalidSettingException("load.recording", open.recording() + ": no such file");
      } catch (IOException e) {
        throw new InvalidSettingException("load.recording", e.getMessage());
      }
    }
  }

  private List<Study> load(StudyLoader loader) throws LabException {
    try {
      List<Study> loaded = studies.load(loader);
      loaded.forEach(Expressions::check);
      return loaded;
    } catch (UncheckedIOException e) {
      if (e.getCause().getCause() instanceof LabException lost) {
        throw lost;
      }
      throw e;
    }
  }

  /**
   * Prints what the studies do to programs of the user, and asks once for consent to all that needs
   * it: to what files that are not poolbench's own run on this host, to calls and to starts.
   */
  private void requireConsent(List<Study> loaded, boolean elsewhere) throws IOException {
    List<String> facts = new ArrayList<>();
    facts.addAll(studies.needingConsent(Poolbench.loader(CellCheck.NONE)));
    for (Study study : loaded) {
      facts.addAll(announce(study, elsewhere));
    }
    Consent.of(spec, yes).require(facts);
    for (Study study : loaded) {
      if (!providers(study, RemoteSettings.class).isEmpty()) {
        output.noteCalls(study);
      }
    }
  }

  /**
   * Prints the number of calls to a user's program and what its start does; returns what needs
   * consent. Calls to a provider on this host need it too if poolbench did not start it, since its
   * port may be a tunnel to another host.
   */
  private List<String> announce(Study study, boolean elsewhere) throws IOException {
    Set<RemoteSettings> running = providers(study, RemoteSettings.class);
    Set<TargetSettings> programs = providers(study, TargetSettings.class);
    List<String> facts = new ArrayList<>();
    for (RemoteSettings provider : running) {
      facts.add(
          "%s was not started by poolbench, and '%s' makes %s"
              .formatted(provider.url(), study.name(), PlannedCalls.text(study)));
    }
    if (programs.isEmpty()) {
      return facts;
    }
    output.noteCalls(study);
    for (TargetSettings program : programs) {
      ProgramStart start = new ProgramStart(elsewhere ? program.listeningOn("") : program);
      start.announce(output::note);
      facts.addAll(start.facts());
    }
    if (study.paired() != null) {
      output.note("If a pool of connections limits it, twice as many are tried once.");
    }
    for (String method : methods(study)) {
      if (!CallSettings.reads(method)) {
        facts.add(Consent.writes(method, "by '" + study.name() + "'"));
      }
    }
    return facts;
  }

  /** The distinct providers of a kind; targets that differ only in their pools count once. */
  private static <T extends ProviderSettings> Set<T> providers(Study study, Class<T> kind) {
    return study.cells().stream()
        .map(Cell::provider)
        .map(of -> of instanceof TargetSettings target ? target.asConfigured() : of)
        .filter(kind::isInstance)
        .map(kind::cast)
        .collect(Collectors.toCollection(LinkedHashSet::new));
  }

  private static Set<String> methods(Study study) {
    return study.cells().stream()
        .flatMap(cell -> cell.driver().method().weighted().keySet().stream())
        .filter(CallSettings.class::isInstance)
        .map(call -> ((CallSettings) call).methodName())
        .collect(Collectors.toCollection(LinkedHashSet::new));
  }

  private ExitCode runAll(StudyLoader loader, List<Study> loaded, Machines machines)
      throws IOException, ResumptionException, LabException, InterruptedException {
    // One hook for all studies: a JVM that is shutting down accepts no further hook.
    try (Interruption interruption = new Interruption()) {
      if (destination.resumed != null) {
        return resume(loader, loaded, machines);
      }
      ExitCode worst = ExitCode.DONE;
      for (Study study : loaded) {
        worst = worst.worse(run(machines).run(study, destination.out));
        if (worst == ExitCode.INTERRUPTED || interruption.requested()) {
          break;
        }
      }
      return worst;
    }
  }

  private ExitCode resume(StudyLoader loader, List<Study> loaded, Machines machines)
      throws IOException, ResumptionException, LabException, InterruptedException {
    if (loaded.size() != 1) {
      throw ConfigException.of("--resume", loaded.size() + " studies (limit 1)");
    }
    RunFolder folder = RunFolder.reopen(destination.resumed);
    // The study is read before the folder is locked: a lock would create a file in any folder.
    Study first = loader.load(folder.study(), List.of());
    try (FolderLock lock = folder.lock()) {
      Resumption.of(loaded.get(0), machines)
          .require(first, folder.measured(), new HostFacts().describe(new HostFacts().cpus()));
      return run(machines).run(loaded.get(0), folder);
    }
  }

  private StudyRun run(Machines machines) {
    return new StudyRun(
        spec,
        output,
        new RetryBudget(retryBudget),
        stop.limits(),
        machines,
        providerOn.arguments());
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
            "Go on with an interrupted run in its folder, such as results/quick/latest; what was"
                + " measured is kept.")
    private Path resumed;
  }
}
