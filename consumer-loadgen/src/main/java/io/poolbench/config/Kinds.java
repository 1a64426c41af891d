package io.poolbench.config;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.poolbench.api.ConfiguredPool.AsConfiguredPool;
import io.poolbench.api.PoolType;
import io.poolbench.config.LoadTree.Loop;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Rules for a cell's kinds of provider, pool, load and calls, and for the settings that only some
 * kinds have. Paths are JSON pointers.
 */
final class Kinds {
  private static final String PROVIDER = "provider";
  private static final String CLASSPATH = "classpath";
  private static final String THREADPOOL = "threadpool";
  private static final String TARGET = "target";
  private static final String CONNECT = "connect";
  private static final String WEB = "web";
  private static final String LOAD = "load";
  private static final String USERS = "users";
  private static final String RATE = "rate";
  private static final String CAPACITY = "capacity";
  private static final String GROUPS = "groups";
  private static final String SLA = "sla";
  private static final String UP_TO = "upTo";

  private static final List<String> SIZES = List.of("threads", "corethreads", "queues", "alive");

  private static final Set<String> OF_WEB = Set.of(WEB, "jvm", "scheduling", "bind", "port");

  /** Settings of {@code provider} that are allowed beside {@code target}. */
  private static final Set<String> OF_TARGET =
      Stream.concat(
              SIZES.stream(),
              Stream.of(THREADPOOL, "protocol", "jvm", "scheduling", "bind", "port"))
          .collect(Collectors.toSet());

  /** Settings of {@code provider} that are allowed beside {@code target.attach}. */
  private static final Set<String> OF_ATTACHED =
      Stream.concat(SIZES.stream(), Stream.of(THREADPOOL, "protocol", "bind"))
          .collect(Collectors.toSet());

  /**
   * Settings of lower sources, by path or by key of its own section, that a setting of a higher
   * source replaces.
   */
  private record Replacement(JsonPointer path, List<String> replaced) {
    static Replacement of(String path, String... replaced) {
      return new Replacement(JsonPointer.compile(path), List.of(replaced));
    }

    void drop(ObjectNode below, ObjectNode higher) {
      if (!higher.at(path).isMissingNode()) {
        for (String each : replaced) {
          JsonPointer dropped =
              each.startsWith("/") ? JsonPointer.compile(each) : path.head().appendProperty(each);
          if (below.at(dropped.head()) instanceof ObjectNode section) {
            section.remove(dropped.last().getMatchingProperty());
          }
        }
      }
    }
  }

  private static final List<Replacement> REPLACEMENTS =
      List.of(
          Replacement.of("/provider/threadpool", WEB),
          Replacement.of("/load/rate", USERS, CAPACITY, GROUPS, "thinkTime", "backoff"),
          Replacement.of("/load/capacity", USERS, RATE, GROUPS, "thinkTime", "backoff"),
          Replacement.of("/load/users", RATE, CAPACITY, GROUPS, "arrivals"),
          Replacement.of("/load/groups", USERS, RATE),
          Replacement.of("/driver/method", "/call", "/calls"),
          Replacement.of("/call", "/driver/method", "/calls"),
          Replacement.of("/calls", "/driver/method", "/call"));

  private record Conflict(String path, String other, String beside) {
    static Conflict oneOf(String path, String other) {
      String key = other.substring(other.lastIndexOf('/') + 1);
      return new Conflict(path, other, key + " (valid: one of them)");
    }

    static Conflict openLoop(String path, String other) {
      return new Conflict(path, other, "a rate (an open loop waits for no answer)");
    }
  }

  private static final List<Conflict> CONFLICTS =
      List.of(
          new Conflict("/target", "/provider/connect", "provider.connect (valid: leave it out)"),
          new Conflict("/redis", "/provider/connect", "provider.connect (valid: leave it out)"),
          new Conflict("/redis", "/target", "target, which has its own data (valid: leave it out)"),
          Conflict.oneOf("/load/rate", "/load/users"),
          Conflict.oneOf("/load/groups", "/load/users"),
          Conflict.oneOf("/load/groups", "/load/rate"),
          Conflict.oneOf("/load/capacity", "/load/users"),
          Conflict.oneOf("/load/capacity", "/load/rate"),
          Conflict.oneOf("/load/capacity", "/load/groups"),
          Conflict.oneOf("/load/capacity", "/load/search"),
          new Conflict("/load/measure", "/load/phases", "phases (valid: leave it out)"),
          new Conflict("/load/measureUpTo", "/load/phases", "phases (valid: leave it out)"),
          Conflict.openLoop("/load/thinkTime", "/load/rate"),
          Conflict.openLoop("/load/thinkTime", "/load/capacity"),
          Conflict.openLoop("/load/backoff", "/load/rate"),
          Conflict.openLoop("/load/backoff", "/load/capacity"),
          Conflict.oneOf("/driver/method", "/call"),
          Conflict.oneOf("/driver/method", "/calls"),
          Conflict.oneOf("/calls", "/call"));

  private Kinds() {}

  /**
   * Removes settings of a lower source that do not apply to the kinds of a higher source, which
   * cannot remove them itself: those in {@link #REPLACEMENTS}, and the following. {@code connect}
   * removes the other settings of the provider, {@code redis} and the cell's name; {@code web}
   * removes the settings of Dubbo; {@code as-configured} and {@code virtual} remove the sizes of
   * the pool; a fixed pool removes {@code corethreads} and {@code alive}, a limited one {@code
   * alive}. A change between users and a rate removes what counts the former: the SLA's {@code
   * upTo}, the search and the planned load.
   */
  static void drop(ObjectNode below, ObjectNode higher) {
    if (becomes(below, higher, type -> !type.isElastic())) {
      remove(below, PROVIDER, List.of("corethreads"));
    }
    if (becomes(below, higher, type -> !type.endsIdleThreads())) {
      remove(below, PROVIDER, List.of("alive"));
    }
    if (!hasSizes(higher) && hasSizes(below)) {
      remove(below, PROVIDER, SIZES);
    }
    JsonNode load = higher.path(LOAD);
    if (isOpen(below.path(LOAD)) ? load.has(USERS) : isOpen(load)) {
      remove(below, SLA, List.of(UP_TO));
      // A section that only searches, below cells with levels of their own, counts what they count.
      if (isOpen(below.path(LOAD)) || below.path(LOAD).has(USERS)) {
        remove(below, LOAD, List.of("search"));
        remove(below, "paired", List.of("planned"));
      }
    }
    REPLACEMENTS.forEach(each -> each.drop(below, higher));
    if (higher.path(PROVIDER).has(CONNECT)) {
      connect(below);
    } else if (higher.path(PROVIDER).has(WEB)) {
      remove(below, PROVIDER, ofDubbo(below.path(PROVIDER)));
    }
  }

  private static void remove(ObjectNode tree, String section, List<String> keys) {
    if (tree.get(section) instanceof ObjectNode settings) {
      settings.remove(keys);
    }
  }

  /** Keeps only the classes of a target, as {@code provider.classpath}: no program is started. */
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

  private static boolean hasSizes(ObjectNode tree) {
    return !type(tree).equals(AsConfiguredPool.KIND) && !isPool(tree, type -> !type.hasSizes());
  }

  private static boolean becomes(ObjectNode below, ObjectNode higher, Predicate<PoolType> kind) {
    return isPool(higher, kind) && !isPool(below, kind);
  }

  private static boolean isPool(ObjectNode tree, Predicate<PoolType> kind) {
    return Arrays.stream(PoolType.values())
        .anyMatch(pool -> pool.id().equals(type(tree)) && kind.test(pool));
  }

  private static String type(ObjectNode tree) {
    return tree.path(PROVIDER).path(THREADPOOL).asText();
  }

  private static boolean isOpen(JsonNode load) {
    return load.has(RATE) || load.has(CAPACITY);
  }

  private static List<String> ofDubbo(JsonNode provider) {
    return keys(provider).filter(key -> !OF_WEB.contains(key)).toList();
  }

  private static Stream<String> keys(JsonNode section) {
    return section.propertyStream().map(Map.Entry::getKey);
  }

  static void require(Settings settings) {
    JsonNode provider = settings.at("/provider");
    if (provider.has(CONNECT)) {
      requireOnly(settings, List.of(CONNECT, CLASSPATH), "connect (valid: leave it out)");
    } else if (provider.has(CLASSPATH)) {
      throw settings.problem(
          "/provider/classpath", "requires connect (example: connect: dubbo://192.0.2.7:20880)");
    }
    if (settings.has("/target") && !provider.has(CONNECT)) {
      requireOnly(
          settings, OF_TARGET, "target (valid: its pool, protocol, jvm, scheduling, bind, port)");
    }
    if (settings.has("/target/attach") && !provider.has(CONNECT)) {
      requireOnly(settings, OF_ATTACHED, "target.attach (valid: its pool, protocol, bind)");
    }
    if (provider.has(WEB)) {
      requireOnly(settings, OF_WEB, "web (valid: one of them)");
    }
    for (Conflict conflict : CONFLICTS) {
      if (settings.has(conflict.path) && settings.has(conflict.other)) {
        throw settings.problem(conflict.path, "not allowed beside " + conflict.beside);
      }
    }
    JsonNode load = settings.at("/load");
    for (String key : Loop.OPEN.settings()) {
      if (load.has(key) && !isOpen(load) && load.path(GROUPS).findValue(RATE) == null) {
        throw settings.problem(
            "/load/" + key, "requires a rate (example: rate: 1000..8000 by 1000)");
      }
    }
    if (settings.at("/sla/upTo").isNumber() && settings.at("/sla").size() == 1) {
      throw settings.problem("/sla/upTo", "requires a bound (example: tp99: 10ms)");
    }
  }

  private static void requireOnly(Settings settings, Collection<String> valid, String kind) {
    keys(settings.at("/provider"))
        .filter(key -> !valid.contains(key))
        .findFirst()
        .ifPresent(
            key -> {
              throw settings.problem("/provider/" + key, "not allowed beside " + kind);
            });
  }

  /** Removes defaults of other kinds than the given settings have. */
  static void complete(ObjectNode complete, ObjectNode given) {
    JsonNode provider = given.path(PROVIDER);
    ObjectNode section = complete.withObjectProperty(PROVIDER);
    if (provider.has(WEB)) {
      section.remove(ofDubbo(section));
    }
    if (provider.has(CONNECT)) {
      section.retain(CONNECT, CLASSPATH);
    } else if (given.has(TARGET)) {
      // A target without a given pool keeps its own.
      if (!provider.has(THREADPOOL) && SIZES.stream().noneMatch(provider::has)) {
        section.put(THREADPOOL, AsConfiguredPool.KIND);
      }
      section.retain(OF_TARGET);
    }
    JsonNode load = given.path(LOAD);
    if (!load.has(GROUPS)) {
      remove(complete, LOAD, (isOpen(load) ? Loop.CLOSED : Loop.OPEN).settings());
    }
    if (load.has(GROUPS) || isOpen(load) || (load.has("search") && !load.has(USERS))) {
      remove(complete, LOAD, List.of(USERS));
    }
    for (JsonNode group : complete.path(LOAD).path(GROUPS)) {
      if (group.get(SLA) instanceof ObjectNode own) {
        inherit((ObjectNode) group, own, complete.withObjectProperty(SLA));
      }
    }
  }

  /** A group's SLA has the cell's bounds, unless it gives its own. */
  private static void inherit(ObjectNode group, ObjectNode own, ObjectNode ofCell) {
    ObjectNode bounds = ofCell.deepCopy();
    bounds.remove(UP_TO);
    bounds.setAll(own);
    group.set(SLA, bounds);
  }
}
