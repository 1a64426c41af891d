package io.poolbench.config;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.poolbench.api.PoolConfig;
import io.poolbench.redis.AddedLatency;
import io.poolbench.spec.Cell;
import io.poolbench.spec.LoadSchedule;
import io.poolbench.spec.ProviderSettings;
import io.poolbench.spec.RedisSettings;
import io.poolbench.spec.Search;
import io.poolbench.spec.Sla;
import io.poolbench.spec.ThinkTime;
import io.poolbench.spec.Validity;
import io.poolbench.spec.Workload;
import java.math.BigDecimal;
import java.time.Duration;

/**
 * All settings of a cell but its name, as they would stand in a study. {@link CellReader} reads
 * them back; only a Redis's user and password are left out.
 */
final class CellTree {
  private CellTree() {}

  static ObjectNode of(Cell cell) {
    ObjectNode tree = JsonNodeFactory.instance.objectNode();
    provider(tree.putObject("provider"), cell.provider());
    redis(tree.putObject("redis"), cell.redis());
    latency(tree.putObject("network"), cell.network().latency());
    tree.putObject("driver")
        .put("client", cell.driver().client().id())
        .put("method", cell.driver().method().id())
        .put("connections", cell.driver().connections())
        .put("timeout", Durations.print(Duration.ofMillis(cell.driver().timeoutMillis())))
        .put("decodeOneIn", cell.driver().decodeOneIn());
    tree.putObject("cpus")
        .put("provider", cpuList(cell.cpus().provider()))
        .put("driver", cpuList(cell.cpus().driver()));
    load(tree.putObject("load"), cell.load());
    validity(tree.putObject("validity"), cell.validity());
    sla(tree.putObject("sla"), cell.sla());
    if (!cell.published().isEmpty()) {
      tree.put("published", cell.published());
    }
    return tree;
  }

  private static void provider(ObjectNode tree, ProviderSettings provider) {
    pool(tree, provider.pool());
    tree.put("ioThreads", provider.ioThreads())
        .put("dispatcher", provider.dispatcher().id())
        .put("executorManagement", provider.executorManagement().id());
    ObjectNode jvm = tree.putObject("jvm").put("home", provider.jvm().home());
    provider.jvm().options().forEach(jvm.putArray("options")::add);
    tree.put("scheduling", provider.scheduling().id());
    tree.put("bind", BindAddress.name(provider.bindHost())).put("port", provider.port());
    tree.putObject("work")
        .put("cpuIterations", provider.work().cpuIterations())
        .put("garbage", Sizes.print(provider.work().garbageBytes()))
        .put("bursts", provider.work().bursts());
  }

  private static void pool(ObjectNode tree, PoolConfig pool) {
    tree.put("threadpool", pool.type().id());
    if (pool.threads() == PoolConfig.UNBOUNDED) {
      tree.put("threads", CellReader.UNBOUNDED);
    } else {
      tree.put("threads", pool.threads());
    }
    if (pool.type().isElastic()) {
      tree.put("corethreads", pool.coreThreads());
    }
    tree.put("queues", pool.queues());
    // A limited pool's threads live for ever, which no duration says.
    if (pool.type().isElastic() && pool.aliveMillis() != Long.MAX_VALUE) {
      tree.put("alive", Durations.print(Duration.ofMillis(pool.aliveMillis())));
    }
  }

  private static void redis(ObjectNode tree, RedisSettings redis) {
    tree.put("kind", redis.kind().id())
        .put("uri", redis.uriWithoutCredentials())
        .put("records", redis.records())
        .put("recordSize", Sizes.print(redis.recordBytes()))
        .put("connections", redis.connections());
    latency(tree, redis.latency());
  }

  private static void latency(ObjectNode tree, AddedLatency latency) {
    String mean = Durations.print(Durations.ofMicros(latency.meanMicros()));
    if (latency.deviationMicros() == 0) {
      tree.put("latency", mean);
    } else {
      tree.putObject("latency")
          .put("mean", mean)
          .put("deviation", Durations.print(Durations.ofMicros(latency.deviationMicros())));
    }
  }

  private static void load(ObjectNode tree, LoadSchedule load) {
    if (!load.levels().isEmpty()) {
      tree.put(load.workload().setting(), Levels.print(load.levels()));
    }
    if (load.workload() instanceof Workload.Open open) {
      tree.put("arrivals", open.arrivals().id()).put("mostInFlight", open.inFlight());
    } else if (load.workload() instanceof Workload.Closed closed) {
      thinkTime(tree, closed.thinkTime());
    }
    tree.put("warmup", Durations.print(load.warmup()))
        .put("settle", Durations.print(load.settle()))
        .put("measure", Durations.print(load.measure()));
    if (load.search() != null) {
      search(tree.putObject("search"), load.search());
    }
  }

  private static void search(ObjectNode tree, Search search) {
    tree.put("within", Levels.print(search.within()))
        .put("method", search.method().id())
        .put("confirmations", search.confirmations())
        .put("measure", Durations.print(search.measure()));
  }

  private static void thinkTime(ObjectNode tree, ThinkTime thinkTime) {
    String mean = Durations.print(Durations.ofMicros(thinkTime.meanMicros()));
    if (thinkTime.distribution() == ThinkTime.Distribution.FIXED) {
      tree.put("thinkTime", mean);
    } else {
      tree.putObject("thinkTime")
          .put("mean", mean)
          .put("distribution", thinkTime.distribution().id());
    }
  }

  private static void validity(ObjectNode tree, Validity validity) {
    tree.put("driverCpu", Percentages.print(validity.driverCpuPct()))
        .put("runQueueWait", Percentages.print(validity.runQueueWaitPct()))
        .put("gcPause", Percentages.print(validity.gcPausePct()))
        .put("lag", Durations.print(Durations.ofMillis(validity.lagMillis())))
        .put("steal", Percentages.print(validity.stealPct()))
        .put("frequencyChange", Percentages.print(validity.frequencyChangePct()))
        .put("otherLoad", Percentages.print(validity.otherLoadPct()))
        .put("speedLoss", Percentages.print(validity.speedLossPct()));
  }

  private static String cpuList(String list) {
    return list.isEmpty() ? "auto" : list;
  }

  private static void sla(ObjectNode tree, Sla sla) {
    for (Sla.Bound bound : sla.bounds()) {
      String key = bound.figure().id();
      switch (bound.figure().unit()) {
        case "ms" -> tree.put(key, Durations.print(Durations.ofMillis(bound.limit())));
        case "%" -> tree.put(key, Percentages.print(bound.limit()));
        default -> tree.put(key, plain(BigDecimal.valueOf(bound.limit())));
      }
    }
    if (sla.upTo() != null) {
      tree.put("upTo", sla.upTo());
    }
  }

  /** Without the exponent and the zeros behind the point that a double brings. */
  private static BigDecimal plain(BigDecimal number) {
    return number.setScale(Math.max(0, number.stripTrailingZeros().scale()));
  }
}
