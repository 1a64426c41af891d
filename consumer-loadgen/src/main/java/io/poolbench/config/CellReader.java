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
import io.poolbench.spec.Cell;
import io.poolbench.spec.ClientKind;
import io.poolbench.spec.CpuSets;
import io.poolbench.spec.DriverSettings;
import io.poolbench.spec.LoadSchedule;
import io.poolbench.spec.ProviderSettings;
import io.poolbench.spec.RedisSettings;
import io.poolbench.spec.ServiceMethod;
import io.poolbench.spec.Sla;
import io.poolbench.spec.SlaFigure;
import io.poolbench.spec.ThinkTime;
import io.poolbench.spec.Validity;
import io.poolbench.spec.Workload;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/** Makes a cell of settings that satisfy the schema. {@link CellTree} is its inverse. */
final class CellReader {
  /** The number of threads of a pool without a bound. */
  static final String UNBOUNDED = "unbounded";

  private static final Validity VALIDITY = new Validity(90, 10, 1, 1, 5, 10, 10, 20);

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
    return new Cell(name, provider(), redis(), driver(), cpus(), load(), VALIDITY, sla());
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
            work -> new ServiceWork(work.node("cpuIterations").longValue(), work.bytes("garbage"))),
        in(
            "/provider/jvm",
            jvm -> new ProviderSettings.Jvm(jvm.text("home"), jvm.texts("options"))),
        BindAddress.host(provider.text("bind")),
        provider.integer("port"));
  }

  private static PoolConfig pool(Section provider) {
    PoolType type = provider.one("threadpool", PoolType.values(), PoolType::id);
    if (type == PoolType.FIXED && provider.has("alive")) {
      throw new InvalidSettingException(
          "alive", "does not fit a fixed pool, whose threads never end; valid: leave it out");
    }
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
    AddedLatency latency = latency();
    return in("/redis", redis -> redis(redis, latency));
  }

  /** A URI makes {@code auto} external; a server of our own leaves it aside. */
  private static RedisSettings redis(Section redis, AddedLatency latency) {
    RedisKind kind = redis.one("kind", RedisKind.values(), RedisKind::id);
    String uri = redis.text("uri");
    if (kind == RedisKind.AUTO && !uri.isEmpty()) {
      kind = RedisKind.EXTERNAL;
    }
    return new RedisSettings(
        kind,
        kind == RedisKind.EXTERNAL ? uri : "",
        redis.integer("records"),
        redis.bytes("recordSize"),
        latency);
  }

  private AddedLatency latency() {
    if (tree.at("/redis/latency").isTextual()) {
      return in("/redis", redis -> new AddedLatency(redis.micros("latency"), 0));
    }
    return in(
        "/redis/latency",
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
    return in(
        "/load",
        load ->
            new LoadSchedule(
                new Workload.Closed(ThinkTime.NONE),
                users(load),
                load.duration("warmup"),
                load.duration("settle"),
                load.duration("measure")));
  }

  private static List<Integer> users(Section load) {
    JsonNode users = load.node("users");
    if (users.isTextual()) {
      return load.parsed("users", UserRange::parse);
    }
    List<Integer> steps = new ArrayList<>();
    if (users.isArray()) {
      users.forEach(step -> steps.add(step.intValue()));
    } else {
      steps.add(users.intValue());
    }
    return steps;
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
          return new Sla(bounds);
        });
  }

  private static double limit(Section sla, SlaFigure figure) {
    String key = figure.id();
    return switch (figure.unit()) {
      case "ms" -> BigDecimal.valueOf(sla.micros(key), 3).doubleValue();
      case "%" -> sla.parsed(key, Percentages::parse);
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

  /** One section of the settings; a value's problem bears its key. */
  private record Section(JsonNode node) {
    boolean has(String key) {
      return node.has(key);
    }

    JsonNode node(String key) {
      return node.get(key);
    }

    String text(String key) {
      return node.get(key).textValue();
    }

    List<String> texts(String key) {
      List<String> texts = new ArrayList<>();
      node.get(key).forEach(text -> texts.add(text.textValue()));
      return texts;
    }

    int integer(String key) {
      return node.get(key).intValue();
    }

    <E> E one(String key, E[] values, Function<E, String> id) {
      for (E value : values) {
        if (id.apply(value).equals(text(key))) {
          return value;
        }
      }
      throw new IllegalStateException("the schema allows an unknown " + key + ", " + text(key));
    }

    <T> T parsed(String key, Function<String, T> grammar) {
      try {
        return grammar.apply(text(key));
      } catch (IllegalArgumentException e) {
        throw new InvalidSettingException(key, e.getMessage());
      }
    }

    Duration duration(String key) {
      return parsed(key, Durations::parse);
    }

    long micros(String key) {
      return Durations.toMicros(duration(key));
    }

    long millis(String key) {
      long micros = micros(key);
      if (micros % 1_000 != 0) {
        throw new InvalidSettingException(
            key, "'" + text(key) + "' is finer than it can be; valid: whole milliseconds");
      }
      return micros / 1_000;
    }

    int bytes(String key) {
      return parsed(key, Sizes::parse);
    }
  }
}
