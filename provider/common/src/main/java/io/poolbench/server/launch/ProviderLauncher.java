package io.poolbench.server.launch;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.poolbench.api.ProviderCommand;
import io.poolbench.server.metrics.MetricsEndpoint;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Runs a provider as a process: configuration and commands on standard input, a READY line and each
 * completed command on standard output, all other output on standard error.
 *
 * <p>The process ends with exit code 0 when its standard input ends. If a start fails for a reason
 * that the user can fix, the process prints one line and ends with exit code 1.
 */
public final class ProviderLauncher {
  /** Time for an orderly shutdown; the process is then halted. */
  private static final Duration ORDERLY_SHUTDOWN = Duration.ofSeconds(1);

  private ProviderLauncher() {}

  /**
   * Runs the provider.
   *
   * @param arguments none: the provider reads standard input. The path of a file: the provider
   *     reads its configuration from the file and runs until the process is ended, without a driver
   */
  public static <C> void run(ProviderProgram<C> program, String... arguments) {
    try {
      if (arguments.length == 0) {
        run(program, new BufferedReader(new InputStreamReader(System.in, UTF_8)), System.out);
      } else {
        run(program, Path.of(arguments[0]));
      }
    } catch (StartException e) {
      System.err.println("poolbench-provider: " + e.getMessage());
      Runtime.getRuntime().halt(1);
    } catch (Throwable bug) {
      bug.printStackTrace();
      Runtime.getRuntime().halt(1);
    }
  }

  private static <C> void run(
      ProviderProgram<C> program, BufferedReader standardInput, PrintStream output)
      throws IOException, StartException {
    LaunchInput input = new LaunchInput(standardInput);
    C config = configured(program, input);
    AtomicReference<RunningProvider> started = new AtomicReference<>();
    // On a separate thread and before the start, because the start may hang.
    new Thread(() -> exitAfter(input, started, output), "driver-watch").start();
    RunningProvider provider = program.start(config);
    started.set(provider);
    output.println(provider.ready().toLine());
  }

  private static <C> void run(ProviderProgram<C> program, Path file)
      throws IOException, StartException, InterruptedException {
    C config;
    try (BufferedReader text = Files.newBufferedReader(file)) {
      config = configured(program, new LaunchInput(text));
    }
    program.start(config);
    Thread.currentThread().join();
  }

  private static <C> C configured(ProviderProgram<C> program, LaunchInput input)
      throws IOException, StartException {
    C config = input.readConfig(program::configuration);
    program.systemDefaults(config).forEach(System.getProperties()::putIfAbsent);
    MetricsEndpoint.sendWithoutDelay();
    return config;
  }

  private static void apply(ProviderCommand command, RunningProvider provider, PrintStream output) {
    if (provider == null) {
      System.err.println("poolbench-provider: command ignored before READY: " + command.toLine());
      return;
    }
    if (provider.apply(command)) {
      output.println(command.toLine());
    }
  }

  private static void exitAfter(
      LaunchInput input, AtomicReference<RunningProvider> started, PrintStream output) {
    try {
      input.awaitEnd(command -> apply(command, started.get(), output));
      RunningProvider provider = started.get();
      if (provider != null) {
        Thread shutdown = new Thread(provider::close, "shutdown");
        shutdown.setDaemon(true);
        shutdown.start();
        shutdown.join(ORDERLY_SHUTDOWN.toMillis());
      }
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    } finally {
      Runtime.getRuntime().halt(0);
    }
  }
}
