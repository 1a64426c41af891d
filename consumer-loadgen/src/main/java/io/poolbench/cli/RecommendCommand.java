package io.poolbench.cli;

import io.poolbench.api.InvalidSettingException;
import io.poolbench.cli.PredictCommand.ModelJson;
import io.poolbench.compare.Operand;
import io.poolbench.config.ConfigException;
import io.poolbench.config.TypedValue;
import io.poolbench.model.CapacityModel;
import io.poolbench.model.MeasuredLoads;
import io.poolbench.model.Prediction;
import io.poolbench.model.Recommendation;
import io.poolbench.model.Recommendation.Goal;
import io.poolbench.report.RecommendationTables;
import io.poolbench.spec.Sla;
import io.poolbench.spec.Workload;
import java.io.IOException;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
    name = "recommend",
    description = "Recommend a pool by a model fitted to a result.",
    footer = {
      "",
      "Example: poolbench recommend results/quick/latest --users 30 --margin 20%%",
      "",
      "Every value has a 95 %% interval. Exit code 3: no pool carries --users or --rate.",
      "docs/explanation/model.md describes how the pool is chosen."
    })
final class RecommendCommand implements Callable<Integer> {
  private static final double MAX_MARGIN_PCT = 500;

  @CommandLine.Spec private CommandLine.Model.CommandSpec spec;

  @Parameters(
      paramLabel = "DIR[:CELL]",
      description = "Folder of a run, or a result file; CELL: one cell, by name or number from 1.")
  private String result;

  @Option(
      names = "--sla",
      paramLabel = "BOUNDS",
      description = "The service level, such as tp99=10ms,cpu=80%%. Default: the study's.")
  private String sla;

  @ArgGroup private Load load;

  @Option(
      names = "--margin",
      paramLabel = "PERCENT",
      defaultValue = "20%",
      description = "Room for more load than planned. Default: 20%%.")
  private String margin;

  @Option(names = "--json", description = "Print the recommendation as JSON.")
  private boolean json;

  /** The load that the pool must serve; without one, the maximum number of users of any pool. */
  private static final class Load {
    @Option(names = "--users", paramLabel = "N", description = "The load: concurrent users.")
    private Integer users;

    @Option(names = "--rate", paramLabel = "R", description = "The load: calls per second.")
    private Integer rate;

    Goal goal() {
      try {
        if (users != null) {
          InvalidSettingException.requireRange("users", users, 1, Recommendation.MAX_USERS);
          return new Goal.Users(users);
        }
        InvalidSettingException.requireRange("rate", rate, 1, Workload.Open.MAX_RATE);
        return new Goal.Rate(rate);
      } catch (InvalidSettingException e) {
        String typed = users == null ? "--rate " + rate : "--users " + users;
        throw ConfigException.of(typed, e.getMessage());
      }
    }
  }

  @Override
  public Integer call() throws IOException {
    Goal goal = load == null ? new Goal.MostUsers() : load.goal();
    double marginPct = TypedValue.percentage("--margin", margin);
    if (marginPct > MAX_MARGIN_PCT) {
      throw ConfigException.of("--margin " + margin, "out of range (valid: 0%..500%)");
    }
    Sla asked = sla == null ? null : TypedValue.sla("--sla", sla, Prediction.METRICS);
    Operand operand = Poolbench.operand(result, 0);
    MeasuredLoads measured = MeasuredLoads.of(result, operand.repetitions());
    Sla kept = asked == null ? measured.cell().sla() : asked;
    Recommendation.requireBounded(result, kept);
    CapacityModel model = CapacityModel.of(measured.loads());
    Recommendation found =
        Recommendation.of(model, measured, kept, goal, marginPct).supportedBy(measured, model);
    RecommendationTables tables =
        new RecommendationTables(operand.source(), measured, model, found);
    if (json) {
      Poolbench.printJson(
          spec, new RecommendationJson(found, tables.properties(), ModelJson.of(model)));
    } else {
      Poolbench.print(spec, tables.page(operand.study()));
    }
    return (found.carried() ? ExitCode.DONE : ExitCode.ASSERTION_FAILED).code();
  }

  private record RecommendationJson(
      Recommendation recommendation, Map<String, String> properties, ModelJson model) {}
}
