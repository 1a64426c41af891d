package io.poolbench.config;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.poolbench.api.Dispatcher;
import io.poolbench.api.ExecutorManagement;
import io.poolbench.api.InvalidSettingException;
import io.poolbench.api.PoolConfig;
import io.poolbench.api.PoolType;
import io.poolbench.api.ServiceWork;
import io.poolbench.redis.AddedLatency;
import io.poolbench.redis.RedisKind;
import io.poolbench.spec.ArrivalProcess;
import io.poolbench.spec.Cell;
import io.poolbench.spec.ClientKind;
import io.poolbench.spec.CpuSets;
import io.poolbench.spec.DriverSettings;
import io.poolbench.spec.LoadSchedule;
import io.poolbench.spec.NetworkSettings;
import io.poolbench.spec.ProviderSettings;
import io.poolbench.spec.RedisSettings;
import io.poolbench.spec.Scheduling;
import io.poolbench.spec.Search;
import io.poolbench.spec.ServiceMethod;
import io.poolbench.spec.Sla;
import io.poolbench.spec.SlaFigure;
import io.poolbench.spec.ThinkTime;
import io.poolbench.spec.Validity;
import io.poolbench.spec.Workload;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/** Makes a cell of settings that satisfy the schema. {@link CellTree} is its inverse. */
final class CellReader {
  /** The number of threads of a pool without a bound. */
  static final String UNBOUNDED = "unbounded";

  private final Settings settings;
  private final ObjectNode tree;

  private CellReader(Settings settings, ObjectNode tree) {
    this.settings = settings;
    this.tree = tree;
  }

  /**
   * @throws ConfigException where there can be no such cell
   */
  static Cell read(String name, Settings settings, StudySchema schema) {
    return new CellReader(settings, schema.withDefaults(settings.merged())).cell(name);
  }

  private Cell cell(String name) {
    return new Cell(
        name,
        provider(),
        redis(),
        network(),
        driver(),
        cpus(),
        load(),
        validity(),
        sla(),
        tree.path("published").asText());
  }

  private ProviderSettings provider() {
    return in("/provider", this::provider);
  }

  private ProviderSettings provider(Section provider) {
    return new ProviderSettings(
        pool(provider),
        provider.integer("ioThreads"),
        provider.one("dispatcher", Dispatcher.values(), Dispatcher::id),
        provider.one("executorManagement", ExecutorManagement.values(), ExecutorManagement::id),
        in(
            "/provider/work",
            work ->
                new ServiceWork(
                    work.node("cpuIterations").longValue(),
                    work.bytes("garbage"),
                    work.integer("bursts"))),
        in(
            "/provider/jvm",
            jvm ->
                new ProviderSettings.Jvm(
                    jvm.text("home"), JvmOptions.checked(jvm.texts("options")))),
        provider.one("scheduling", Scheduling.values(), Scheduling::id),
        BindAddress.host(provider.text("bind")),
        provider.integer("port"));
  }

  private static PoolConfig pool(Section provider) {
    PoolType type = provider.one("threadpool", PoolType.values(), PoolType::id);
    return PoolConfig.of(
        type,
        provider.has("corethreads") ? (Integer) provider.integer("corethreads") : null,
        provider.has("threads") ? (Integer) threads(provider) : null,
        provider.has("queues") ? (Integer) provider.integer("queues") : null,
        provider.has("alive") ? (Long) provider.millis("alive") : null);
  }

  private static int threads(Section provider) {
    return provider.node("threads").isTextual()
        ? PoolConfig.UNBOUNDED
        : provider.integer("threads");
  }

  private RedisSettings redis() {
    AddedLatency latency = latency("/redis");
    return in("/redis", redis -> redis(redis, latency));
  }

  private NetworkSettings network() {
    return new NetworkSettings(latency("/network"));
  }

  /** A URI makes {@code auto} external; a server of our own leaves it aside. */
  private static RedisSettings redis(Section redis, AddedLatency latency) {
    String uri = redis.text("uri");
    RedisKind kind = redis.one("kind", RedisKind.values(), RedisKind::id).resolve(uri);
    return new RedisSettings(
        kind,
        kind.usesUri() ? uri : "",
        redis.integer("records"),
        redis.bytes("recordSize"),
        redis.integer("connections"),
        latency);
  }

  private AddedLatency latency(String pointer) {
    if (tree.at(pointer).path("latency").isTextual()) {
      return in(pointer, section -> new AddedLatency(section.micros("latency"), 0));
    }
    return in(
        pointer + "/latency",
        latency ->
            new AddedLatency(
                latency.has("mean") ? latency.micros("mean") : 0,
                latency.has("deviation") ? latency.micros("deviation") : 0));
  }

  private DriverSettings driver() {
    return in(
        "/driver",
        driver ->
            new DriverSettings(
                driver.one("client", ClientKind.values(), ClientKind::id),
                driver.one("method", ServiceMethod.values(), ServiceMethod::id),
                driver.integer("connections"),
                driver.millis("timeout"),
                driver.integer("decodeOneIn")));
  }

  private CpuSets cpus() {
    return in("/cpus", cpus -> new CpuSets(cpuList(cpus, "provider"), cpuList(cpus, "driver")));
  }

  private static String cpuList(Section cpus, String key) {
    String list = cpus.node(key).asText();
    return list.equals("auto") ? "" : list;
  }

  private LoadSchedule load() {
    Section given = new Section(settings.merged().path("load"));
    return in("/load", load -> load(load, given.has("rate") ? open(load, given) : closed(given)));
  }

  private LoadSchedule load(Section load, Workload workload) {
    return new LoadSchedule(
        workload,
        searchOnly(workload) ? List.of() : load.levels(workload.setting()),
        load.duration("warmup"),
        load.duration("settle"),
        load.duration("measure"),
        search(load.duration("measure")));
  }

  /** Where there is a search and no levels were given, the default levels are not meant. */
  private boolean searchOnly(Workload workload) {
    JsonNode given = settings.merged().path("load");
    return given.has("search") && !given.has(workload.setting());
  }

  /** Null where there is none. */
  private Search search(Duration measure) {
    if (!settings.merged().path("load").has("search")) {
      return null;
    }
    return in(
        "/load/search",
        search -> {
          search.required("within", "1..200");
          return new Search(
              search.one("method", Search.Method.values(), Search.Method::id),
              search.levels("within"),
              search.integer("confirmations"),
              search.has("measure") ? search.duration("measure") : measure.multipliedBy(2));
        });
  }

  /**
   * @param given the load without defaults: what somebody wrote must not be left aside silently
   */
  private static Workload open(Section load, Section given) {
    if (given.has("users")) {
      throw new InvalidSettingException(
          "rate", "does not fit users; valid: users or a rate, never both");
    }
    if (given.has("thinkTime")) {
      throw new InvalidSettingException(
          "thinkTime", "does not fit a rate, which waits for no answer; valid: leave it out");
    }
    return new Workload.Open(
        load.one("arrivals", ArrivalProcess.values(), ArrivalProcess::id),
        load.integer("mostInFlight"));
  }

  private Workload closed(Section given) {
    for (String ofRate : Layer.OF_RATE) {
      if (given.has(ofRate)) {
        throw new InvalidSettingException(
            ofRate,
            "needs a rate, and there is none; valid: a rate beside it, such as 1000..8000 by 1000,"
                + " or leave it out");
      }
    }
    return new Workload.Closed(thinkTime());
  }

  private ThinkTime thinkTime() {
    if (tree.at("/load/thinkTime").isTextual()) {
      return in("/load", load -> ThinkTime.fixed(load.micros("thinkTime")));
    }
    return in(
        "/load/thinkTime",
        thinkTime -> {
          thinkTime.required("mean", "5ms");
          return new ThinkTime(
              thinkTime.one(
                  "distribution", ThinkTime.Distribution.values(), ThinkTime.Distribution::id),
              thinkTime.micros("mean"));
        });
  }

  private Validity validity() {
    return in(
        "/validity",
        validity ->
            new Validity(
                validity.percent("driverCpu"),
                validity.percent("runQueueWait"),
                validity.percent("gcPause"),
                validity.fractionalMillis("lag"),
                validity.percent("steal"),
                validity.percent("frequencyChange"),
                validity.percent("otherLoad"),
                validity.percent("speedLoss")));
  }

  private Sla sla() {
    return in(
        "/sla",
        sla -> {
          List<Sla.Bound> bounds = new ArrayList<>();
          for (SlaFigure figure : SlaFigure.values()) {
            if (sla.has(figure.id())) {
              bounds.add(new Sla.Bound(figure, limit(sla, figure)));
            }
          }
          if (sla.has("upTo") && settings.merged().path("sla").size() == 1) {
            throw new InvalidSettingException(
                "upTo", "asserts nothing by itself; valid: a bound beside it, such as tp99: 10ms");
          }
          return new Sla(bounds, sla.has("upTo") ? (Integer) sla.integer("upTo") : null);
        });
  }

  private static double limit(Section sla, SlaFigure figure) {
    String key = figure.id();
    return switch (figure.unit()) {
      case "ms" -> sla.fractionalMillis(key);
      case "%" -> sla.percent(key);
      default -> sla.node(key).doubleValue();
    };
  }

  private <T> T in(String pointer, Function<Section, T> read) {
    JsonPointer section = JsonPointer.compile(pointer);
    try {
      return read.apply(new Section(tree.at(section)));
    } catch (InvalidSettingException e) {
      throw settings.problem(section.appendProperty(e.setting()), e.getMessage());
    }
  }
}
