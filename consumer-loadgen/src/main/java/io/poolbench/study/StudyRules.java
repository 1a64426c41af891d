package io.poolbench.study;

import io.poolbench.api.InvalidSettingException;
import io.poolbench.api.LaunchConfig.ExecutorManagement;
import io.poolbench.api.PoolType;
import io.poolbench.study.SettingsDifference.SettingDifference;
import java.time.Duration;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** Rules for cells of paired and of calibrated studies, and for pools that share a cell. */
final class StudyRules {
  private static final String PAIRED = "not allowed in a paired study";

  private StudyRules() {}

  /**
   * Requires that a cell can be measured beside the first one in one provider.
   *
   * @param given the settings of the cell, of which a difference is named rather than of defaults
   */
  static void requirePaired(Cell cell, Cell first, Settings given) {
    LoadSchedule load = cell.load();
    if (!(cell.provider() instanceof TargetSettings)) {
      requireDubbo(cell, PAIRED);
    }
    forbid(
        !load.groups().isEmpty(),
        "load.groups",
        PAIRED + " (valid: users or a rate, of one method)");
    forbid(
        !load.phases().isEmpty(), "load.phases", PAIRED + " (valid: levels of users or of a rate)");
    forbid(
        load.stopWhen() != null,
        "load.stopWhen",
        PAIRED
            + ", whose rounds an end by their outcome would bias (valid: fewer users, or a study"
            + " without paired)");
    forbid(load.drain(), "load.drain", PAIRED + ", which joins windows (valid: false)");
    forbid(
        cell.provider().port() != 0,
        "provider.port",
        PAIRED + ", with a port for each pool (valid: 0)");
    SettingsDifference.beyondPools(cell, first).stream()
        .map(SettingDifference::path)
        .min(Comparator.comparing(path -> !given.has("/" + path.replace('.', '/'))))
        .ifPresent(
            path ->
                forbid(
                    true,
                    path,
                    "differs from the first cell (paired: only %s may differ)"
                        .formatted(String.join(", ", SettingsDifference.POOL))));
  }

  /** Calibration changes the CPU work of a call and the latency added to Redis. */
  static void requireCalibratable(Cell cell) {
    requireDubbo(cell, "not allowed with calibration");
    forbid(
        !cell.load().groups().isEmpty(),
        "load.groups",
        "not allowed with a calibration (valid: users or a rate, of one method)");
    CalledMethod method = cell.driver().method();
    forbid(
        method != ServiceMethod.FIND_USER_INFO,
        method.setting(),
        "method '%s' cannot be calibrated (valid: %s)"
            .formatted(method.id(), ServiceMethod.FIND_USER_INFO.id()));
  }

  /** Where the target runs on, the agent replaces a {@code ThreadPoolExecutor} by another one. */
  static void requireThreads(Cell cell, boolean paired) {
    if (cell.provider() instanceof TargetSettings target
        && (paired || target.runsAlready())
        && target.replacedBy() != null) {
      PoolType type = target.replacedBy().type();
      forbid(
          !TargetSettings.isReplaceable(type),
          "provider.threadpool",
          "%s not allowed in a target whose pool is replaced while it runs (valid: %s, as-configured)"
              .formatted(
                  type.id(),
                  Arrays.stream(PoolType.values())
                      .filter(TargetSettings::isReplaceable)
                      .map(PoolType::id)
                      .collect(Collectors.joining(", "))));
    }
  }

  static void requireKnownByGroup(Cell cell, List<? extends BoundedMetric> metrics) {
    for (int i = 0; i < cell.groups().size(); i++) {
      Sla sla = cell.groups().get(i).sla();
      for (BoundedMetric metric : metrics) {
        // A group's SLA has the cell's bounds, too.
        String section = bounds(cell.sla(), metric) ? "sla." : "load.groups." + i + ".sla.";
        forbid(
            bounds(sla, metric) && !metric.isKnownByGroup(),
            section + metric.setting(),
            "not known by group (valid: metrics of response times, provider, driver and host)");
      }
    }
  }

  /** No call is answered later than the driver's timeout, be it within the SLA or not. */
  static void requireAwaited(Cell cell, List<? extends BoundedMetric> metrics) {
    requireAwaited(cell, "sla.", metrics);
    for (int i = 0; i < cell.groups().size(); i++) {
      requireAwaited(cell.groups().get(i), "load.groups." + i + ".sla.", metrics);
    }
  }

  private static void requireAwaited(
      Cell cell, String section, List<? extends BoundedMetric> metrics) {
    long timeoutMillis = cell.driver().timeoutMillis();
    for (BoundedMetric metric : metrics) {
      forbid(
          metric.isResponseTime()
              && cell.sla().bounds().stream()
                  .filter(bound -> bound.metric().equals(metric.id()))
                  .anyMatch(bound -> bound.limit() > timeoutMillis),
          section + metric.setting(),
          "beyond driver.timeout, after which a call fails (valid: up to %s, or a longer timeout)"
              .formatted(DurationText.print(Duration.ofMillis(timeoutMillis))));
    }
  }

  /**
   * A slice begins without calls: no call is as late as a bound before the load has run for that
   * long, so that all of them would seem to be within it.
   */
  static void requireSeen(Cell cell, List<? extends BoundedMetric> metrics) {
    LoadSchedule load = cell.load();
    double seenMillis = DurationText.toMillis(load.settle().plus(load.measure()));
    for (BoundedMetric metric : metrics) {
      for (Sla.Bound bound : cell.sla().bounds()) {
        forbid(
            metric.isResponseTime()
                && bound.metric().equals(metric.id())
                && bound.limit() > seenMillis,
            "load.measure",
            "no call can be late by sla.%s in so short a slice (valid: %s or more, with load.settle)"
                .formatted(
                    metric.setting(),
                    DurationText.print(Duration.ofMillis((long) Math.ceil(bound.limit())))));
      }
    }
  }

  private static boolean bounds(Sla sla, BoundedMetric metric) {
    return sla.bounds().stream().anyMatch(bound -> bound.metric().equals(metric.id()));
  }

  /**
   * Phases stretch the time of their arrivals, and recorded ones have bursts of their own length.
   */
  static void requireBursts(Cell cell) {
    LoadSchedule load = cell.load();
    forbid(
        !load.phases().isEmpty()
            && load.workload() instanceof Workload.Open open
            && open.arrivals() == Workload.ArrivalProcess.RECORDED,
        "load.arrivals",
        "recorded is not allowed with phases (valid: poisson, constant)");
  }

  /** Rejects a pool per service for calls of one service, since that would be one pool. */
  static void requireServices(Cell cell) {
    if (cell.provider() instanceof DubboSettings dubbo
        && dubbo.executorManagement() == ExecutorManagement.PER_SERVICE) {
      List<Cell> called = cell.groups().isEmpty() ? List.of(cell) : cell.groups();
      Set<String> services =
          called.stream()
              .flatMap(each -> each.driver().method().weighted().keySet().stream())
              .map(CalledMethod::service)
              .collect(Collectors.toSet());
      forbid(
          services.size() == 1,
          "provider.executorManagement",
          "per-service requires calls of several services (example: groups of findUserInfo and"
              + " empty)");
    }
  }

  /** Other providers have one pool, and no work that can be chosen. */
  private static void requireDubbo(Cell cell, String problem) {
    String setting =
        cell.provider() instanceof TargetSettings
            ? "target"
            : cell.provider() instanceof RemoteSettings ? "provider.connect" : "provider.web";
    forbid(
        !(cell.provider() instanceof DubboSettings),
        setting,
        problem + " (valid: our own provider of Dubbo)");
  }

  private static void forbid(boolean broken, String setting, String problem) {
    if (broken) {
      throw new InvalidSettingException(setting, problem);
    }
  }
}
