package io.poolbench.agent;

import com.google.gson.JsonElement;
import com.google.gson.JsonParser;
import io.poolbench.core.AgentLaunch;
import io.poolbench.core.DaemonThread;
import io.poolbench.core.StartException;
import java.lang.invoke.MethodType;
import java.lang.reflect.Method;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * Answers calls of other services in their place: each with a configured value, after a configured
 * time. Thread-safe.
 */
final class StubbedReferences {
  private static final ThreadFactory DAEMON = task -> DaemonThread.of(task, "poolbench-stubs");

  private final Map<String, AgentLaunch.Stub> stubs;
  private final AgentOutput output;
  private final Set<String> reported = ConcurrentHashMap.newKeySet();
  private final ScheduledExecutorService timer = Executors.newScheduledThreadPool(1, DAEMON);

  /** Completes futures on threads of their own, so that no completion delays another one. */
  private final ExecutorService completion = Executors.newCachedThreadPool(DAEMON);

  /**
   * @param stubs by {@code INTERFACE.METHOD}
   */
  StubbedReferences(Map<String, AgentLaunch.Stub> stubs, AgentOutput output) {
    this.stubs = stubs;
    this.output = output;
  }

  /**
   * Answers a call. A synchronous call keeps its thread for the stub's time, as a remote call does;
   * a {@code CompletableFuture} is returned at once and completed after that time. Each answer is
   * an object of its own.
   *
   * @param dubbo the class loader of the application's Dubbo, which converts the value
   * @return an array of the returned value; null if the method has no stub
   * @throws IllegalStateException if the value does not have the method's return type, or if the
   *     thread is interrupted
   */
  Object[] answer(ClassLoader dubbo, Class<?> service, Method method) {
    String name = name(service, method);
    AgentLaunch.Stub stub = stubs.get(name);
    if (stub == null) {
      return null;
    }
    long endNanos = System.nanoTime() + stub.nanos();
    Object value;
    try {
      value = value(stub.json(), method, dubbo);
    } catch (ReflectiveOperationException | RuntimeException | LinkageError e) {
      String problem =
          String.format(
              "stub %s: value is no %s: %s",
              name, answered(method).getTypeName(), StartException.rootCause(e));
      if (reported.add(name)) {
        output.line("poolbench-provider-agent: " + problem.replaceAll("\\s+", " "));
      }
      // Without its cause, which Dubbo's security may refuse to send to the caller.
      throw new IllegalStateException(problem);
    }
    if (isFuture(method)) {
      CompletableFuture<Object> future = new CompletableFuture<>();
      ScheduledFuture<?> unused =
          timer.schedule(
              () -> completion.execute(() -> future.complete(value)),
              endNanos - System.nanoTime(),
              TimeUnit.NANOSECONDS);
      return new Object[] {future};
    }
    try {
      sleepUntil(endNanos);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("stub " + name + ": interrupted", e);
    }
    return new Object[] {value};
  }

  /** Waits as precisely as JDK 21 sleeps; earlier ones sleep for whole milliseconds. */
  private static void sleepUntil(long nanos) throws InterruptedException {
    TimeUnit.MILLISECONDS.sleep(TimeUnit.NANOSECONDS.toMillis(nanos - System.nanoTime()));
    for (long rest = nanos - System.nanoTime(); rest > 0; rest = nanos - System.nanoTime()) {
      LockSupport.parkNanos(rest);
    }
  }

  /** The name of a method's stub: {@code INTERFACE.METHOD}. */
  static String name(Class<?> service, Method method) {
    return service.getName() + "." + method.getName();
  }

  private static boolean isFuture(Method method) {
    return method.getReturnType() == CompletableFuture.class;
  }

  /** The type of a method's answer, which a future is completed with. */
  private static Type answered(Method method) {
    Type type = method.getGenericReturnType();
    if (!isFuture(method)) {
      return type;
    }
    return type instanceof ParameterizedType
        ? ((ParameterizedType) type).getActualTypeArguments()[0]
        : Object.class;
  }

  /**
   * The value of a JSON as a method's answer.
   *
   * @throws ClassCastException if it has another type
   */
  static Object value(String json, Method method, ClassLoader dubbo)
      throws ReflectiveOperationException {
    Type type = answered(method);
    Class<?> raw = isFuture(method) ? raw(type) : method.getReturnType();
    if (raw == void.class) {
      return null;
    }
    Object value =
        dubbo
            .loadClass("org.apache.dubbo.common.utils.PojoUtils")
            .getMethod("realize", Object.class, Class.class, Type.class)
            .invoke(null, plain(JsonParser.parseString(json)), raw, type);
    boolean fits =
        value == null
            ? !raw.isPrimitive()
            : MethodType.methodType(raw).wrap().returnType().isInstance(value);
    if (!fits) {
      throw new ClassCastException(value == null ? "null" : value.getClass().getName());
    }
    return value;
  }

  /** The class of a type; Object for a type variable, which only the caller knows. */
  private static Class<?> raw(Type type) {
    if (type instanceof ParameterizedType) {
      return raw(((ParameterizedType) type).getRawType());
    }
    return type instanceof Class ? (Class<?>) type : Object.class;
  }

  private static Object plain(JsonElement json) {
    if (json.isJsonObject()) {
      Map<String, Object> entries = new LinkedHashMap<>();
      json.getAsJsonObject()
          .entrySet()
          .forEach(entry -> entries.put(entry.getKey(), plain(entry.getValue())));
      return entries;
    }
    if (json.isJsonArray()) {
      List<Object> elements = new ArrayList<>();
      json.getAsJsonArray().forEach(element -> elements.add(plain(element)));
      return elements;
    }
    if (json.isJsonNull()) {
      return null;
    }
    if (json.getAsJsonPrimitive().isNumber()) {
      return number(json.getAsBigDecimal());
    }
    return json.getAsJsonPrimitive().isBoolean()
        ? (Object) json.getAsBoolean()
        : json.getAsString();
  }

  private static Number number(BigDecimal number) {
    try {
      long whole = number.longValueExact();
      if (whole == (int) whole) {
        return (int) whole;
      }
      return whole;
    } catch (ArithmeticException fraction) {
      return number.doubleValue();
    }
  }
}
