package io.poolbench.agent;

import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonPrimitive;
import com.google.gson.JsonSerializer;
import java.lang.reflect.Array;
import java.lang.reflect.Method;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Date;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * The answers of other services' methods to the application, as stubs that answer the same: the
 * first value that a stub can have, and the shortest time. Thread-safe.
 */
final class RecordedReferences {
  /** The limit of a value in JSON, which becomes part of a line of a study. */
  private static final int MAX_CHARACTERS = 20_000;

  /** Dubbo makes a date of the milliseconds since 1970. */
  @SuppressWarnings("JavaUtilDate")
  private static final Gson JSON =
      new GsonBuilder()
          .serializeNulls()
          .disableHtmlEscaping()
          .registerTypeHierarchyAdapter(
              Date.class,
              (JsonSerializer<Date>) (date, type, context) -> new JsonPrimitive(date.getTime()))
          .create();

  private final Set<String> stubbed;
  private final Map<String, Recorded> methods = new TreeMap<>();

  /** A method; {@code json} is null if no stub can have the value, or if the call failed. */
  private static final class Recorded {
    private final String json;
    private final String problem;
    private final boolean failed;
    private long nanos;

    /** Whether there were other answers; a failure is none. */
    private boolean varies;

    Recorded(String json, String problem, boolean failed, long nanos) {
      this.json = json;
      this.problem = problem;
      this.failed = failed;
      this.nanos = nanos;
    }
  }

  /**
   * @param stubbed the methods that are not called, as they have a stub, by {@code
   *     INTERFACE.METHOD}
   */
  RecordedReferences(Set<String> stubbed) {
    this.stubbed = stubbed;
  }

  /**
   * Records a call that has returned; one that returned a future when that is completed.
   *
   * @param dubbo the class loader of the application's Dubbo, which converts the value
   * @param thrown null if the call returned a value
   */
  void called(
      ClassLoader dubbo,
      Class<?> service,
      Method method,
      Object returned,
      Throwable thrown,
      long begunNanos) {
    // A reference has methods of Object and of Dubbo, too.
    if (method.getDeclaringClass() == Object.class
        || !method.getDeclaringClass().isAssignableFrom(service)
        || ExportedService.isDubbosOwn(service.getName())
        || stubbed.contains(StubbedReferences.name(service, method))) {
      return;
    }
    String name = StubbedReferences.name(service, method);
    if (thrown == null && returned instanceof CompletableFuture) {
      CompletableFuture<?> unused =
          ((CompletableFuture<?>) returned)
              .whenComplete(
                  (value, failure) ->
                      add(name, recorded(dubbo, method, value, failure, begunNanos)));
    } else {
      add(name, recorded(dubbo, method, returned, thrown, begunNanos));
    }
  }

  private static Recorded recorded(
      ClassLoader dubbo, Method method, Object value, Throwable thrown, long begunNanos) {
    long nanos = System.nanoTime() - begunNanos;
    if (thrown != null) {
      String problem = "the call failed: " + thrown.getClass().getName();
      return new Recorded(null, problem, /* failed= */ true, nanos);
    }
    String json = json(dubbo, method, value);
    String problem = json == null ? "no JSON stands for its value" : "";
    return new Recorded(json, problem, /* failed= */ false, nanos);
  }

  private synchronized void add(String name, Recorded call) {
    Recorded first = methods.putIfAbsent(name, call);
    if (first != null && first.json == null && call.json != null) {
      call.varies = first.varies || !first.failed;
      methods.put(name, call);
    } else if (first != null) {
      first.varies |= !first.failed && !call.failed && !Objects.equals(first.json, call.json);
      first.nanos = call.json == null ? first.nanos : Math.min(first.nanos, call.nanos);
    }
  }

  synchronized JsonArray toJson() {
    JsonArray all = new JsonArray();
    methods.forEach(
        (name, recorded) -> {
          JsonObject json = new JsonObject();
          json.addProperty("method", name);
          json.addProperty("json", recorded.json);
          json.addProperty("nanos", recorded.nanos);
          json.addProperty("problem", recorded.problem);
          json.addProperty("varies", recorded.varies);
          all.add(json);
        });
    return all;
  }

  /** The JSON from which a stub makes an equal value; null if there is none. */
  private static String json(ClassLoader dubbo, Method method, Object value) {
    try {
      Method generalize =
          dubbo
              .loadClass("org.apache.dubbo.common.utils.PojoUtils")
              .getMethod("generalize", Object.class);
      Object plain = generalize.invoke(null, value);
      // Objects have their classes in it, which only those of no declared type need.
      for (boolean withClasses : new boolean[] {false, true}) {
        JsonElement tree = JSON.toJsonTree(plain);
        if (!withClasses) {
          removeClasses(tree);
        }
        String json = JSON.toJson(tree);
        if (json.length() <= MAX_CHARACTERS
            && same(plain, generalize.invoke(null, stubbed(dubbo, method, json)))) {
          return json;
        }
      }
    } catch (ReflectiveOperationException
        | RuntimeException
        | LinkageError
        | StackOverflowError noJson) {
      // Such as a cycle of objects, or a class that Dubbo does not create.
    }
    return null;
  }

  private static Object stubbed(ClassLoader dubbo, Method method, String json) {
    try {
      return StubbedReferences.value(json, method, dubbo);
    } catch (ReflectiveOperationException | RuntimeException | LinkageError noValue) {
      return noValue;
    }
  }

  private static void removeClasses(JsonElement json) {
    if (json.isJsonObject()) {
      json.getAsJsonObject().remove("class");
      json.getAsJsonObject().entrySet().forEach(entry -> removeClasses(entry.getValue()));
    } else if (json.isJsonArray()) {
      json.getAsJsonArray().forEach(RecordedReferences::removeClasses);
    }
  }

  private static boolean hasElements(Object plain) {
    return plain instanceof Collection || (plain != null && plain.getClass().isArray());
  }

  /** The elements of a collection, or of an array of any type. */
  private static List<Object> elements(Object plain) {
    return plain instanceof Collection
        ? new ArrayList<>((Collection<?>) plain)
        : IntStream.range(0, Array.getLength(plain))
            .mapToObj(i -> Array.get(plain, i))
            .collect(Collectors.toList());
  }

  /** Whether two values of {@code PojoUtils.generalize} are equal; decimals by their value. */
  private static boolean same(Object one, Object other) {
    if (one instanceof Map && other instanceof Map) {
      Map<?, ?> map = (Map<?, ?>) one;
      Map<?, ?> another = (Map<?, ?>) other;
      return map.keySet().equals(another.keySet())
          && map.keySet().stream().allMatch(key -> same(map.get(key), another.get(key)));
    }
    if (hasElements(one) && hasElements(other)) {
      List<Object> others = elements(other);
      List<Object> elements = elements(one);
      return elements.size() == others.size()
          && IntStream.range(0, elements.size())
              .allMatch(i -> same(elements.get(i), others.get(i)));
    }
    return (one instanceof BigDecimal && other instanceof BigDecimal)
        ? ((BigDecimal) one).compareTo((BigDecimal) other) == 0
        : Objects.equals(one, other);
  }
}
