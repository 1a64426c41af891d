package io.poolbench.judge;

import io.poolbench.Changed;
import io.poolbench.result.Batches;
import io.poolbench.result.CellResult;
import io.poolbench.result.Metric;
import io.poolbench.result.StepResult;
import io.poolbench.result.Verdict;
import io.poolbench.result.Violation;
import io.poolbench.spec.LoadSchedule;
import io.poolbench.spec.Sla;
import io.poolbench.spec.Workload;
import io.poolbench.store.SampleResult;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Builds cells from the verdicts of their steps. */
public final class Cells {
  static final Duration MEASURE = Duration.ofSeconds(10);

  public static final Sla SLA = new Sla(List.of(new Sla.Bound("tp99", 10)));

  static final Workload USERS = new Workload.Closed(Workload.ThinkTime.NONE);

  static final List<Integer> LEVELS = List.of(8, 16, 24, 32, 40);
  static final int ROUNDS = 8;
  static final int BATCHES = 20;
  static final long CALLS = 400;

  private Cells() {}

  /** A cell whose share of late calls is the 1 % of a TP99 at a load. */
  public static CellResult ofCapacity(
      String name, int repetition, Sla sla, double capacity, Random random) {
    List<StepResult> steps =
        LEVELS.stream().map(level -> Steps.step(level, batches(level, capacity, random))).toList();
    return cell(name, repetition, users(LEVELS), sla, steps);
  }

  private static Batches batches(int level, double capacity, Random random) {
    List<Integer> windows = new ArrayList<>();
    List<Long> late = new ArrayList<>();
    for (int window = 1; window <= ROUNDS; window++) {
      for (int batch = 0; batch < BATCHES; batch++) {
        double share = 1 / (1 + Math.exp(4.595 - 0.3 * (level - capacity)));
        windows.add(window);
        late.add(random.doubles(CALLS).filter(of -> of < share).count());
      }
    }
    return Steps.batches(windows, 0.05, CALLS, late);
  }

  /** A cell of these levels of users, with the verdicts of its steps: P, F, U or I each. */
  static CellResult cell(String name, int repetition, List<Integer> levels, String verdicts) {
    List<StepResult> steps = new ArrayList<>();
    for (int i = 0; i < verdicts.length(); i++) {
      steps.add(step(levels.get(i), verdicts.charAt(i)));
    }
    return cell(name, repetition, users(levels), SLA, steps);
  }

  static CellResult cell(
      String name, int repetition, LoadSchedule load, Sla sla, List<StepResult> steps) {
    CellResult sample = SampleResult.fixed(name, 4, repetition, steps);
    return Changed.with(sample, "cell.load", load, "cell.sla", sla, "pool", null);
  }

  static LoadSchedule users(List<Integer> levels) {
    return new LoadSchedule(USERS, levels, Duration.ZERO, Duration.ZERO, MEASURE);
  }

  /** A step of 1,000 calls a second with a verdict. */
  static StepResult step(int level, char verdict) {
    return Steps.step(level, Steps.ok(10_000), 1).judged(verdict(verdict, level));
  }

  static List<Integer> levels(CellResult cell) {
    return cell.steps().stream().map(StepResult::level).toList();
  }

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
