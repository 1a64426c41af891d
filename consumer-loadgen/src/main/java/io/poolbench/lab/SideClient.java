package io.poolbench.lab;

import com.fasterxml.jackson.databind.JsonNode;
import io.poolbench.journal.ViolationCode;
import io.poolbench.lab.Lines.Message;
import io.poolbench.load.NanoClock;
import io.poolbench.spec.TargetSettings.TargetProgram;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.lang.reflect.Method;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Proxy;
import java.lang.reflect.Type;
import java.time.Duration;
import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;

/**
 * The driver's client of a side: calls the side's objects through proxies of their interfaces. A
 * side that is silent for too long, or whose stream ends, is lost; all calls of a lost side fail.
 * Thread-safe.
 */
public final class SideClient {
  /** Longer than a provider may take to start, after the one before and its Redis have stopped. */
  private static final Duration CALL_TIMEOUT = TargetProgram.MAX_START.plusMinutes(3);

  /** Longer than an orderly shutdown takes. */
  private static final Duration CLOSE_TIMEOUT = Duration.ofSeconds(30);

  private final String title;
  private final Lines lines;
  private final NanoClock clock;
  private final AtomicLong ids = new AtomicLong();
  private final Map<Long, CompletableFuture<Message>> calls = new ConcurrentHashMap<>();
  private final Map<Long, Long> pings = new ConcurrentHashMap<>();
  private final CompletableFuture<String> lost = new CompletableFuture<>();
  private volatile long roundTripNanos = Long.MAX_VALUE;

  /**
   * @param title name of the side in error messages
   */
  SideClient(String title, InputStream in, OutputStream out, NanoClock clock) {
    this.title = title;
    this.lines = new Lines(in, out, clock);
    this.clock = clock;
  }

  /** Reads answers until the stream ends; {@code ending} says why it did. */
  void read(Supplier<String> ending) {
    try {
      for (Message answer = lines.read(); answer != null; answer = lines.read()) {
        Long sent = pings.remove(answer.id());
        if (sent != null) {
          roundTripNanos = Math.min(roundTripNanos, clock.nanoTime() - sent);
        }
        CompletableFuture<Message> call = calls.remove(answer.id());
        if (call != null) {
          call.complete(answer);
        }
      }
      lose(ending.get());
    } catch (IOException e) {
      lose(e.getMessage());
    }
  }

  /**
   * Sends a heartbeat, and marks the side as lost if it is silent for too long. To be called
   * regularly.
   */
  void tick() {
    if (lines.isSilent()) {
      lose("silent for " + Lines.MAX_SILENCE.toSeconds() + " s");
    }
    if (!lost.isDone()) {
      long id = ids.incrementAndGet();
      pings.put(id, clock.nanoTime());
      try {
        lines.writeIfFree(Message.ping(id));
      } catch (IOException e) {
        lose("not connected");
      }
    }
  }

  /** Marks the side as lost and fails its open calls. */
  void lose(String reason) {
    if (lost.complete(title + " lost: " + reason)) {
      calls.values().forEach(call -> call.completeExceptionally(failure(null)));
    }
  }

  /** Completed with the reason when the side is lost. */
  public CompletableFuture<String> lost() {
    return lost;
  }

  /** The shortest round trip of a heartbeat, in milliseconds; 0 before the first one. */
  public double roundTripMillis() {
    return roundTripNanos == Long.MAX_VALUE ? 0 : roundTripNanos / 1e6;
  }

  /** A proxy of the object that the side offers under this interface. */
  public <T> T object(Class<T> type) {
    return object(type, type.getSimpleName());
  }

  private <T> T object(Class<T> type, String name) {
    return type.cast(
        Proxy.newProxyInstance(
            type.getClassLoader(),
            new Class<?>[] {type},
            (proxy, method, arguments) ->
                method.getDeclaringClass() == Object.class
                    ? ofObject(proxy, name, method, arguments)
                    : called(name, method, arguments)));
  }

  @SuppressWarnings("ReferenceEquality") // There is one proxy of an object.
  private static Object ofObject(Object proxy, String name, Method method, Object[] arguments) {
    return switch (method.getName()) {
      case "equals" -> proxy == arguments[0];
      case "hashCode" -> System.identityHashCode(proxy);
      default -> name;
    };
  }

  @SuppressWarnings("FutureReturnValueIgnored") // The caller of the proxy gets it.
  private Object called(String name, Method method, Object[] arguments)
      throws LabException, InterruptedException {
    long id = ids.incrementAndGet();
    boolean closes = method.getName().equals("close");
    CompletableFuture<Message> answer = new CompletableFuture<>();
    calls.put(id, answer);
    send(Message.call(id, name, method.getName(), arguments));
    if (closes) {
      closed(answer);
      return null;
    }
    if (method.getReturnType() == CompletableFuture.class) {
      Type of = ((ParameterizedType) method.getGenericReturnType()).getActualTypeArguments()[0];
      return answer.thenApply(message -> value(message, of));
    }
    try {
      return result(answer, method);
    } catch (InterruptedException e) {
      send(Message.cancel(id));
      if (Arrays.asList(method.getExceptionTypes()).contains(InterruptedException.class)) {
        throw e;
      }
      Thread.currentThread().interrupt();
      throw new LabException(ViolationCode.PROVIDER_HOST_LOST, title + ": interrupted", e);
    }
  }

  /**
   * Waits for the answer to {@code close}, even if the thread is interrupted. A lost side is
   * ignored, because its work ended with it.
   */
  private static void closed(CompletableFuture<Message> answer) {
    answer
        .completeOnTimeout(null, CLOSE_TIMEOUT.toSeconds(), TimeUnit.SECONDS)
        .exceptionally(lost -> null)
        .join();
  }

  private Object result(CompletableFuture<Message> answer, Method method)
      throws LabException, InterruptedException {
    try {
      Message message = answer.get(CALL_TIMEOUT.toSeconds(), TimeUnit.SECONDS);
      if (message.failure() != null) {
        throw message.failure().exception(title);
      }
      Class<?> type = method.getReturnType();
      if (AutoCloseable.class.isAssignableFrom(type)) {
        return object(type, message.body().asText());
      }
      return type == void.class ? null : answered(message, method);
    } catch (ExecutionException e) {
      throw failure(e);
    } catch (TimeoutException e) {
      throw new LabException(
          ViolationCode.PROVIDER_HOST_LOST,
          "%s: %s not answered within %d s"
              .formatted(title, method.getName(), CALL_TIMEOUT.toSeconds()),
          e);
    }
  }

  private Object answered(Message message, Method method) throws LabException {
    try {
      return value(message, method.getGenericReturnType());
    } catch (IllegalArgumentException e) {
      throw new LabException(
          ViolationCode.PROVIDER_HOST_LOST,
          "%s: malformed answer to %s".formatted(title, method.getName()),
          e);
    }
  }

  private static Object value(Message message, Type type) {
    if (message.failure() != null) {
      throw new CompletionException(new IOException(message.failure().problem()));
    }
    JsonNode body = message.body();
    return SideJson.MAPPER.convertValue(body, SideJson.MAPPER.constructType(type));
  }

  private void send(Message message) {
    try {
      if (!lost.isDone()) {
        lines.write(message);
      }
    } catch (IOException e) {
      lose("not connected");
    }
    // Calls that were added while the side was being lost fail too.
    if (lost.isDone()) {
      calls.values().forEach(call -> call.completeExceptionally(failure(null)));
    }
  }

  private LabException failure(Throwable cause) {
    return new LabException(ViolationCode.PROVIDER_HOST_LOST, lost.getNow(title + " lost"), cause);
  }
}
