package io.poolbench.cli;

import io.netty.util.concurrent.DefaultThreadFactory;
import io.poolbench.generator.Generator;
import io.poolbench.generator.ThisGenerator;
import io.poolbench.lab.Pinning;
import io.poolbench.measure.NanoClock;
import io.poolbench.side.Build;
import io.poolbench.side.SideException;
import io.poolbench.side.SideHost;
import io.poolbench.side.SideServer;
import io.poolbench.side.ThisHost;
import io.poolbench.study.ProviderLab;
import io.poolbench.study.ThisProviderLab;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Serves a coordinator over standard input and output until the coordinator disconnects. */
@Command(
    name = "side",
    hidden = true,
    description = "Work for a run of --provider-on or --load-from, which starts this.")
final class SideCommand implements Callable<Integer> {
  /** Time for an orderly shutdown; remaining processes are then killed. */
  private static final long END_MILLIS = 800;

  /** Room for some programs of 100 MB each. */
  private static final long CACHE_BYTES = 2L << 30;

  @Option(
      names = "--silence",
      required = true,
      converter = RunCommand.DurationConverter.class,
      description = "A coordinator that sends nothing for so long is gone.")
  private Duration silence;

  @Override
  public Integer call() throws SideException, InterruptedException {
    PrintStream out = System.out;
    // Standard output carries messages only; everything else that is printed goes to the log.
    System.setOut(System.err);
    Pinning pinning = Pinning.detect();
    SideServer server =
        new SideServer(System.in, out, NanoClock.system(), silence)
            .offer(
                SideHost.class,
                new ThisHost(Build.of(Poolbench.home()).hash(), cache(), CACHE_BYTES))
            .offer(Generator.class, new ThisGenerator(pinning))
            .offer(
                ProviderLab.class,
                new ThisProviderLab(Poolbench.home().resolve(Path.of("provider")), pinning));
    server.serve();
    new DefaultThreadFactory("poolbench-side-end", true).newThread(SideCommand::killLate).start();
    try {
      server.close();
    } catch (Exception e) {
      System.err.println("not ended in order: " + e.getMessage());
    }
    killChildren();
    return ExitCode.DONE.code();
  }

  private static void killLate() {
    try {
      Thread.sleep(END_MILLIS);
    } catch (InterruptedException e) {
      // Handled like a shutdown that takes too long.
    }
    killChildren();
    Runtime.getRuntime().halt(ExitCode.LAB_FAILED.code());
  }

  private static void killChildren() {
    ProcessHandle.current().descendants().forEach(ProcessHandle::destroyForcibly);
  }

  /** The folder that caches files received from coordinators. */
  static Path cache() {
    Path own =
        Optional.ofNullable(System.getenv("XDG_CACHE_HOME"))
            .filter(folder -> !folder.isEmpty())
            .map(Path::of)
            .orElseGet(() -> Path.of(System.getProperty("user.home"), ".cache"));
    return own.resolve(Path.of("poolbench-sides", "files"));
  }
}
