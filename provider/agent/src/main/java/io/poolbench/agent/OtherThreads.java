package io.poolbench.agent;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import java.lang.management.ThreadInfo;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * Threads that run code of the application without running a business method, such as those of an
 * executor that calls are handed to. For one thread.
 */
final class OtherThreads {
  /** Threads sampled at a time, chosen at random. */
  private static final int MAX_THREADS = 16;

  private final Map<String, Group> groups = new TreeMap<>();

  /** Threads of one name but for its digits. */
  private static final class Group {
    private final String at;
    private double busy;

    Group(String at) {
      this.at = at;
    }
  }

  void clear() {
    groups.clear();
  }

  /**
   * The live threads that are not among those that run a business method, in random order.
   *
   * @param business may contain threads that have ended
   */
  static List<Long> outside(long[] live, Set<Long> business) {
    List<Long> others = new ArrayList<>();
    long self = Thread.currentThread().getId();
    Arrays.stream(live).filter(id -> id != self && !business.contains(id)).forEach(others::add);
    Collections.shuffle(others);
    return others;
  }

  /** The first of these threads, as many as are sampled at a time. */
  static long[] some(List<Long> others) {
    return others.stream().limit(MAX_THREADS).mapToLong(Long::longValue).toArray();
  }

  /**
   * Adds a sample.
   *
   * @param each how many threads each of these stands for
   * @param own prefixes of the application's classes
   */
  void add(ThreadInfo[] sampled, double each, List<String> own) {
    for (ThreadInfo thread : sampled) {
      if (thread == null || thread.getStackTrace().length == 0) {
        continue;
      }
      Optional<String> at = WaitSites.ownSite(thread.getStackTrace(), own);
      if (at.isPresent()) {
        String name = thread.getThreadName().replaceAll("[0-9]+", "#");
        groups.computeIfAbsent(name, first -> new Group(at.get())).busy += each;
      }
    }
  }

  JsonArray toJson(long moments) {
    JsonArray json = new JsonArray();
    groups.forEach(
        (name, group) -> {
          JsonObject object = new JsonObject();
          object.addProperty("name", name);
          object.addProperty("busy", group.busy / Math.max(1, moments));
          object.addProperty("at", group.at);
          json.add(object);
        });
    return json;
  }
}
