package io.poolbench.agent;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStreamReader;
import java.lang.instrument.Instrumentation;
import java.net.Socket;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Observes the thread pools of the program in which it runs, for one driver. It changes nothing,
 * and ends when the connection ends or when the driver is silent for {@link #MAX_SILENCE_MILLIS}.
 */
public final class Observation {
  /** Asks for use and waits of all pools. */
  static final String POOLS = "observe";

  /** As {@link #POOLS}, with the arrivals of each pool by {@link ObservedJvm#ARRIVALS_MILLIS}. */
  static final String ARRIVALS = POOLS + " arrivals";

  static final int MAX_SILENCE_MILLIS = 10_000;

  /** Packages whose private fields lead from a thread to its pool. */
  private static final List<String> READ =
      Arrays.asList("java.lang", "java.lang.ref", "java.util", "java.util.concurrent");

  private Observation() {}

  /** Observes on a thread of its own. */
  public static void start(Socket driver, String asked, Instrumentation jvm) {
    daemon(() -> observe(driver, asked, jvm), "poolbench-observe");
  }

  private static Thread daemon(Runnable work, String name) {
    Thread thread = new Thread(work, name);
    thread.setDaemon(true);
    thread.start();
    return thread;
  }

  private static void observe(Socket driver, String asked, Instrumentation jvm) {
    try (Closeable loader = loader();
        Socket connection = driver) {
      connection.setSoTimeout(MAX_SILENCE_MILLIS);
      BufferedReader lines =
          new BufferedReader(new InputStreamReader(connection.getInputStream(), UTF_8));
      open(jvm);
      AgentOutput output = new AgentOutput(connection.getOutputStream());
      ObservedJvm observed = new ObservedJvm(output, ARRIVALS.equals(asked));
      Thread sampler = daemon(observed::sample, "poolbench-observe-sampler");
      observed.costs(Thread.currentThread(), sampler);
      try {
        while (lines.readLine() != null) {
          // Any line shows that the driver is there.
        }
      } catch (IOException silent) {
        output.line("{\"ended\":\"silent\"}");
      } finally {
        sampler.interrupt();
        // The sampler may wait for a driver that no longer reads.
        connection.close();
        sampler.join();
      }
    } catch (IOException | ReflectiveOperationException | RuntimeException | LinkageError e) {
      System.err.println("poolbench-provider-agent: observation ended: " + e);
    } catch (InterruptedException ended) {
      Thread.currentThread().interrupt();
    }
  }

  /** The loader of this class, where it has one of its own. */
  private static Closeable loader() {
    ClassLoader loader = Observation.class.getClassLoader();
    return loader != ClassLoader.getSystemClassLoader() && loader instanceof Closeable
        ? (Closeable) loader
        : () -> {};
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
