package io.poolbench.lab;

import com.fasterxml.jackson.databind.JsonNode;
import io.netty.util.concurrent.DefaultThreadFactory;
import io.poolbench.lab.Lines.Message;
import io.poolbench.load.NanoClock;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Carries out a driver's calls until the stream ends or stays silent for too long. A result that is
 * {@link AutoCloseable} stays in this process: the answer is a name, by which the driver calls the
 * object.
 */
public final class SideServer implements AutoCloseable {
  private static final long CHECK_MILLIS = 100;

  private final Lines lines;
  private final Map<String, Served> objects = new ConcurrentHashMap<>();
  private final Map<Long, Future<?>> running = new ConcurrentHashMap<>();
  private final AtomicLong made = new AtomicLong();
  private final CountDownLatch ended = new CountDownLatch(1);
  private final ExecutorService executor =
      Executors.newCachedThreadPool(new DefaultThreadFactory("poolbench-side", true));

  private record Served(Class<?> type, AutoCloseable object) {
    Method method(String name) throws NoSuchMethodException {
      Method found =
          Arrays.stream(type.getMethods())
              .filter(method -> method.getName().equals(name))
              .findFirst()
              .orElseThrow(() -> new NoSuchMethodException(name));
      found.setAccessible(true);
      return found;
    }
  }

  public SideServer(InputStream in, OutputStream out, NanoClock clock) {
    this.lines = new Lines(in, out, clock);
  }

  /** Offers an object under the simple name of its interface, and closes it with this server. */
  public <T extends AutoCloseable> SideServer offer(Class<T> type, T object) {
    objects.put(type.getSimpleName(), new Served(type, object));
    return this;
  }

  /** Serves until the stream ends or stays silent for too long. */
  public void serve() throws InterruptedException {
    Thread reader = new DefaultThreadFactory("poolbench-side-in", true).newThread(this::read);
    reader.start();
    boolean over = false;
    while (!over) {
      over = ended.await(CHECK_MILLIS, TimeUnit.MILLISECONDS) || isSilent();
    }
  }

  boolean isSilent() {
    return lines.isSilent();
  }

  private void read() {
    try {
      for (Message call = lines.read(); call != null; call = lines.read()) {
        accept(call);
      }
    } catch (IOException e) {
      // Handled like the end of the stream.
    } finally {
      ended.countDown();
    }
  }

  private void accept(Message call) throws IOException {
    if (call.object() == null) {
      if (Message.PING.equals(call.method())) {
        // An answer that is being written is a sign of life too, and must not block the reader.
        lines.writeIfFree(call.answer((JsonNode) null));
      } else {
        // Null if the call has just ended.
        Future<?> task = running.get(call.id());
        if (task != null) {
          task.cancel(true);
        }
      }
      return;
    }
    FutureTask<Void> task = new FutureTask<>(() -> carryOut(call), null);
    running.put(call.id(), task);
    executor.execute(task);
  }

  private void carryOut(Message call) {
    Message answer;
    try {
      answer = call.answer(result(call));
    } catch (InvocationTargetException e) {
      answer = call.answer(e.getCause());
    } catch (ReflectiveOperationException | IOException | RuntimeException e) {
      answer = call.answer(e);
    }
    running.remove(call.id());
    try {
      lines.write(answer);
    } catch (IOException e) {
      ended.countDown();
    }
  }

  private JsonNode result(Message call) throws ReflectiveOperationException, IOException {
    Served served = objects.get(call.object());
    if (served == null) {
      throw new NoSuchMethodException(call.object() + ": closed");
    }
    Method method = served.method(call.method());
    Object[] arguments = new Object[method.getParameterCount()];
    for (int at = 0; at < arguments.length; at++) {
      arguments[at] =
          SideJson.MAPPER.convertValue(
              call.body().get(at),
              SideJson.MAPPER.constructType(method.getGenericParameterTypes()[at]));
    }
    if (call.method().equals("close")) {
      objects.remove(call.object());
    }
    Object result = method.invoke(served.object(), arguments);
    if (result instanceof AutoCloseable object) {
      String name = method.getReturnType().getSimpleName() + made.incrementAndGet();
      objects.put(name, new Served(method.getReturnType(), object));
      return SideJson.MAPPER.valueToTree(name);
    }
    return SideJson.MAPPER.valueToTree(
        result instanceof CompletableFuture<?> later ? later.join() : result);
  }

  /** Interrupts running calls and closes all objects. */
  @Override
  public void close() throws Exception {
    executor.shutdownNow();
    for (Served served : objects.values()) {
      served.object().close();
    }
    objects.clear();
  }
}
