package io.poolbench.server;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.poolbench.api.Fidelity;
import io.poolbench.api.LaunchConfig;
import io.poolbench.api.ProviderCommand;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;

/**
 * The provider process: configuration and commands on standard input, a READY line and each command
 * carried out on standard output, everything else on standard error.
 *
 * <p>Ends with exit code 0 when its standard input ends. A start that fails for a reason that the
 * user can remedy ends with 1 and one line.
 */
public final class ProviderMain {
  /** The process ends after this time even if a part of it does not. */
  private static final Duration ORDERLY_SHUTDOWN = Duration.ofSeconds(1);

  /** Read by libraries when their classes load; a {@code -D} of the same name overrides one. */
  private static final Map<String, String> SYSTEM_DEFAULTS =
      Map.of(
          "io.lettuce.core.iouring", "false",
          "dubbo.application.logger", "slf4j",
          // This class ends the process; Dubbo's hook would delay the effect of a signal by
          // seconds.
          "dubbo.shutdownHook.listenIgnore", "true",
          "dubbo.service.shutdown.wait", "100",
          // The JDK's server writes head and body separately: a scrape would wait for a delayed
          // ACK.
          "sun.net.httpserver.nodelay", "true");

  private ProviderMain() {}

  /** Runs the provider; takes no arguments. */
  public static void main(String[] arguments) {
    SYSTEM_DEFAULTS.forEach(System.getProperties()::putIfAbsent);
    try {
      run(new BufferedReader(new InputStreamReader(System.in, UTF_8)), System.out);
    } catch (StartException e) {
      System.err.println("poolbench-provider: " + e.getMessage());
      Runtime.getRuntime().halt(1);
    } catch (Throwable bug) {
      bug.printStackTrace();
      Runtime.getRuntime().halt(1);
    }
  }

  private static void run(BufferedReader standardInput, PrintStream output)
      throws IOException, StartException {
    LaunchInput input = new LaunchInput(standardInput);
    LaunchConfig config = input.readConfig();
    defaults(config).forEach(System.getProperties()::putIfAbsent);
    AtomicReference<Provider> started = new AtomicReference<>();
    // On a separate thread, and before the start, which may hang.
    new Thread(() -> exitAfter(input, started, output), "driver-watch").start();
    Provider provider = Provider.start(config);
    started.set(provider);
    output.println(provider.ready().toLine());
  }

  /** Read when Dubbo, Netty or the logging starts: after the configuration. */
  private static Map<String, String> defaults(LaunchConfig config) {
    return config.fidelity() == Fidelity.QUIET
        ? Map.of("netty.epoll.enable", "true")
        : Map.of(
            "logback.configurationFile",
            "logback-stock.xml",
            "poolbench.reports",
            config.reportFolder());
  }

  private static void apply(ProviderCommand command, Provider provider, PrintStream output) {
    if (provider == null) {
      System.err.println("poolbench-provider: command ignored before READY: " + command.toLine());
      return;
    }
    if (provider.apply(command)) {
      output.println(command.toLine());
    }
  }

  private static void exitAfter(
      LaunchInput input, AtomicReference<Provider> started, PrintStream output) {
    try {
      input.awaitEnd(command -> apply(command, started.get(), output));
      Provider provider = started.get();
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
