package io.poolbench.agent;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonPrimitive;
import io.poolbench.core.DaemonThread;
import java.io.IOException;
import java.lang.instrument.Instrumentation;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.function.Predicate;
import java.util.function.Supplier;

/**
 * Observes the thread pools of the program in which it runs, for one driver: in production until
 * the connection ends or the driver is silent for {@link #MAX_SILENCE_MILLIS}, or under test. It
 * changes nothing.
 */
public final class Observation {
  /** Asks for use and waits of all pools. */
  static final String POOLS = "observe";

  /** As {@link #POOLS}, with the arrivals of each pool by {@link ThreadSampler#ARRIVALS_MILLIS}. */
  static final String ARRIVALS = POOLS + " arrivals";

  static final int MAX_SILENCE_MILLIS = 10_000;

  private static final String SILENT =
      "nothing came from poolbench for " + MAX_SILENCE_MILLIS / 1_000 + " s";

  /** The longest wait for a sample to end, which may need a lock that the program holds. */
  private static final long JOIN_MILLIS = 2_000;

  private static final String SAMPLER = "poolbench-observe-sampler";

  /** Packages whose private fields lead from a thread to its pool. */
  static final List<String> READ =
      Arrays.asList("java.lang", "java.lang.ref", "java.util", "java.util.concurrent");

  private Observation() {}

  static boolean isAsked(String line) {
    return line != null && line.startsWith(POOLS);
  }

  /** Observes until the connection ends. */
  public static void observe(Socket driver, String asked, Instrumentation jvm) throws IOException {
    AgentOutput output = new AgentOutput(driver.getOutputStream());
    ThreadSampler sampler;
    try {
      open(jvm);
      sampler = ThreadSampler.inProduction(ARRIVALS.equals(asked));
    } catch (ReflectiveOperationException | RuntimeException | LinkageError e) {
      // Such as a JVM without the module jdk.management.
      output.broken("agent-failed", "this JVM cannot be observed: " + e);
      return;
    }
    Thread thread = DaemonThread.of(() -> report(sampler, output), SAMPLER);
    sampler.costs(Thread.currentThread(), thread);
    thread.start();
    try {
      driver.setSoTimeout(MAX_SILENCE_MILLIS);
      // Anything shows that the driver is there.
      while (driver.getInputStream().read() >= 0) {}
    } catch (SocketTimeoutException silent) {
      line("ended", new JsonPrimitive(SILENT), output);
    } catch (IOException ended) {
      // The driver was killed.
    } finally {
      thread.interrupt();
      // The sampler may wait for a driver that no longer reads, or for a lock of the program.
      driver.close();
      DaemonThread.join(thread, JOIN_MILLIS);
    }
  }

  private static void report(ThreadSampler sampler, AgentOutput output) {
    try {
      // The program by its main class or jar, without its arguments.
      String command = System.getProperty("sun.java.command", "");
      line("program", new JsonPrimitive(command.split(" ", 2)[0]), output);
      sampler.sample(Optional.of(sampled -> line("sampled", sampled, output)));
    } catch (RuntimeException | Error e) {
      line("ended", new JsonPrimitive(e.toString()), output);
    }
  }

  private static void line(String name, JsonElement value, AgentOutput output) {
    JsonObject line = new JsonObject();
    line.add(name, value);
    output.line(line.toString());
  }

  /**
   * Samples a program under test until the result is called, which gives what was sampled as JSON.
   *
   * @param measured whether a pool is under test
   * @param classes of the application, by name
   * @param connections pools of connections that are known
   */
  public static Supplier<String> sample(
      Predicate<Object> measured,
      Set<String> classes,
      List<Object> connections,
      Instrumentation jvm)
      throws ReflectiveOperationException {
    open(jvm);
    ThreadSampler sampler = ThreadSampler.underTest(measured, classes, connections);
    FutureTask<Void> sampling = new FutureTask<>(() -> sampler.sample(Optional.empty()), null);
    Thread thread = DaemonThread.start(sampling, SAMPLER);
    return () -> {
      thread.interrupt();
      DaemonThread.join(thread, JOIN_MILLIS);
      if (!sampling.isDone()) {
        throw new IllegalStateException("sampling did not end: it waits for the program");
      }
      requireDone(sampling);
      return sampler.take().toString();
    };
  }

  /** Fails if the sampling has failed, which would leave the samples of a part of the time. */
  private static void requireDone(Future<?> sampling) {
    try {
      Object unused = sampling.get();
    } catch (ExecutionException e) {
      throw new IllegalStateException("sampling failed: " + e.getCause(), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Lets this loader's classes read private fields of the JDK's, on JDKs that have modules. */
  private static void open(Instrumentation jvm) throws ReflectiveOperationException {
    Class<?> module;
    try {
      module = Class.forName("java.lang.Module");
    } catch (ClassNotFoundException beforeModules) {
      return;
    }
    Object own = Class.class.getMethod("getModule").invoke(Observation.class);
    Object base = Class.class.getMethod("getModule").invoke(Object.class);
    Map<String, Set<Object>> opens = new HashMap<>();
    READ.forEach(name -> opens.put(name, Collections.singleton(own)));
    Instrumentation.class
        .getMethod("redefineModule", module, Set.class, Map.class, Map.class, Set.class, Map.class)
        .invoke(
            jvm,
            base,
            Collections.emptySet(),
            Collections.emptyMap(),
            opens,
            Collections.emptySet(),
            Collections.emptyMap());
  }
}
