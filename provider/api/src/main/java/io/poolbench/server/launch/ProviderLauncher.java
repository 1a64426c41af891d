package io.poolbench.server.launch;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.poolbench.api.ContractJson;
import io.poolbench.api.Ready;
import io.poolbench.core.ContractOutput;
import io.poolbench.core.DaemonThread;
import io.poolbench.core.ProviderRequest;
import io.poolbench.core.StartException;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import org.slf4j.LoggerFactory;

/**
 * Runs a provider as a process: configuration and requests on standard input, a READY line and the
 * answers on standard output, all other output on standard error.
 *
 * <p>The process ends with exit code 0 when its standard input ends. If a start fails for a reason
 * that the user can fix, the process prints one line and ends with exit code 1.
 */
public final class ProviderLauncher {
  /** Time for an orderly shutdown; the process is then halted. */
  private static final Duration ORDERLY_SHUTDOWN = Duration.ofSeconds(1);

  private ProviderLauncher() {}

  /** A provider that accepts calls. */
  public interface LaunchedProvider extends ProviderRequest.Handler, AutoCloseable {
    Ready ready();

    @Override
    void close();
  }

  /** Starts a provider that accepts calls; a failed start may leave parts running. */
  @FunctionalInterface
  public interface Start<C> {
    LaunchedProvider start(C configuration) throws StartException;
  }

  /**
   * Runs a provider.
   *
   * @param systemDefaults system properties for libraries; a {@code -D} option of the same name
   *     overrides them
   */
  public static <C extends Record> void run(
      Class<C> configuration, Function<C, Map<String, String>> systemDefaults, Start<C> start) {
    ContractOutput output = new ContractOutput();
    System.setOut(System.err);
    try {
      BufferedReader input = new BufferedReader(new InputStreamReader(System.in, UTF_8));
      C config = ContractJson.read(String.valueOf(input.readLine()), configuration);
      systemDefaults.apply(config).forEach(System.getProperties()::putIfAbsent);
      AtomicReference<LaunchedProvider> started = new AtomicReference<>();
      // On a separate thread and before the start, because the start may hang.
      new Thread(() -> exitAfter(input, started, output), "driver-watch").start();
      LaunchedProvider provider = start.start(config);
      started.set(provider);
      output.line(provider.ready().toLine());
    } catch (StartException e) {
      System.err.println("poolbench-provider: " + e.getMessage());
      Runtime.getRuntime().halt(1);
    } catch (Throwable bug) {
      bug.printStackTrace();
      Runtime.getRuntime().halt(1);
    }
  }

  private static void follow(
      BufferedReader input, AtomicReference<LaunchedProvider> started, ContractOutput output) {
    ProviderRequest.follow(
        input,
        (command, argument) ->
            Optional.ofNullable(started.get())
                .orElseThrow(() -> new IllegalArgumentException("not started"))
                .answer(command, argument),
        output::line,
        // Not a constant, because the configuration determines the logging.
        line ->
            LoggerFactory.getLogger(ProviderLauncher.class)
                .warn("Ignored on standard input: '{}'", line));
  }

  private static void exitAfter(
      BufferedReader input, AtomicReference<LaunchedProvider> started, ContractOutput output) {
    try {
      follow(input, started, output);
      LaunchedProvider provider = started.get();
      if (provider != null) {
        Thread shutdown = DaemonThread.start(provider::close, "shutdown");
        DaemonThread.join(shutdown, ORDERLY_SHUTDOWN.toMillis());
      }
    } catch (Throwable bug) {
      bug.printStackTrace();
      Runtime.getRuntime().halt(1);
    } finally {
      Runtime.getRuntime().halt(0);
    }
  }
}
