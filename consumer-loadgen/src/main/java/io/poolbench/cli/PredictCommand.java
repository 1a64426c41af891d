package io.poolbench.cli;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.poolbench.api.ConfiguredPool;
import io.poolbench.api.ConfiguredPool.AsConfiguredPool;
import io.poolbench.api.InvalidSettingException;
import io.poolbench.compare.Operand;
import io.poolbench.config.ConfigException;
import io.poolbench.config.Durations;
import io.poolbench.config.Levels;
import io.poolbench.config.TypedValue;
import io.poolbench.model.CapacityModel;
import io.poolbench.model.Estimate;
import io.poolbench.model.MeasuredLoads;
import io.poolbench.model.Prediction;
import io.poolbench.model.Scenario;
import io.poolbench.report.PredictionTables;
import io.poolbench.spec.Cell;
import io.poolbench.spec.ServiceMethod;
import io.poolbench.spec.Sla;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
    name = "predict",
    description = "Predict other pools, CPUs or a slower Redis by a model fitted to a result.",
    footer = {
      "",
      "Example: poolbench predict results/quick/latest --pool fixed:24:1000",
      "",
      "Every value has a 95 %% interval; * marks what is beyond the measured loads,",
      "CPUs or latency. The result must be of closed loops whose cells differ in their",
      "pool only.",
      "docs/explanation/model.md describes the model."
    })
final class PredictCommand implements Callable<Integer> {
  private static final int MAX_USERS = 2_000;
  private static final int MAX_CPUS = 1_024;

  @CommandLine.Spec private CommandLine.Model.CommandSpec spec;

  @Parameters(
      paramLabel = "DIR[:CELL]",
      description = "Folder of a run, or a result file; CELL: one cell, by name or number from 1.")
  private String result;

  @Option(
      names = "--pool",
      paramLabel = "POOL",
      description =
          TypedValue.POOLS + "; may be given more than once. Default: the measured pools.")
  private List<String> pools = List.of();

  @Option(
      names = "--cpus",
      paramLabel = "N",
      description = "CPUs of the provider. Default: as measured.")
  private Integer cpus;

  @Option(
      names = "--downstream",
      paramLabel = "DURATION",
      description = "The latency added to Redis, such as 5ms. Default: as measured.")
  private String downstream;

  @Option(
      names = "--users",
      paramLabel = "USERS",
      description = "Loads in users, such as 1..200 or 4, 8, 16. Default: the measured loads.")
  private String users;

  @Option(names = "--json", description = "Print the predictions as JSON.")
  private boolean json;

  @Override
  public Integer call() throws IOException {
    List<ConfiguredPool> asked =
        pools.stream().<ConfiguredPool>map(of -> TypedValue.pool("--pool", of)).toList();
    Optional<List<Integer>> range = Optional.ofNullable(users).map(PredictCommand::levels);
    Optional<Double> latency = Optional.ofNullable(downstream).map(PredictCommand::millis);
    requireCpus();
    Operand operand = Poolbench.operand(result, 0);
    MeasuredLoads measured = MeasuredLoads.of(result, operand.repetitions());
    Sla sla = measured.cell().sla();
    Prediction.requirePredicted(result, sla);
    if (downstream != null) {
      requireRedis(measured.cell());
    }
    List<Integer> levels = range.orElseGet(() -> levels(measured));
    double added =
        latency.map(of -> of - measured.cell().redis().latency().meanMicros() / 1e3).orElse(0.0);
    List<ConfiguredPool> predicted = asked.isEmpty() ? pools(operand) : asked;
    List<Scenario> scenarios =
        predicted.stream().map(pool -> scenario(pool, measured, added)).toList();
    CapacityModel model = CapacityModel.of(measured.loads());
    List<Prediction> predictions =
        scenarios.stream().map(of -> Prediction.of(model, of, sla, levels)).toList();
    if (json) {
      Poolbench.printJson(spec, new PredictionJson(ModelJson.of(model), predictions));
    } else {
      Poolbench.print(
          spec, new PredictionTables(operand.source(), measured, model, predictions).page());
    }
    return ExitCode.DONE.code();
  }

  private record PredictionJson(@JsonUnwrapped ModelJson model, List<Prediction> predictions) {}

  private void requireCpus() {
    if (cpus != null && (cpus < 1 || cpus > MAX_CPUS)) {
      throw ConfigException.of("--cpus " + cpus, "out of range (valid: 1.." + MAX_CPUS + ")");
    }
  }

  private void requireRedis(Cell cell) {
    if (!cell.provider().readsRedis() || cell.driver().method() == ServiceMethod.EMPTY) {
      throw ConfigException.of(
          "--downstream " + downstream,
          "calls of %s do not read the study's Redis (valid: leave it out)".formatted(result));
    }
  }

  private static List<Integer> levels(MeasuredLoads measured) {
    return List.copyOf(new TreeSet<>(measured.loads().stream().map(load -> load.users()).toList()));
  }

  private static List<Integer> levels(String typed) {
    try {
      List<Integer> levels = List.copyOf(new TreeSet<>(Levels.parse(typed)));
      InvalidSettingException.requireRange("users", levels.get(0), 1, MAX_USERS);
      InvalidSettingException.requireRange("users", levels.get(levels.size() - 1), 1, MAX_USERS);
      return levels;
    } catch (IllegalArgumentException e) {
      throw ConfigException.of("--users " + typed, e.getMessage());
    }
  }

  private static double millis(String typed) {
    try {
      return Durations.parse(typed).toNanos() / 1e6;
    } catch (IllegalArgumentException e) {
      throw ConfigException.of("--downstream " + typed, e.getMessage());
    }
  }

  /** The measured pools; that of a program which configures it and never started is unknown. */
  private static List<ConfiguredPool> pools(Operand operand) {
    return operand.cells().stream()
        .map(of -> of.ranPool())
        .filter(of -> !of.equals(AsConfiguredPool.UNKNOWN))
        .distinct()
        .toList();
  }

  private Scenario scenario(ConfiguredPool pool, MeasuredLoads measured, double addedWaitMillis) {
    return Scenario.of(pool, measured)
        .withCpus(cpus == null ? measured.cpus() : cpus)
        .withAddedWait(addedWaitMillis);
  }

  /**
   * A fitted capacity model, as written to JSON, and what the measured loads do not determine of
   * it.
   */
  record ModelJson(Map<String, Estimate> parameters, List<String> unidentified) {
    static ModelJson of(CapacityModel model) {
      Map<String, Estimate> parameters = new LinkedHashMap<>();
      parameters.put("cpuMillisPerCall", model.parameter(fit -> fit.cpu().millisPerCall()));
      parameters.put("backgroundCpus", model.parameter(fit -> fit.cpu().backgroundCpus()));
      parameters.put("waitMillis", model.parameter(fit -> fit.waitMillis()));
      parameters.put("outsideMillis", model.parameter(fit -> fit.outsideMillis()));
      parameters.put("contention", model.parameter(fit -> fit.contention()));
      parameters.put("variation", model.parameter(fit -> fit.scv()));
      return new ModelJson(
          parameters, model.fit().unidentified().stream().map(Enum::name).sorted().toList());
    }
  }
}
