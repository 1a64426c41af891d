package io.poolbench.agent;

import java.io.IOException;
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

  static boolean isAsked(String line) {
    return line != null && line.startsWith(POOLS);
  }

  /** Observes until the connection ends. */
  public static void observe(Socket driver, String asked, Instrumentation jvm)
      throws IOException, ReflectiveOperationException {
    open(jvm);
    AgentOutput output = new AgentOutput(driver.getOutputStream());
    ObservedJvm observed = new ObservedJvm(output, ARRIVALS.equals(asked));
    Thread sampler = new Thread(observed::sample, "poolbench-observe-sampler");
    sampler.setDaemon(true);
    observed.costs(Thread.currentThread(), sampler);
    sampler.start();
    try {
      driver.setSoTimeout(MAX_SILENCE_MILLIS);
      // Anything shows that the driver is there.
      while (driver.getInputStream().read() >= 0) {}
    } catch (IOException ended) {
      // The driver was killed, or is silent.
    } finally {
      sampler.interrupt();
      // The sampler may wait for a driver that no longer reads.
      driver.close();
      join(sampler);
    }
  }

  private static void join(Thread sampler) {
    try {
      sampler.join();
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
