package io.poolbench.config;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.poolbench.api.AsConfiguredPool;
import io.poolbench.api.InvalidSettingException;
import io.poolbench.api.PoolType;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;

/** Settings from one source or from several, and the place of each. Immutable. */
final class Settings {
  /** No settings. */
  static final Settings NONE = new Settings(JsonNodeFactory.instance.objectNode(), Map.of());

  private static final String GROUPS = "groups";
  private static final String CAPACITY = "capacity";
  private static final String PHASES = "phases";
  private static final String PROVIDER = "provider";
  private static final String WEB = "web";
  private static final String TARGET = "target";
  private static final String CONNECT = "connect";
  private static final String CLASSPATH = "classpath";
  private static final String THREADPOOL = "threadpool";
  private static final String DRIVER = "driver";
  private static final String METHOD = "method";

  /** One call that the study describes, or several. */
  private static final List<String> CALLS = List.of("call", "calls");

  /** Settings of {@code load} that need {@code rate}. */
  private static final List<String> OPEN_LOOP = List.of("arrivals", "maxInFlight");

  /** Settings of {@code provider} that a web provider has, too. */
  private static final Set<String> OF_ANY_PROVIDER =
      Set.of("web", "jvm", "scheduling", "bind", "port");

  /** What a pool consists of beside its type. */
  private static final List<String> SIZES = List.of("threads", "corethreads", "queues", "alive");

  /** Settings of {@code provider} that a target has. */
  private static final Set<String> OF_TARGET =
      Set.of(
          THREADPOOL,
          "threads",
          "corethreads",
          "queues",
          "alive",
          "jvm",
          "scheduling",
          "bind",
          "port",
          "protocol");

  /** Settings that decide which others of their section are required. */
  private static final Map<JsonPointer, String> DECIDERS =
      Map.of(JsonPointer.compile("/provider"), "threadpool", JsonPointer.compile("/redis"), "kind");

  private final ObjectNode tree;
  private final Map<JsonPointer, Place> places;

  private Settings(ObjectNode tree, Map<JsonPointer, Place> places) {
    this.tree = tree;
    this.places = places;
  }

  /**
   * Settings from one source.
   *
   * @param sections the sections of a study or of a cell
   * @param places the place of the setting at a pointer
   */
  static Settings of(JsonNode sections, Function<JsonPointer, Place> places) {
    ObjectNode tree = sections.deepCopy();
    ShortForm.spellOut(tree);
    Map<JsonPointer, Place> found = new HashMap<>();
    collect(tree, JsonPointer.empty(), places, found);
    return new Settings(tree, found);
  }

  private static void collect(
      JsonNode node,
      JsonPointer pointer,
      Function<JsonPointer, Place> places,
      Map<JsonPointer, Place> found) {
    found.put(pointer, places.apply(pointer));
    for (Map.Entry<String, JsonNode> entry : node.properties()) {
      collect(entry.getValue(), pointer.appendProperty(entry.getKey()), places, found);
    }
    for (int i = 0; node.isArray() && i < node.size(); i++) {
      collect(node.get(i), pointer.appendIndex(i), places, found);
    }
  }

  /** The setting at this pointer; a missing node where there is none. */
  JsonNode at(JsonPointer pointer) {
    return tree.at(pointer);
  }

  /** As {@link #at(JsonPointer)}, for a pointer such as {@code /load/users}. */
  JsonNode at(String pointer) {
    return tree.at(pointer);
  }

  /** These settings and others, which win: sections are merged, everything else is replaced. */
  Settings with(Settings others) {
    return merged(tree.deepCopy(), others);
  }

  /**
   * These settings overridden by those of a higher source, which may also change the kind of the
   * provider, of the pool or of the load. What only the former kind has is dropped then, since the
   * higher source cannot remove it: all that a provider has, and the cell's name, of one that gets
   * {@code connect}; the sizes of a pool that becomes {@code as-configured} or {@code virtual};
   * {@code web} of a provider that gets a {@code threadpool}, and all that only Dubbo has of one
   * that gets {@code web}; {@code corethreads} and {@code alive} of a pool that becomes fixed;
   * {@code users}, {@code thinkTime} and {@code backoff} of a load that gets a rate or a capacity;
   * {@code rate}, {@code capacity}, {@code arrivals} and {@code maxInFlight} of one that gets
   * users; {@code users} and {@code rate} of one that gets groups, and the reverse; and {@code
   * upTo} of the SLA where users become a rate or the reverse, since it counts the former. {@code
   * call}, {@code calls} and {@code driver.method} take each other's place.
   */
  Settings overriddenBy(Settings higher) {
    ObjectNode below = tree.deepCopy();
    if (higher.hasFixedPool() && !hasFixedPool()) {
      remove(below, "provider", List.of("corethreads", "alive"));
    }
    if (!higher.hasPoolWithSizes() && hasPoolWithSizes()) {
      remove(below, PROVIDER, SIZES);
    }
    JsonNode provider = higher.tree.path(PROVIDER);
    if (provider.has(CONNECT)) {
      connect(below);
    } else if (provider.has(WEB)) {
      remove(below, PROVIDER, ofDubbo(below));
    } else if (provider.has("threadpool")) {
      remove(below, PROVIDER, List.of(WEB));
    }
    dropCalls(below, higher.tree);
    boolean getsRate = isOpen(higher.tree.path("load"));
    boolean getsUsers = higher.tree.path("load").has("users");
    if (getsRate) {
      remove(below, "load", List.of("users", "rate", CAPACITY, "thinkTime", "backoff"));
    }
    if (getsUsers) {
      remove(below, "load", List.of("rate", CAPACITY));
      remove(below, "load", OPEN_LOOP);
    }
    if (getsRate || getsUsers) {
      remove(below, "load", List.of(GROUPS));
    } else if (higher.tree.path("load").has(GROUPS)) {
      remove(below, "load", List.of("users", "rate"));
    }
    if (isOpen(tree.path("load")) ? getsUsers : getsRate) {
      remove(below, "sla", List.of("upTo"));
    }
    return merged(below, higher);
  }

  private static boolean isOpen(JsonNode load) {
    return load.has("rate") || load.has(CAPACITY);
  }

  /** Of a program that is not started, the classes remain. */
  private static void connect(ObjectNode below) {
    below.remove(List.of(PROVIDER, "redis", "name"));
    if (below.remove(TARGET) instanceof ObjectNode target) {
      ArrayNode classes = below.putObject(PROVIDER).putArray(CLASSPATH);
      if (target.has("jar")) {
        classes.add(target.get("jar"));
      }
      target.path(CLASSPATH).forEach(classes::add);
    }
  }

  private boolean hasPoolWithSizes() {
    String type = at("/provider/threadpool").asText();
    return !type.equals(AsConfiguredPool.KIND)
        && Arrays.stream(PoolType.values())
            .noneMatch(pool -> pool.id().equals(type) && !pool.hasSizes());
  }

  /** A call takes the place of other calls and of a method of poolbench, and the reverse. */
  private static void dropCalls(ObjectNode below, ObjectNode higher) {
    if (higher.path(DRIVER).has(METHOD)) {
      below.remove(CALLS);
    }
    for (String kind : CALLS) {
      if (higher.has(kind)) {
        remove(below, DRIVER, List.of(METHOD));
        CALLS.stream().filter(other -> !other.equals(kind)).forEach(below::remove);
      }
    }
  }

  private boolean hasFixedPool() {
    String type = at("/provider/threadpool").asText();
    return Arrays.stream(PoolType.values())
        .anyMatch(pool -> pool.id().equals(type) && !pool.isElastic());
  }

  private static void remove(ObjectNode tree, String section, List<String> keys) {
    if (tree.get(section) instanceof ObjectNode settings) {
      settings.remove(keys);
    }
  }

  private Settings merged(ObjectNode below, Settings above) {
    merge(below, above.tree);
    Map<JsonPointer, Place> all = new HashMap<>(places);
    all.putAll(above.places);
    // A setting that no source has is missing in the lowest one.
    all.computeIfPresent(JsonPointer.empty(), (root, top) -> places.getOrDefault(root, top));
    return new Settings(below, all);
  }

  private static void merge(ObjectNode below, ObjectNode above) {
    for (Map.Entry<String, JsonNode> entry : above.properties()) {
      if (below.get(entry.getKey()) instanceof ObjectNode section
          && entry.getValue() instanceof ObjectNode over) {
        merge(section, over);
      } else {
        below.set(entry.getKey(), entry.getValue().deepCopy());
      }
    }
  }

  /** A new tree of these settings and the defaults of those not given. */
  ObjectNode withDefaults(StudySchema schema) {
    return schema.withDefaults(tree);
  }

  /**
   * A new tree with everything that a cell consists of.
   *
   * @throws ConfigException where settings exclude each other
   */
  ObjectNode complete(StudySchema schema) {
    requireOneKindOfProvider();
    requireOneKindOfLoad();
    requireOneKindOfCall();
    if (at("/sla/upTo").isNumber() && tree.path("sla").size() == 1) {
      throw problem("/sla/upTo", "requires a bound (example: tp99: 10ms)");
    }
    ObjectNode complete = withDefaults(schema);
    ShortForm.spellOut(complete);
    if (at("/provider").has(WEB)) {
      remove(complete, PROVIDER, ofDubbo(complete));
    }
    if (at("/provider").has(CONNECT)) {
      complete.withObjectProperty(PROVIDER).retain(CONNECT, CLASSPATH);
    } else if (tree.has(TARGET)) {
      completeTarget(complete);
    }
    JsonNode given = tree.path("load");
    if (given.has(GROUPS)) {
      remove(complete, "load", List.of("users"));
      completeGroups(complete);
    } else if (isOpen(given)) {
      remove(complete, "load", List.of("users", "thinkTime", "backoff"));
    } else {
      remove(complete, "load", OPEN_LOOP);
    }
    if (given.has("search") && !given.has("users")) {
      remove(complete, "load", List.of("users"));
    }
    return complete;
  }

  /** Without what only our own provider has; as configured where no pool is given. */
  private void completeTarget(ObjectNode cell) {
    ObjectNode provider = cell.withObjectProperty(PROVIDER);
    JsonNode given = tree.path(PROVIDER);
    if (!given.has(THREADPOOL) && SIZES.stream().noneMatch(given::has)) {
      provider.put(THREADPOOL, AsConfiguredPool.KIND);
    }
    provider.retain(OF_TARGET);
  }

  /** The SLA of a group has the cell's bounds but for its own. */
  private static void completeGroups(ObjectNode cell) {
    for (JsonNode group : cell.path("load").path(GROUPS)) {
      if (group.get("sla") instanceof ObjectNode own) {
        ObjectNode bounds = cell.withObjectProperty("sla").deepCopy();
        bounds.remove("upTo");
        bounds.setAll(own);
        ((ObjectNode) group).set("sla", bounds);
      }
    }
  }

  private void requireOneKindOfProvider() {
    if (at("/provider").has(CLASSPATH) && !at("/provider").has(CONNECT)) {
      throw problem(
          "/provider/classpath", "requires connect (example: connect: dubbo://192.0.2.7:20880)");
    }
    if (at("/provider").has(CONNECT)) {
      for (Map.Entry<String, JsonNode> setting : tree.path(PROVIDER).properties()) {
        if (!List.of(CONNECT, CLASSPATH).contains(setting.getKey())) {
          throw problem(
              "/provider/" + setting.getKey(), "not allowed beside connect (valid: leave it out)");
        }
      }
      for (String section : List.of(TARGET, "redis")) {
        if (tree.has(section)) {
          throw problem("/" + section, "not allowed beside provider.connect (valid: leave it out)");
        }
      }
    }
    if (tree.has(TARGET)) {
      for (Map.Entry<String, JsonNode> setting : tree.path(PROVIDER).properties()) {
        if (!OF_TARGET.contains(setting.getKey())) {
          throw problem(
              "/provider/" + setting.getKey(),
              "not allowed beside target (valid: its pool, protocol, jvm, scheduling, bind, port)");
        }
      }
      if (tree.has("redis")) {
        throw problem(
            "/redis", "not allowed beside target, which has its own data (valid: leave it out)");
      }
    }
    if (at("/provider").has(WEB)) {
      ofDubbo(tree).stream()
          .findFirst()
          .ifPresent(
              key -> {
                throw problem("/provider/" + key, "not allowed beside web (valid: one of them)");
              });
    }
  }

  /** The settings of a provider that only one of Dubbo has. */
  private static List<String> ofDubbo(ObjectNode tree) {
    return tree.path(PROVIDER)
        .propertyStream()
        .map(Map.Entry::getKey)
        .filter(key -> !OF_ANY_PROVIDER.contains(key))
        .toList();
  }

  private void requireOneKindOfLoad() {
    JsonNode load = tree.path("load");
    if (load.has("rate") && load.has("users")) {
      throw problem("/load/rate", "not allowed beside users (valid: one of them)");
    }
    for (String key : List.of("users", "rate")) {
      if (load.has(GROUPS) && load.has(key)) {
        throw problem("/load/groups", "not allowed beside " + key + " (valid: one of them)");
      }
    }
    for (String key : List.of("users", "rate", GROUPS, "search")) {
      if (load.has(CAPACITY) && load.has(key)) {
        throw problem("/load/capacity", "not allowed beside " + key + " (valid: one of them)");
      }
    }
    for (String key : List.of("measure", "measureUpTo")) {
      if (load.has(PHASES) && load.has(key)) {
        throw problem("/load/" + key, "not allowed beside phases (valid: leave it out)");
      }
    }
    for (String key : List.of("thinkTime", "backoff")) {
      if (isOpen(load) && load.has(key)) {
        throw problem(
            "/load/" + key, "not allowed beside a rate (an open loop waits for no answer)");
      }
    }
    for (String key : OPEN_LOOP) {
      if (load.has(key) && !isOpen(load) && load.path(GROUPS).findValue("rate") == null) {
        throw problem("/load/" + key, "requires a rate (example: rate: 1000..8000 by 1000)");
      }
    }
  }

  private void requireOneKindOfCall() {
    for (String kind : CALLS) {
      if (tree.has(kind) && tree.path(DRIVER).has(METHOD)) {
        throw problem("/driver/method", "not allowed beside " + kind + " (valid: one of them)");
      }
    }
    if (CALLS.stream().allMatch(tree::has)) {
      throw problem("/calls", "not allowed beside call (valid: one of them)");
    }
  }

  /** As {@link #problem(JsonPointer, String)}, for a pointer such as {@code /load/users}. */
  ConfigException problem(String pointer, String problem) {
    return problem(JsonPointer.compile(pointer), problem);
  }

  /** A problem that a record has with one of its settings, by the pointer of that record. */
  ConfigException problem(JsonPointer record, InvalidSettingException e) {
    String path = e.setting().replace('.', '/');
    return problem(record.append(JsonPointer.compile("/" + path)), e.getMessage());
  }

  /**
   * A problem with the setting at this pointer. The place of a missing one is that of the setting
   * that requires it, or else of its section.
   */
  ConfigException problem(JsonPointer pointer, String problem) {
    return new ConfigException(place(pointer), problem);
  }

  private Place place(JsonPointer pointer) {
    Place known = places.get(pointer);
    if (known != null) {
      return known;
    }
    JsonPointer section = pointer.head();
    String key = pointer.last().getMatchingProperty();
    if (DECIDERS.containsKey(section)) {
      Place decider = places.get(section.appendProperty(DECIDERS.get(section)));
      if (decider != null) {
        return decider.parent().child(key);
      }
    }
    return place(section).child(key);
  }
}
