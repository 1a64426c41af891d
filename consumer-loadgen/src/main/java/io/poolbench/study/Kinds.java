package io.poolbench.study;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.poolbench.api.ConfiguredPool.AsConfiguredPool;
import io.poolbench.api.PoolType;
import java.util.Arrays;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The kinds of a cell's load, call and provider, which {@code x-kinds} of the schema lists. Which
 * kind a section is of, the setting tells that is there: a load with a {@code rate} is an open
 * loop. Paths of settings are dotted.
 */
final class Kinds {
  private static final List<String> SIZES =
      List.of("provider.threads", "provider.corethreads", "provider.queues", "provider.alive");

  private static final String USERS = "load.users";

  private static final List<Choice> CHOICES =
      StudySchema.resource().get("x-kinds").valueStream().map(Choice::of).toList();

  private Kinds() {}

  /**
   * A kind, with settings that only it has and others that list them too.
   *
   * @param tag the setting that tells the kind; empty = none tells it
   */
  private record Kind(String tag, List<String> settings) {
    boolean isIn(JsonNode cell) {
      return !tag.isEmpty() && has(cell, tag);
    }

    boolean knows(String path) {
      return path.equals(tag) || settings.contains(path);
    }

    /** The tag as a message about a setting names it. */
    String beside(String path) {
      String section = section(path);
      return !section.isEmpty() && tag.startsWith(section) ? tag.substring(section.length()) : tag;
    }

    /** The kind's settings beside a setting, as the end of a message. */
    String valid(String path) {
      String section = section(path);
      List<String> beside =
          settings.stream()
              .filter(each -> !section.isEmpty() && each.startsWith(section))
              .map(each -> each.substring(section.length()))
              .toList();
      return " (valid: " + (beside.size() < 2 ? "leave it out" : String.join(", ", beside)) + ")";
    }
  }

  /** Kinds of which a cell has one: the first unless it has the tag of another. */
  private record Choice(List<Kind> kinds) {
    /** Reads the settings of kinds by their tags. */
    static Choice of(JsonNode kinds) {
      return new Choice(
          kinds.properties().stream()
              .map(
                  kind ->
                      new Kind(
                          kind.getKey(),
                          kind.getValue().valueStream().map(JsonNode::asText).toList()))
              .toList());
    }

    List<Kind> in(JsonNode cell) {
      return kinds.stream().filter(kind -> kind.isIn(cell)).toList();
    }

    Kind kindOf(JsonNode cell) {
      return in(cell).stream().findFirst().orElse(kinds.get(0));
    }

    Stream<String> settings() {
      return kinds.stream()
          .flatMap(kind -> Stream.concat(Stream.of(kind.tag), kind.settings.stream()))
          .filter(path -> !path.isEmpty())
          .distinct();
    }

    void requireOne(Settings cell) {
      List<Kind> given = in(cell.at(""));
      if (given.size() > 1) {
        String other = given.get(1).tag;
        throw cell.problem(
            pointer(other),
            "not allowed beside " + given.get(0).beside(other) + " (valid: one of them)");
      }
      Kind kind = kindOf(cell.at(""));
      settings()
          .filter(path -> !kind.knows(path) && has(cell.at(""), path))
          .findFirst()
          .ifPresent(
              path -> {
                throw cell.problem(
                    pointer(path),
                    given.isEmpty()
                        ? "requires " + tagsOf(path)
                        : "not allowed beside " + kind.beside(path) + kind.valid(path));
              });
    }

    private String tagsOf(String path) {
      return kinds.stream()
          .filter(kind -> kind.knows(path))
          .map(kind -> kind.beside(path))
          .collect(Collectors.joining(" or "));
    }
  }

  /** The settings of a load that only some of its kinds have, without their levels. */
  static List<String> ofLoops() {
    return CHOICES.get(0).kinds.stream().flatMap(kind -> kind.settings.stream()).toList();
  }

  /**
   * Removes settings of a lower source that do not apply to the kinds of a higher source, which
   * cannot remove them itself.
   */
  static void drop(ObjectNode below, ObjectNode higher) {
    dropSizes(below, higher);
    if (isOpen(below) ? has(higher, USERS) : isOpen(higher)) {
      dropLevels(below);
    }
    if (has(higher, "provider.threadpool")) {
      remove(below, "provider.web");
    }
    if (has(higher, "provider.connect")) {
      connect(below);
    }
    for (Choice choice : CHOICES) {
      if (!choice.in(higher).isEmpty()) {
        choice
            .settings()
            .filter(path -> choice.in(higher).stream().noneMatch(kind -> kind.knows(path)))
            .forEach(path -> remove(below, path));
      }
    }
  }

  /** Removes the sizes that the pool of a higher source does not have. */
  private static void dropSizes(ObjectNode below, ObjectNode higher) {
    if (becomes(below, higher, type -> !type.isElastic())) {
      remove(below, "provider.corethreads");
    }
    if (becomes(below, higher, type -> !type.endsIdleThreads())) {
      remove(below, "provider.alive");
    }
    if (!hasSizes(higher) && hasSizes(below)) {
      SIZES.forEach(size -> remove(below, size));
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
    return tree.at("/provider/threadpool").asText();
  }

  /**
   * Removes what counts users where a rate replaces them, or the reverse. A section that only
   * searches, below cells with levels of their own, counts what they count.
   */
  private static void dropLevels(ObjectNode below) {
    remove(below, "sla.upTo");
    if (has(below, USERS) || isOpen(below)) {
      remove(below, "load.search");
      remove(below, "paired.planned");
    }
  }

  private static boolean isOpen(ObjectNode tree) {
    return has(tree, "load.rate") || has(tree, "load.capacity");
  }

  /** Keeps only the classes of a target, as {@code provider.classpath}: no program is started. */
  private static void connect(ObjectNode below) {
    below.remove(List.of("provider", "name"));
    if (below.remove("target") instanceof ObjectNode target) {
      ArrayNode classes = below.putObject("provider").putArray("classpath");
      if (target.has("jar")) {
        classes.add(target.get("jar"));
      }
      target.path("classpath").forEach(classes::add);
    }
  }

  static void require(Settings cell) {
    CHOICES.forEach(choice -> choice.requireOne(cell));
    if (has(cell.at(""), "sla.upTo") && cell.at("/sla").size() == 1) {
      throw cell.problem("/sla/upTo", "requires a bound (example: tp99: 10ms)");
    }
  }

  /** Removes the defaults of other kinds than the given settings have. */
  static void complete(ObjectNode complete, ObjectNode given) {
    // A target without a given pool keeps its own.
    if (has(given, "target")
        && !has(given, "provider.threadpool")
        && SIZES.stream().noneMatch(size -> has(given, size))) {
      complete.withObject("/provider").put("threadpool", AsConfiguredPool.KIND);
    }
    for (Choice choice : CHOICES) {
      choice
          .settings()
          .filter(path -> !choice.kindOf(given).knows(path))
          .forEach(path -> remove(complete, path));
    }
    if (complete.at("/driver/client").asText().equals(DriverSettings.HTTP)
        && !has(given, "driver.connections")) {
      remove(complete, "driver.connections");
    }
    if (has(given, "load.search") && !has(given, USERS)) {
      remove(complete, USERS);
    }
    for (JsonNode group : complete.at("/load/groups")) {
      if (group.get("sla") instanceof ObjectNode own) {
        // A group's SLA has the cell's bounds, unless it gives its own.
        ObjectNode bounds = complete.withObject("/sla").deepCopy();
        bounds.remove("upTo");
        ((ObjectNode) group).set("sla", bounds.setAll(own));
      }
    }
  }

  private static String section(String path) {
    return path.substring(0, path.lastIndexOf('.') + 1);
  }

  private static boolean has(JsonNode tree, String path) {
    return !tree.at(pointer(path)).isMissingNode();
  }

  private static void remove(ObjectNode tree, String path) {
    JsonPointer pointer = pointer(path);
    if (tree.at(pointer.head()) instanceof ObjectNode section) {
      section.remove(pointer.last().getMatchingProperty());
    }
  }

  private static JsonPointer pointer(String path) {
    return JsonPointer.compile("/" + path.replace('.', '/'));
  }
}
