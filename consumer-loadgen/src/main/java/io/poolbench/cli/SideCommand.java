package io.poolbench.cli;

import io.poolbench.reporting.ExitCode;
import io.netty.util.concurrent.DefaultThreadFactory;
import io.poolbench.lab.Build;
import io.poolbench.lab.LabException;
import io.poolbench.lab.Pinning;
import io.poolbench.lab.SideHost;
import io.poolbench.lab.SideServer;
import io.poolbench.load.NanoClock;
import io.poolbench.run.ProviderLab;
import io.poolbench.run.ThisProviderLab;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Serves a driver over standard input and output until the driver disconnects. */
@Command(
    name = "side",
    hidden = true,
    description = "Work for a run of --provider-on, which starts this.")
final class SideCommand implements Callable<Integer> {
  /** Time for an orderly shutdown; remaining processes are then killed. */
  private static final long END_MILLIS = 800;

  /** Room for some programs of 100 MB each. */
  private static final long CACHE_BYTES = 2L << 30;

  @Option(names = "--cache", required = true, description = "The folder for what is sent.")
  private Path cache;

  @Override
  public Integer call() throws LabException, InterruptedException {
    PrintStream out = System.out;
    // Standard output carries messages only; everything else that is printed goes to the log.
    System.setOut(System.err);
    Pinning pinning = Pinning.detect();
    SideServer server =
        new SideServer(System.in, out, NanoClock.system())
            .offer(
                SideHost.class,
                new SideHost.ThisHost(
                    Build.of(Poolbench.home()).hash(), cache.resolve("files"), CACHE_BYTES))
            .offer(
                ProviderLab.class,
                new ThisProviderLab(
                    Poolbench.home().resolve("provider"), pinning, cache.resolve("providers")));
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
}
