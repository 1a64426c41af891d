package io.poolbench.cli;

import io.poolbench.prometheus.DriverMetrics;
import io.poolbench.prometheus.MetricsServer;
import io.poolbench.study.ResumptionException;
import java.io.IOException;
import java.io.PrintWriter;
import java.net.BindException;
import picocli.CommandLine;
import picocli.CommandLine.Option;

/** Where a run's metrics can be read while it lasts. */
final class MetricsOption {
  private static final int MOST_PORT = 65_535;

  @CommandLine.Spec(CommandLine.Spec.Target.MIXEE)
  private CommandLine.Model.CommandSpec spec;

  @Option(
      names = "--metrics-port",
      paramLabel = "PORT",
      description = "Serve metrics of the driver at 127.0.0.1:PORT while it runs; 0 = any free.")
  private Integer port;

  /** What is done while the metrics can be read. */
  @FunctionalInterface
  interface Work {
    ExitCode run() throws IOException, ResumptionException;
  }

  /**
   * @throws CommandLine.ParameterException where no such port can be
   */
  void requireValid() {
    if (port != null && (port < 0 || port > MOST_PORT)) {
      throw new CommandLine.ParameterException(
          spec.commandLine(),
          "--metrics-port: " + port + " is out of range; valid: 0.." + MOST_PORT);
    }
  }

  /** Does the work, and serves meanwhile where that is asked for; without the port no work. */
  ExitCode serving(DriverMetrics metrics, Work work) throws IOException, ResumptionException {
    if (port == null) {
      return work.run();
    }
    MetricsServer started;
    try {
      started = MetricsServer.start(port, metrics);
    } catch (BindException e) {
      spec.commandLine()
          .getErr()
          .println(
              "poolbench: --metrics-port: cannot listen at port "
                  + port
                  + " of loopback ("
                  + e.getMessage()
                  + "); valid: a free port, or 0 for any");
      return ExitCode.LAB_FAILED;
    }
    try (MetricsServer server = started) {
      PrintWriter terminal = spec.commandLine().getOut();
      terminal.println("note: metrics at " + server.url() + "/metrics");
      terminal.flush();
      return work.run();
    }
  }
}
