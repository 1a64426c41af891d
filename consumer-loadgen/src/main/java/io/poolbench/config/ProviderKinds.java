package io.poolbench.config;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.poolbench.api.ConfiguredPool.AsConfiguredPool;
import io.poolbench.api.PoolType;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Rules for the kinds of a cell's provider and pool, and for the settings that only some have. */
final class ProviderKinds {
  private static final String PROVIDER = "provider";
  private static final String WEB = "web";
  private static final String TARGET = "target";
  private static final String REDIS = "redis";
  private static final String CONNECT = "connect";
  private static final String CLASSPATH = "classpath";
  private static final String THREADPOOL = "threadpool";

  private static final List<String> SIZES = List.of("threads", "corethreads", "queues", "alive");

  private static final Set<String> OF_WEB = Set.of(WEB, "jvm", "scheduling", "bind", "port");

  /** Settings of {@code provider} that are allowed beside {@code target}. */
  private static final Set<String> OF_TARGET =
      Stream.concat(
              SIZES.stream(),
              Stream.of(THREADPOOL, "protocol", "jvm", "scheduling", "bind", "port"))
          .collect(Collectors.toSet());

  private ProviderKinds() {}

  /**
   * Removes settings of a lower source that do not apply to the kind of provider or pool of a
   * higher source, which cannot remove them itself. {@code connect} removes the other settings of
   * the provider, {@code redis} and the cell's name; {@code as-configured} and {@code virtual}
   * remove the sizes of the pool; {@code threadpool} removes {@code web}; {@code web} removes the
   * settings of Dubbo; a fixed pool removes {@code corethreads} and {@code alive}.
   */
  static void drop(ObjectNode below, ObjectNode higher) {
    if (isPool(higher, type -> !type.isElastic()) && !isPool(below, type -> !type.isElastic())) {
      Settings.remove(below, PROVIDER, List.of("corethreads", "alive"));
    }
    if (!hasSizes(higher) && hasSizes(below)) {
      Settings.remove(below, PROVIDER, SIZES);
    }
    JsonNode provider = higher.path(PROVIDER);
    if (provider.has(CONNECT)) {
      connect(below);
    } else if (provider.has(WEB)) {
      Settings.remove(below, PROVIDER, ofDubbo(below.path(PROVIDER)));
    } else if (provider.has(THREADPOOL)) {
      Settings.remove(below, PROVIDER, List.of(WEB));
    }
  }

  /** Keeps only the classes of a target, as {@code provider.classpath}: no program is started. */
  private static void connect(ObjectNode below) {
    below.remove(List.of(PROVIDER, REDIS, "name"));
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

  private static boolean isPool(ObjectNode tree, Predicate<PoolType> kind) {
    return Arrays.stream(PoolType.values())
        .anyMatch(pool -> pool.id().equals(type(tree)) && kind.test(pool));
  }

  private static String type(ObjectNode tree) {
    return tree.path(PROVIDER).path(THREADPOOL).asText();
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
      for (String section : List.of(TARGET, REDIS)) {
        if (settings.has("/" + section)) {
          throw settings.problem(
              "/" + section, "not allowed beside provider.connect (valid: leave it out)");
        }
      }
    } else if (provider.has(CLASSPATH)) {
      throw settings.problem(
          "/provider/classpath", "requires connect (example: connect: dubbo://192.0.2.7:20880)");
    }
    if (settings.has("/target")) {
      requireOnly(
          settings, OF_TARGET, "target (valid: its pool, protocol, jvm, scheduling, bind, port)");
      if (settings.has("/redis")) {
        throw settings.problem(
            "/redis", "not allowed beside target, which has its own data (valid: leave it out)");
      }
    }
    if (provider.has(WEB)) {
      requireOnly(settings, OF_WEB, "web (valid: one of them)");
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

  /** Removes defaults of other kinds of provider. A target without a given pool keeps its own. */
  static void complete(ObjectNode complete, ObjectNode given) {
    JsonNode provider = given.path(PROVIDER);
    if (provider.has(WEB)) {
      Settings.remove(complete, PROVIDER, ofDubbo(complete.path(PROVIDER)));
    }
    ObjectNode section = complete.withObjectProperty(PROVIDER);
    if (provider.has(CONNECT)) {
      section.retain(CONNECT, CLASSPATH);
    } else if (given.has(TARGET)) {
      if (!provider.has(THREADPOOL) && SIZES.stream().noneMatch(provider::has)) {
        section.put(THREADPOOL, AsConfiguredPool.KIND);
      }
      section.retain(OF_TARGET);
    }
  }
}
