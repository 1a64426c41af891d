package io.poolbench.cli;

import io.poolbench.journal.PoolSetup;
import io.poolbench.journal.RunFolder;
import io.poolbench.load.RecordedArrivals;
import io.poolbench.observe.AgentLine;
import io.poolbench.observe.AttachedProgram;
import io.poolbench.observe.ObservationFile;
import io.poolbench.observe.ObservedProgram;
import io.poolbench.observe.ObservedProgram.About;
import io.poolbench.observe.PoolFinding;
import io.poolbench.observe.Watch;
import io.poolbench.report.ExitCode;
import io.poolbench.report.ObservationReport;
import io.poolbench.report.format.Text;
import io.poolbench.study.ConfigException;
import io.poolbench.study.DurationText;
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
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
    name = "observe",
    description = {
      "Watch the thread pools of a program that runs, with the calls that it serves, and say which"
          + " size they need and what fails first. It makes no call and changes nothing in the program."
    },
    footer = {
      "",
      "Examples: poolbench observe 4711",
      "          poolbench observe 4711 --for 10s    why is its pool exhausted now?",
      "          poolbench observe 1 --on 'docker exec -i orders'"
    })
final class ObserveCommand implements Callable<Integer> {
  private static final Duration SHORTEST = Duration.ofSeconds(1);
  private static final Duration LINE = Duration.ofMinutes(1);
  private static final long SAVE_SECONDS = 15;

  @CommandLine.Spec private CommandLine.Model.CommandSpec spec;

  @Parameters(
      paramLabel = "PID",
      description = "Number of the program's process, or PATH of its agent's option attach=PATH.")
  private String program;

  @Option(
      names = "--for",
      paramLabel = "DURATION",
      defaultValue = "10m",
      description = "How long to watch, up to 24h (default: ${DEFAULT-VALUE}).")
  private Duration length;

  @Option(
      names = "--record",
      paramLabel = "FILE",
      description = "Write when calls arrived, for 'run --arrivals FILE': counts by 10 ms alone.")
  private Path record;

  @Option(
      names = "--on",
      paramLabel = "COMMAND",
      description = "Attach where this command runs a shell: 'ssh prod1', 'docker exec -i orders'.")
  private String on;

  @Option(names = "--yes", description = "Load the agent into the program without asking.")
  private boolean yes;

  @Option(
      names = "--out",
      paramLabel = "DIR",
      defaultValue = "results",
      description = "Folder for the results (default: ${DEFAULT-VALUE}).")
  private Path out;

  private volatile boolean interrupted;

  @Override
  public Integer call() throws IOException {
    if (length.compareTo(SHORTEST) < 0 || length.compareTo(RecordedArrivals.MAX_LENGTH) > 0) {
      throw ConfigException.of(
          "--for " + DurationText.print(length), "out of range (valid: 1s to 24h)");
    }
    if (record != null) {
      Poolbench.requireWritable("--record", record);
    }
    Consent.of(spec, yes)
        .require(
            List.of(
                "poolbench's agent is loaded into process %s%s, and samples its threads for %s"
                    .formatted(program, on == null ? "" : " of " + on, DurationText.print(length)),
                "it changes no pool, setting or file, and ends with this command; JDK 21 and later"
                    + " print a warning of their own"));
    RunFolder.requireWritable(out);
    Path agent =
        Poolbench.home()
            .resolve(Path.of("provider", "agent", "target", "poolbench-provider-agent.jar"));
    if (!Files.isRegularFile(agent)) {
      throw new IOException(agent + " not found (build it with mvn package)");
    }
    CountDownLatch saved = new CountDownLatch(1);
    try (AttachedProgram attached =
        AttachedProgram.attach(
            Optional.ofNullable(on), agent, program, record != null, spec.commandLine().getErr())) {
      // What was watched until an interrupt is reported, too.
      Runtime.getRuntime().addShutdownHook(new Thread(() -> end(attached, saved), "observe-end"));
      About about = new About(program, Instant.now().toString(), Poolbench.Version.text());
      Watch watch = new Watch();
      Optional<RunFolder> folder = watch(attached, about, watch);
      if (folder.isEmpty()) {
        throw new IOException("nothing was watched: the program, or the command to it, has ended");
      }
      RecordedObservation recorded =
          new RecordedObservation(folder.get(), new ObservedProgram(about, watch));
      recorded.save();
      new ResultOutput(spec).print(recorded);
      if (record != null) {
        record(watch);
      }
      return (ObservationReport.isAnswered(watch) ? ExitCode.DONE : ExitCode.INVALID).code();
    } catch (IOException e) {
      Poolbench.error(spec, "observe: " + e.getMessage());
      return ExitCode.LAB_FAILED.code();
    } finally {
      saved.countDown();
    }
  }

  /** Writes the arrivals at the pool that matters most, and says of which others there are none. */
  private void record(Watch watch) throws IOException {
    PoolSetup recorded =
        watch
            .recorded()
            .orElseThrow(
                () ->
                    new IOException(
                        "no arrival was counted at any pool, so --record %s is not written"
                            .formatted(record)));
    RecordedArrivals.write(record, watch.arrivals(recorded.id()));
    List<String> others =
        watch.findings().stream()
            .map(PoolFinding::setup)
            .filter(pool -> pool.serves() && pool.id() != recorded.id())
            .map(PoolSetup::user)
            .toList();
    spec.commandLine()
        .getOut()
        .println(
            "%s: arrivals at %s%s"
                .formatted(
                    record,
                    recorded.user(),
                    others.isEmpty() ? "" : ", not at " + String.join(", ", others)));
  }

  private void end(AttachedProgram attached, CountDownLatch saved) {
    interrupted = true;
    attached.close();
    try {
      boolean unused = saved.await(SAVE_SECONDS, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /**
   * Watches until the time is over, or the program ends; what was watched until a failure counts.
   *
   * @param all gets what is watched
   * @return the folder with the agent's lines; empty if nothing was watched
   */
  private Optional<RunFolder> watch(AttachedProgram attached, About about, Watch all)
      throws IOException {
    PrintWriter print = spec.commandLine().getOut();
    Watch minute = new Watch();
    try (Kept kept = new Kept(out, about)) {
      while (all.watchedMillis() < length.toMillis()) {
        Optional<String> text;
        AgentLine line;
        try {
          text = attached.next();
          line = text.isEmpty() ? null : AgentLine.parse(text.get());
        } catch (IOException e) {
          if (all.watchedMillis() == 0) {
            throw e;
          }
          print.println("Ended early: " + e.getMessage());
          break;
        }
        if (line == null || line.ended() != null) {
          print.println("Ended early: " + (line == null ? cause(attached) : line.ended()));
          break;
        }
        all.add(line);
        minute.add(line);
        kept.add(text.get(), all);
        if (minute.watchedMillis() >= LINE.toMillis()) {
          print.println(
              Text.clock(Duration.ofMillis(all.watchedMillis()))
                  + "  "
                  + ObservationReport.progress(minute));
          print.flush();
          minute = new Watch();
        }
      }
      return Optional.ofNullable(kept.folder);
    }
  }

  /** The agent's lines, in a folder as soon as something was watched. */
  private static final class Kept implements AutoCloseable {
    private final Path out;
    private final About about;
    private final List<String> before = new ArrayList<>();
    private RunFolder folder;
    private ObservationFile file;

    Kept(Path out, About about) {
      this.out = out;
      this.about = about;
    }

    void add(String line, Watch watch) throws IOException {
      before.add(line);
      if (watch.watchedMillis() > 0 && file == null) {
        folder = RecordedObservation.create(out, watch.program(), Instant.parse(about.begun()));
        file = new ObservationFile(folder.path(), about);
      }
      if (file != null) {
        for (String each : before) {
          file.add(each);
        }
        before.clear();
      }
    }

    @Override
    public void close() throws IOException {
      if (file != null) {
        file.close();
      }
    }
  }

  private String cause(AttachedProgram attached) {
    return interrupted
        ? "by you"
        : attached.isSilent() ? "nothing came any more" : "by the program";
  }
}
