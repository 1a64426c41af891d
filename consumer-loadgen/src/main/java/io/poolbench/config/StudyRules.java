package io.poolbench.config;

import io.poolbench.api.PoolType;
import io.poolbench.spec.Cell;
import io.poolbench.spec.DubboSettings;
import io.poolbench.spec.LoadSchedule;
import io.poolbench.spec.RemoteSettings;
import io.poolbench.spec.TargetSettings;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/** Rules for paired studies. */
final class StudyRules {
  private StudyRules() {}

  static void requirePaired(Cell cell, Cell first, Settings settings) {
    if (!(cell.provider() instanceof TargetSettings)) {
      requireDubbo(cell, settings, "in a paired study");
    }
    LoadSchedule load = cell.load();
    requireNoGroups(cell, settings, "in a paired study");
    if (!cell.load().phases().isEmpty()) {
      throw settings.problem(
          "/load/phases", "not allowed in a paired study (valid: levels of users or of a rate)");
    }
    if (load.stopWhen() != null) {
      throw settings.problem(
          "/load/stopWhen",
          "not allowed in a paired study, whose rounds an end by their outcome would bias (valid:"
              + " fewer users, or a study without paired)");
    }
    if (load.drain()) {
      throw settings.problem(
          "/load/drain", "not allowed in a paired study, which joins windows (valid: false)");
    }
    if (cell.provider().port() != 0) {
      throw settings.problem(
          "/provider/port", "not allowed in a paired study, with a port for each pool (valid: 0)");
    }
    SettingsDifference.beyondPools(cell, first).stream()
        .map(found -> "/" + found.path().replace('.', '/'))
        // Prefers a setting that the cell gives to one that follows from it.
        .min(Comparator.comparing(path -> settings.at(path).isMissingNode()))
        .ifPresent(
            path -> {
              throw settings.problem(
                  path,
                  "differs from the first cell (paired: only %s may differ)"
                      .formatted(String.join(", ", SettingsDifference.POOL)));
            });
  }

  /** The agent builds Dubbo's own pools of platform threads. */
  static boolean isReplaceable(PoolType type) {
    return type.minJdk() < PoolType.VIRTUAL.minJdk();
  }

  /** Where the target runs on, the agent replaces a {@code ThreadPoolExecutor} by another one. */
  static void requireThreads(Cell cell, boolean paired, Settings settings) {
    if (cell.provider() instanceof TargetSettings target
        && (paired || target.runsAlready())
        && target.replacedBy() != null
        && !isReplaceable(target.replacedBy().type())) {
      List<String> valid =
          Arrays.stream(PoolType.values())
              .filter(StudyRules::isReplaceable)
              .map(PoolType::id)
              .toList();
      throw settings.problem(
          "/provider/threadpool",
          "%s not allowed in a target whose pool is replaced while it runs (valid: %s, as-configured)"
              .formatted(target.replacedBy().type().id(), String.join(", ", valid)));
    }
  }

  static void requireNoGroups(Cell cell, Settings settings, String where) {
    if (!cell.load().groups().isEmpty()) {
      throw settings.problem(
          "/load/groups", "not allowed " + where + " (valid: users or a rate, of one method)");
    }
  }

  /** Other providers have one pool, and no work that can be chosen. */
  static void requireDubbo(Cell cell, Settings settings, String where) {
    if (!(cell.provider() instanceof DubboSettings)) {
      throw settings.problem(
          cell.provider() instanceof TargetSettings
              ? "/target"
              : cell.provider() instanceof RemoteSettings ? "/provider/connect" : "/provider/web",
          "not allowed " + where + " (valid: our own provider of Dubbo)");
    }
  }
}
