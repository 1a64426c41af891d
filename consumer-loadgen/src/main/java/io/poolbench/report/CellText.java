package io.poolbench.report;

import io.poolbench.api.EffectivePool;
import io.poolbench.api.PoolConfig;
import io.poolbench.result.CellEnvironment;
import io.poolbench.result.CellResult;
import io.poolbench.result.FigureText;
import io.poolbench.result.ProviderHost;
import io.poolbench.result.WarmUp;
import io.poolbench.sla.SlaAssertion;
import io.poolbench.sla.SlaText;
import io.poolbench.spec.CalledMethod;
import io.poolbench.spec.Cell;
import io.poolbench.spec.Group;
import io.poolbench.spec.RemoteSettings;
import io.poolbench.spec.ServiceMethod;
import io.poolbench.spec.ThinkTime;
import io.poolbench.spec.Workload;
import java.util.stream.Collectors;

/** Formats the head of a cell: name, configuration, environment. */
final class CellText {
  private static final double MICROS_PER_MILLI = 1000;

  private CellText() {}

  /** The cell's name, with its repetition unless it is the first. */
  static String name(CellResult cell) {
    return cell.repetition() == 1 ? cell.cell().name() : repetition(cell);
  }

  static String repetition(CellResult cell) {
    return cell.cell().name() + ", repetition " + cell.repetition();
  }

  static String configured(CellResult cell) {
    return "Configured: pool %s, client %s%s%s%s, SLA %s"
        .formatted(
            cell.ranPool().label(),
            cell.cell().driver().client(),
            calls(cell.cell().driver().method()),
            callers(cell.cell().load().workload()),
            groups(cell.cell()),
            SlaAssertion.of(cell)
                .map(assertion -> assertion.text() + " (asserted)")
                .orElse(SlaText.of(cell.cell().sla())));
  }

  private static String calls(CalledMethod method) {
    return method instanceof ServiceMethod ? "" : " calls " + method.id();
  }

  private static String groups(Cell cell) {
    return cell.load().groups().stream()
        .map(
            group ->
                ", group "
                    + group.name()
                    + (group.methods().isEmpty() ? "" : " calls " + methods(group))
                    + (group.sla() == null ? "" : " within " + SlaText.of(group.sla())))
        .collect(Collectors.joining());
  }

  private static String methods(Group group) {
    return group.methods().size() == 1
        ? group.methods().keySet().iterator().next()
        : group.methods().entrySet().stream()
            .map(method -> method.getValue() + " " + method.getKey())
            .collect(Collectors.joining(" : "));
  }

  /** The pool as the provider reported it. */
  static String built(CellResult cell) {
    EffectivePool pool = cell.pool();
    if (cell.cell().provider() instanceof RemoteSettings remote) {
      return "Provider %s was not started here: %s, and no pool is recommended"
          .formatted(
              remote.url(),
              remote.metrics().isEmpty()
                  ? "its pool, CPU time and times within it are unknown"
                  : "of its pool and CPU time is known what its metrics have");
    }
    if (pool == null) {
      return "Pool built: none, the provider was not ready";
    }
    String differs =
        pool.matches(cell.cell().provider().pool()) ? "" : "; differs from the pool configured";
    return "Pool built: %s, core %s, max %s, queue %s%s"
        .formatted(
            pool.executorClass(),
            threads(pool.coreThreads()),
            threads(pool.maxThreads()),
            pool.queueClass() == null
                ? FigureText.UNKNOWN
                : pool.queueClass() + queueLength(pool.queueCapacity()),
            differs);
  }

  static String environment(CellResult cell) {
    CellEnvironment environment = cell.environment();
    return "Provider on CPUs %s%s, driver on %s%s, %s%s, host load before %s%s%s"
            .formatted(
                known(environment.providerCpus()),
                host(environment.providerHost()),
                known(environment.driverCpus()),
                environment.pinned() ? "" : " (not pinned)",
                cell.cell().provider().readsRedis()
                    ? "Redis %s, Dubbo ".formatted(known(environment.redis()))
                    : "",
                known(environment.dubbo()),
                FigureText.measure(environment.loadAverage()),
                known(", CPU time of other processes ", environment.otherPct()),
                known(", speed ", environment.speedPct()))
        + generators(environment);
  }

  private static String host(ProviderHost of) {
    return of == null
        ? ""
        : " of %s (%s, %s; round trip %s ms)"
            .formatted(
                of.address(),
                of.host().os(),
                of.host().cpuModel(),
                FigureText.measure(of.roundTripMillis()));
  }

  private static String generators(CellEnvironment environment) {
    return environment.generators().isEmpty()
        ? ""
        : environment.generators().stream()
            .map(
                each ->
                    "%s (%d CPUs, %s; round trip %s ms, starts within %s ms)"
                        .formatted(
                            each.address(),
                            each.cpus(),
                            each.host(),
                            FigureText.measure(each.roundTripMillis()),
                            FigureText.measure(each.roundTripMillis() / 2)))
            .collect(Collectors.joining(", ", ", load by ", ""));
  }

  static String warmUp(CellResult cell) {
    WarmUp warmUp = cell.warmUp();
    return "Warm-up with %s for %s s, %s: %s"
        .formatted(
            FigureText.load(cell.cell().load().workload(), warmUp.level()),
            FigureText.measure(warmUp.seconds()),
            warmUp.steady() ? "stable" : "not stable",
            warmUp.detail());
  }

  static String failedCalls(String reason, long calls) {
    return FigureText.count(calls) + (calls == 1 ? " call" : " calls") + " failed: " + reason;
  }

  /** The load model; empty for users without think time. */
  private static String callers(Workload workload) {
    if (workload instanceof Workload.Open open) {
      return ", %s arrivals, at most %s in flight"
          .formatted(open.arrivals().id(), FigureText.count(open.inFlight()));
    }
    if (workload instanceof Workload.Closed closed && !closed.thinkTime().isNone()) {
      ThinkTime think = closed.thinkTime();
      return ", think time %s ms %s"
          .formatted(
              FigureText.exact(think.meanMicros() / MICROS_PER_MILLI), think.distribution().id());
    }
    return "";
  }

  private static String queueLength(int capacity) {
    return switch (capacity) {
      case 0 -> "";
      case Integer.MAX_VALUE -> " (bounded by memory only)";
      default -> " of " + FigureText.count(capacity);
    };
  }

  private static String threads(Integer count) {
    if (count == null) {
      return FigureText.UNKNOWN;
    }
    return count == PoolConfig.UNBOUNDED ? "unbounded" : FigureText.count(count);
  }

  private static String known(String what, Double pct) {
    return pct == null ? "" : what + FigureText.pct(pct) + " %";
  }

  private static String known(String text) {
    return text.isEmpty() ? FigureText.UNKNOWN : text;
  }
}
