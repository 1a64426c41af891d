package io.poolbench.cli;

import io.poolbench.report.DriverMetrics;
import io.poolbench.report.DriverMetrics.MetricsServer;
import io.poolbench.run.StudyPlan.ResumptionException;
import io.poolbench.spec.ProviderSettings;
import java.io.IOException;
import java.net.BindException;
import picocli.CommandLine;
import picocli.CommandLine.Option;

/** Options to serve the driver's metrics and the page while a study runs. */
final class MetricsOption {
  @CommandLine.Spec(CommandLine.Spec.Target.MIXEE)
  private CommandLine.Model.CommandSpec spec;

  private Integer port;

  @FunctionalInterface
  interface Work {
    ExitCode run() throws IOException, ResumptionException;
  }

  @Option(
      names = "--watch",
      description =
          "Serve the page at a free port of 127.0.0.1, or at --metrics-port, while it is measured.")
  private boolean watch;

  @Option(
      names = "--metrics-port",
      paramLabel = "PORT",
      description = "Serve metrics of the driver at 127.0.0.1:PORT while it runs; 0 = any free.")
  void setPort(Integer value) {
    if (value < 0 || value > ProviderSettings.MAX_PORT) {
      throw new CommandLine.ParameterException(
          spec.commandLine(),
          "--metrics-port: invalid port " + value + " (0.." + ProviderSettings.MAX_PORT + ")");
    }
    port = value;
  }

  /** Serves during the work if an option is given. If the port is in use, no work runs. */
  ExitCode serving(DriverMetrics metrics, ResultOutput output, Work work)
      throws IOException, ResumptionException, InterruptedException {
    if (port == null && !watch) {
      return work.run();
    }
    try (MetricsServer server = start(metrics)) {
      if (server == null) {
        return ExitCode.LAB_FAILED;
      }
      if (port != null) {
        output.address("note: metrics at " + server.url() + "/metrics");
      }
      if (!watch) {
        return work.run();
      }
      output.address("note: page at " + server.url() + "/");
      ExitCode code = work.run();
      metrics.page().awaitLastRead();
      return code;
    }
  }

  /** Starts the server; returns null if the port is in use. */
  private MetricsServer start(DriverMetrics metrics) throws IOException {
    try {
      return metrics.serve(port == null ? 0 : port);
    } catch (BindException e) {
      String problem = "cannot listen on loopback port " + port + ": " + e.getMessage();
      Poolbench.error(spec, "--metrics-port: " + problem + " (0: any free port)");
      return null;
    }
  }
}
