package io.poolbench.store;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;

/**
 * Results of version 1, which knew closed-loop users without think time only, told in the terms of
 * version 2. What nobody measured then is null; bounds that nobody checked are beyond all reach.
 *
 * <p>What has no place in such a result is left as it is: the reader finds it.
 */
final class VersionOne {
  static final int NUMBER = 1;

  private static final List<String> BOUNDS =
      List.of(
          "driverCpuPct",
          "runQueueWaitPct",
          "gcPausePct",
          "lagMillis",
          "stealPct",
          "frequencyChangePct",
          "otherLoadPct",
          "speedLossPct");

  private VersionOne() {}

  /** Changes a result's tree to one of the version after it. */
  static void upgrade(ObjectNode root) {
    root.put("version", VersionTwo.NUMBER);
    for (ObjectNode cell : Trees.objects(root.path("cells"))) {
      Trees.objects(cell.path("cell")).forEach(VersionOne::upgradeCell);
      Trees.objects(cell.path("environment"))
          .forEach(environment -> putNulls(environment, "otherPct", "speedPct"));
      Trees.objects(cell.path("warmUp")).forEach(warmUp -> move(warmUp, "users", warmUp, "level"));
      Trees.objects(cell.path("steps")).forEach(VersionOne::upgradeStep);
    }
  }

  private static void upgradeCell(ObjectNode cell) {
    for (ObjectNode load : Trees.objects(cell.path("load"))) {
      move(load, "users", load, "levels");
      load.putObject("workload")
          .put("model", "closed")
          .putObject("thinkTime")
          .put("distribution", "fixed")
          .put("meanMicros", 0);
    }
    ObjectNode validity = cell.putObject("validity");
    for (String bound : BOUNDS) {
      validity.put(bound, Double.MAX_VALUE);
    }
  }

  private static void upgradeStep(ObjectNode step) {
    move(step, "users", step, "level");
    Trees.objects(step.path("calls")).forEach(calls -> calls.put("unsent", 0));
    step.putNull("pacing");
    putNulls(step.putObject("stability").put("parts", 0), "tpsSpreadPct", "tp99SpreadPct");
    ObjectNode host = step.putObject("host");
    move(step, "stealPct", host, "stealPct");
    putNulls(host, "otherPct", "frequencyChangePct");
    Trees.objects(step.path("provider")).forEach(VersionOne::upgradeProvider);
    for (ObjectNode driver : Trees.objects(step.path("driver"))) {
      putUnknownSwitches(driver);
      putNulls(driver, "busiestThreadPct", "jitPct", "gcCount", "gcPauseMillis");
    }
  }

  private static void upgradeProvider(ObjectNode provider) {
    provider.putObject("cpuPctByRole");
    // Collections of any kind, as they are where those of the whole heap are not known apart.
    ObjectNode young = provider.putObject("young");
    move(provider, "gcCount", young, "count");
    move(provider, "gcPauseMillis", young, "pauseMillis");
    putNulls(provider.putObject("full"), "count", "pauseMillis");
    ObjectNode pool = provider.putObject("pool");
    move(provider, "poolActiveMax", pool, "activeMax");
    move(provider, "poolSize", pool, "threads");
    move(provider, "queueMax", pool, "queueMax");
    move(provider, "rejected", pool, "rejected");
    putNulls(pool, "activeMean", "queueMean", "spuriouslyRejected");
    for (String stage : List.of("queueWait", "service", "redis")) {
      ObjectNode times = provider.putObject(stage);
      move(provider, stage + "MeanMillis", times, "meanMillis");
      putNulls(times, "tp99Millis");
    }
    putNulls(provider.putObject("rest"), "meanMillis", "tp99Millis");
    putUnknownSwitches(provider);
  }

  private static void putUnknownSwitches(ObjectNode process) {
    putNulls(process.putObject("switches"), "voluntaryPerCall", "involuntaryPerCall");
    putNulls(process, "runQueueWaitMicros");
  }

  private static void move(ObjectNode from, String name, ObjectNode to, String newName) {
    JsonNode value = from.remove(name);
    if (value != null) {
      to.set(newName, value);
    }
  }

  private static void putNulls(ObjectNode object, String... names) {
    for (String name : names) {
      object.putNull(name);
    }
  }
}
