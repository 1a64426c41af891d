package io.poolbench.agent;

import java.io.IOException;
import java.lang.instrument.Instrumentation;
import java.net.URLClassLoader;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.Supplier;

/**
 * Samples this program while nothing is measured of it, by an {@link Observation} that has a class
 * loader of its own, to which alone the JDK is opened. Thread-safe.
 */
final class SampledProgram implements AutoCloseable {
  private final Instrumentation jvm;
  private URLClassLoader loader;
  private Supplier<String> end;

  SampledProgram(Instrumentation jvm) {
    this.jvm = jvm;
  }

  /** Samples as {@link Observation#sample} until {@link #end}. */
  @SuppressWarnings("unchecked")
  synchronized void begin(
      Predicate<Object> measured, Set<String> classes, List<Object> connections) {
    String unused = end();
    try {
      if (loader == null) {
        loader = Observe.loader(Agent.jar());
      }
      end =
          (Supplier<String>)
              loader
                  .loadClass(Observation.class.getName())
                  .getMethod(
                      "sample", Predicate.class, Set.class, List.class, Instrumentation.class)
                  .invoke(null, measured, classes, connections, jvm);
    } catch (IOException | ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Returns what was sampled, as JSON; of nothing if it was not begun. */
  synchronized String end() {
    Supplier<String> ending = end;
    // Also if it fails, or nothing could be sampled from then on.
    end = null;
    return ending == null ? "{}" : ending.get();
  }

  @Override
  public synchronized void close() {
    try {
      String unused = end();
    } catch (RuntimeException | LinkageError e) {
      System.err.println("poolbench-provider-agent: samples lost: " + e);
    }
    if (loader != null) {
      try {
        loader.close();
      } catch (IOException e) {
        System.err.println("poolbench-provider-agent: class loader not closed: " + e);
      }
      loader = null;
    }
  }
}
