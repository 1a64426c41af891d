package io.poolbench.judge;

import io.poolbench.api.LaunchConfig.Dispatcher;
import io.poolbench.api.LaunchConfig.ExecutorManagement;
import io.poolbench.api.LaunchConfig.Fidelity;
import io.poolbench.api.LaunchConfig.ServiceWork;
import io.poolbench.api.PoolConfig;
import io.poolbench.api.PoolType;
import io.poolbench.api.RpcProtocol;
import io.poolbench.redis.AddedLatency;
import io.poolbench.redis.RedisKind;
import io.poolbench.result.CellEnvironment;
import io.poolbench.result.CellResult;
import io.poolbench.result.CellResult.CellFailure;
import io.poolbench.result.Metric;
import io.poolbench.result.StepResult;
import io.poolbench.result.Verdict;
import io.poolbench.result.Violation;
import io.poolbench.result.ViolationCode;
import io.poolbench.spec.Cell;
import io.poolbench.spec.Cell.NetworkSettings;
import io.poolbench.spec.CpuSets;
import io.poolbench.spec.DriverSettings;
import io.poolbench.spec.DubboSettings;
import io.poolbench.spec.LoadSchedule;
import io.poolbench.spec.ProviderSettings;
import io.poolbench.spec.RedisSettings;
import io.poolbench.spec.Scheduling;
import io.poolbench.spec.ServiceMethod;
import io.poolbench.spec.Sla;
import io.poolbench.spec.Validity;
import io.poolbench.spec.Workload;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Builds cells from the verdicts of their steps. */
final class Cells {
  /** Duration of a step of the schedule. */
  static final Duration MEASURE = Duration.ofSeconds(10);

  static final Sla SLA = new Sla(List.of(new Sla.Bound("tp99", 10)));

  /** Of which nothing is known. */
  static final CellEnvironment ENVIRONMENT =
      new CellEnvironment("", "", false, List.of(), "", "", null, null, null, List.of(), null);

  private Cells() {}

  /**
   * A cell.
   *
   * @param verdicts of its steps, by rising level: P, F, U or I
   * @param failed whether the cell did not complete
   */
  static CellResult cell(
      String name,
      int repetition,
      Workload workload,
      List<Integer> levels,
      String verdicts,
      boolean failed) {
    List<StepResult> steps = new ArrayList<>();
    for (int i = 0; i < verdicts.length(); i++) {
      steps.add(
          Steps.step(levels.get(i), Steps.ok(10_000), 1)
              .judged(verdict(verdicts.charAt(i), levels.get(i))));
    }
    return cell(
        name,
        repetition,
        new LoadSchedule(workload, levels, Duration.ZERO, Duration.ZERO, MEASURE),
        SLA,
        steps,
        failed);
  }

  /** A cell with these steps. */
  static CellResult cell(
      String name,
      int repetition,
      LoadSchedule load,
      Sla sla,
      List<StepResult> steps,
      boolean failed) {
    return new CellResult(
        new Cell(
            name,
            new DubboSettings(
                PoolConfig.of(PoolType.FIXED, null, 4, null, null),
                RpcProtocol.DUBBO,
                0,
                Dispatcher.MESSAGE,
                ExecutorManagement.ISOLATION,
                ServiceWork.NONE,
                new ProviderSettings.Jvm("", List.of()),
                Scheduling.OTHER,
                "127.0.0.1",
                0,
                Fidelity.QUIET,
                true,
                null),
            new RedisSettings(RedisKind.AUTO, "", 1, 64, 1, AddedLatency.NONE),
            NetworkSettings.NONE,
            new DriverSettings("wire", ServiceMethod.EMPTY, 1, 1000, 1),
            CpuSets.AUTO,
            load,
            new Validity(90, 10, 1, 1, 25),
            sla,
            ""),
        repetition,
        null,
        ENVIRONMENT,
        null,
        steps,
        Map.of(),
        failed ? CellFailure.of(ViolationCode.LAB_FAILED, "provider died") : null);
  }

  /** The failing level, or the reason why there is none. */
  static String end(Capacity capacity) {
    return capacity.failing().map(Cells::side).orElse(capacity.end().name());
  }

  /** A level with its verdict and the share of valid steps with it: {@code 24 P 2/3}. */
  static String side(LevelResult level) {
    int agreeing = level.pass() ? level.passed() : level.count() - level.passed();
    return "%d %s %d/%d"
        .formatted(level.level(), level.verdict().name().charAt(0), agreeing, level.count());
  }

  /** A violation with the level in it. */
  static Violation violation(int level) {
    return Violation.of(Metric.TP99, 100 + level, 10);
  }

  static Verdict verdict(char kind, int level) {
    return switch (kind) {
      case 'P' -> Verdict.pass();
      case 'U' -> Verdict.undecided(Violation.of(Metric.TP99, 9.8, 10));
      case 'F' -> Verdict.fail(violation(level));
      default -> Verdict.invalid(violation(level));
    };
  }
}
