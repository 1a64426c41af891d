package io.poolbench.inspect;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import io.poolbench.api.PoolConfig;
import io.poolbench.api.PoolType;
import io.poolbench.core.AgentLaunch;
import io.poolbench.journal.Metric;
import io.poolbench.limits.SizeStages;
import io.poolbench.study.DurationText;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * A generated study that compares the configured pool with others, by calls of one method.
 *
 * @param settings of {@code target} and {@code provider.jvm} that start it, with paths relative to
 *     the study
 * @param runs description of the provider as configured
 * @param inTurns whether the pools are compared in one JVM, in turns
 */
public record StarterStudy(
    String name,
    ObjectNode settings,
    String runs,
    Calls calls,
    Compared compared,
    boolean inTurns,
    int cpus) {
  /**
   * The called methods, of one pool.
   *
   * @param mix empty if the provider exports none
   * @param named whether the user named the calls, so that their arguments are real
   * @param others methods of the same pool that are not called
   */
  public record Calls(List<MixedCall> mix, boolean named, List<String> others) {
    private static final int MAX_NAMED = 4;

    public Calls {
      mix = List.copyOf(mix);
      others = List.copyOf(others);
    }

    /** What is not known of a pool that other methods share; empty if none does. */
    String caveat() {
      if (others.isEmpty()) {
        return "";
      }
      int more = others.size() - MAX_NAMED;
      return "Before this pool gets fewer threads, measure its other methods in a mix, by further"
          + " --call: %s%s."
              .formatted(
                  others.stream().limit(MAX_NAMED).collect(Collectors.joining(", ")),
                  more > 0 ? " and " + more + " more" : "");
    }
  }

  /**
   * A call of a mix.
   *
   * @param weight relative to the others
   */
  public record MixedCall(NamedCall call, int weight) {
    public MixedCall {
      Objects.requireNonNull(call, "call");
    }
  }

  /**
   * What a study compares.
   *
   * @param pools beside the one as configured; empty = fixed pools of several sizes
   */
  public record Compared(List<PoolConfig> pools, Load load, List<String> sla) {
    public Compared {
      pools = List.copyOf(pools);
      Objects.requireNonNull(load, "load");
      sla = List.copyOf(sla);
    }
  }

  /**
   * The load of a study.
   *
   * @param setting {@code users} or {@code rate}
   * @param planned one of the levels, which the pool is to carry; null = none
   */
  public record Load(String setting, String levels, Integer planned) {
    /** Around the capacity of most services. */
    public static final Load USERS = new Load("users", "1, 2, 4, 8, 16, 32, 64, 128", null);

    private static final List<Double> AROUND = List.of(0.25, 0.5, 0.75, 1.0, 1.25, 1.5);

    public Load {
      Objects.requireNonNull(setting, "setting");
      Objects.requireNonNull(levels, "levels");
    }

    /** One number is the planned load, with levels around it; anything else lists the levels. */
    public static Load of(String setting, String typed) {
      if (!typed.strip().matches("[1-9]\\d{0,6}")) {
        return new Load(setting, typed, null);
      }
      int planned = Integer.parseInt(typed.strip());
      return new Load(
          setting,
          AROUND.stream()
              .map(part -> Math.max(1, Math.round(part * planned)))
              .distinct()
              .map(String::valueOf)
              .collect(Collectors.joining(", ")),
          planned);
    }
  }

  /** The bound of a study without one. */
  public static final String SLA = "tp99: 50ms";

  /** Twice this bound is the driver's timeout by default, which is the longest wait for a call. */
  private static final double MAX_DEFAULT_BOUND_MILLIS = 2_500;

  private static final long MAX_TIMEOUT_MILLIS = 3_600_000;

  /** Characters of a method's name in the name of its call. */
  private static final int MAX_CALL_NAME = 50;

  /**
   * Dubbo's Triple mixes up the frames of a connection on which some 300 answers begin at once
   * (docs/explanation/dubbo.md); the most users are four times as many.
   */
  private static final int TRIPLE_CONNECTIONS = 8;

  private static final int CANDIDATES = 3;
  private static final int MIN_THREADS = 8;

  private static final long SETTLE_MILLIS = 100;
  private static final long MEASURE_MILLIS = 250;
  private static final String WARM_UP =
      "warmup: 20s  # at most; it ends when the compiler is quiet";

  /** So that calls wait. */
  private static final int QUEUE = 1000;

  /** Ten rounds of four pools take some two minutes. */
  private static final int ROUNDS = 10;

  public StarterStudy {
    Objects.requireNonNull(name, "name");
    Objects.requireNonNull(settings, "settings");
    Objects.requireNonNull(runs, "runs");
    Objects.requireNonNull(calls, "calls");
    Objects.requireNonNull(compared, "compared");
  }

  List<PoolConfig> candidates() {
    if (!compared.pools.isEmpty()) {
      return compared.pools;
    }
    int first = Math.max(MIN_THREADS, 2 * Integer.highestOneBit(cpus));
    return IntStream.range(0, CANDIDATES)
        .mapToObj(i -> PoolConfig.of(PoolType.FIXED, null, first << i, QUEUE, null))
        .toList();
  }

  /** A study of the pool as configured, and of others. */
  public List<String> lines() {
    List<String> lines = provider();
    if (inTurns) {
      lines.add(
          "paired: {rounds: %s%s}  # all pools in turns, in one JVM".formatted(ROUNDS, planned()));
    }
    lines.add("load:");
    lines.add("  " + compared.load.setting + ": " + compared.load.levels);
    if (inTurns) {
      lines.add("  " + WARM_UP);
      long millis = Math.max(MEASURE_MILLIS, (long) Math.ceil(longestMillis()) - SETTLE_MILLIS);
      lines.add("  settle: " + SETTLE_MILLIS + "ms");
      lines.add(
          "  measure: %dms  # of a slice; each round has two a pool and level".formatted(millis));
    }
    lines.addAll(slaAndOwnPool("  - provider"));
    for (PoolConfig pool : candidates()) {
      lines.add("  - {provider: " + yaml(pool) + "}");
    }
    return lines;
  }

  /** The study of a stage in which the pool is sized. */
  public List<String> lines(SizeStages.Stage stage) {
    List<String> lines = provider();
    if (!calls.caveat().isEmpty()) {
      lines.add("answer: " + json(calls.caveat()));
    }
    lines.add("repetitions: " + stage.repetitions());
    lines.add("paired: {rounds: %s%s}".formatted(stage.rounds(), planned()));
    lines.add("load:");
    lines.add(
        "  %s: \"%s\""
            .formatted(
                compared.load.setting,
                stage.levels().stream().map(String::valueOf).collect(Collectors.joining(", "))));
    lines.add("  " + WARM_UP);
    lines.add("  settle: " + stage.settle().toMillis() + "ms");
    lines.add("  measure: " + stage.measure().toMillis() + "ms");
    lines.addAll(slaAndOwnPool("  - name: " + json(stage.own()) + "\n    provider"));
    for (PoolConfig pool : stage.pools()) {
      lines.add("  - {name: %s, provider: %s}".formatted(json(pool.label()), yaml(pool)));
    }
    return lines;
  }

  private String planned() {
    return compared.load.planned == null ? "" : ", planned: " + compared.load.planned;
  }

  private List<String> slaAndOwnPool(String provider) {
    List<String> lines = new ArrayList<>();
    lines.add("sla:");
    compared.sla.forEach(bound -> lines.add("  " + bound));
    lines.add("cells:");
    lines.add(provider + ": {threadpool: as-configured}  # " + runs);
    return lines;
  }

  /** The longest time that a call may take by the SLA; 0 without a bound. */
  private double longestMillis() {
    return compared.sla.stream()
        .map(bound -> bound.split(":", 2))
        .filter(bound -> Metric.of(bound[0].strip()).filter(Metric::isResponseTime).isPresent())
        .mapToDouble(bound -> DurationText.toMillis(DurationText.parse(bound[1].strip())))
        .max()
        .orElse(0);
  }

  /** A call that the SLA permits must not time out; empty where the default is long enough. */
  private Optional<String> timeout() {
    double longest = longestMillis();
    return longest > MAX_DEFAULT_BOUND_MILLIS
        ? Optional.of(Math.min(MAX_TIMEOUT_MILLIS, Math.round(2 * longest)) + "ms")
        : Optional.empty();
  }

  /** The program that is started, and the call. */
  private List<String> provider() {
    List<String> lines = new ArrayList<>();
    lines.add("# Written by poolbench; all settings: docs/reference/settings.md");
    lines.add("title: " + json("Which pool does " + name + " need?"));
    lines.add("target:");
    settings
        .path("target")
        .forEachEntry((key, value) -> lines.add("  " + key + ": " + yaml(key, value)));
    JsonNode jvm = settings.at("/provider/jvm");
    boolean triple = calls.mix.stream().anyMatch(each -> each.call.service().isTriple());
    if (triple || !jvm.isMissingNode()) {
      lines.add("provider:");
    }
    if (triple) {
      lines.add("  protocol: tri");
    }
    if (!jvm.isMissingNode()) {
      lines.add("  jvm: " + jvm);
    }
    List<String> driver = new ArrayList<>();
    if (triple) {
      driver.add("client: tri");
      driver.add("connections: " + TRIPLE_CONNECTIONS);
    }
    timeout().ifPresent(timeout -> driver.add("timeout: " + timeout));
    if (!driver.isEmpty()) {
      lines.add("driver: {" + String.join(", ", driver) + "}");
    }
    if (calls.mix.size() == 1) {
      lines.add("call:");
      lines.addAll(call(calls.mix.get(0).call, "  "));
    } else if (!calls.mix.isEmpty()) {
      lines.add("calls:");
      for (int number = 0; number < calls.mix.size(); number++) {
        NamedCall call = calls.mix.get(number).call;
        lines.add("  " + callName(call, number + 1) + ":");
        lines.addAll(call(call, "    "));
        lines.add("    weight: " + calls.mix.get(number).weight);
      }
    }
    return lines;
  }

  /** The name of a call in the study: the method's as far as a name can have it. */
  private static String callName(NamedCall call, int number) {
    String method = call.methodName().replaceFirst("\\(.*", "").replaceAll("[^A-Za-z0-9_-]", "-");
    String start = method.matches("[A-Za-z0-9].*") ? method : "call" + method;
    return start.substring(0, Math.min(MAX_CALL_NAME, start.length())) + "-" + number;
  }

  private List<String> call(NamedCall call, String indent) {
    List<String> lines = new ArrayList<>();
    lines.add("service: " + json(call.service().interfaceName()));
    if (!call.service().version().isEmpty()) {
      lines.add("version: " + json(call.service().version()));
    }
    if (!call.service().group().isEmpty()) {
      lines.add("group: " + json(call.service().group()));
    }
    if (call.service().generic()) {
      lines.add("generic: true");
    }
    lines.add("method: " + json(call.methodName()));
    lines.add(
        "arguments: "
            + call.argumentsInStudy()
            + (calls.named
                ? "  # the same in every call; data: FILE.csv and \"${column}\" vary them"
                : "  # replace: made up from the types of " + call.method().signature()));
    return lines.stream().map(line -> indent + line).toList();
  }

  /** A pool as a study has it: durations have a unit. */
  public static String yaml(PoolConfig pool) {
    Map<String, String> settings = new LinkedHashMap<>(pool.dubboParameters());
    settings.computeIfPresent(AgentLaunch.ALIVE, (name, millis) -> millis + "ms");
    return settings.entrySet().stream()
        .map(setting -> setting.getKey() + ": " + setting.getValue())
        .collect(Collectors.joining(", ", "{", "}"));
  }

  /** The value as JSON, which is valid YAML too; a registry is a word that needs no quotes. */
  private static String yaml(String key, JsonNode value) {
    return key.equals("registry") ? value.asText() : value.toString();
  }

  /** The text as JSON, which is valid YAML too. */
  private static String json(String text) {
    return TextNode.valueOf(text).toString();
  }
}
