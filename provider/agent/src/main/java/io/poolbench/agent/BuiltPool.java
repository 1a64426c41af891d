package io.poolbench.agent;

import com.google.gson.JsonObject;
import io.poolbench.core.AgentLaunch;
import io.poolbench.server.pool.MeasuredExecutor;
import io.poolbench.server.pool.ThreadPoolFacade;
import io.poolbench.server.pool.ThreadPoolView;
import io.poolbench.server.timing.UnansweredCalls;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.function.Supplier;

/** A business pool for which Dubbo called a {@code ThreadPool} extension. Thread-safe. */
final class BuiltPool {
  /** Packages of Dubbo and the JDK between an export and the construction of its pool. */
  private static final List<String> POOLS =
      Arrays.asList(
          "io.poolbench.agent.",
          "java.",
          "jdk.",
          "sun.",
          "org.apache.dubbo.common.",
          "org.apache.dubbo.remoting.",
          "org.apache.dubbo.rpc.",
          "org.apache.dubbo.registry.",
          "org.apache.dubbo.qos.",
          "org.apache.dubbo.config.ServiceConfig",
          "org.apache.dubbo.config.invoker.");

  private final PoolBuilder configured;
  private final Executor executor;
  private final Optional<MeasuredExecutor> measurement;
  private final boolean replaced;
  private final String builtBy;

  /**
   * Core and maximum threads of the configured pool, which the program may have changed, while
   * another one runs; null if it runs, or never ran.
   */
  private int[] configuredSizes;

  private BuiltPool(
      PoolBuilder configured,
      Executor executor,
      Optional<MeasuredExecutor> measurement,
      boolean replaced) {
    this.configured = configured;
    this.executor = executor;
    this.measurement = measurement;
    this.replaced = replaced;
    this.builtBy = caller();
  }

  static BuiltPool notMeasured(PoolBuilder configured, Executor executor) {
    return new BuiltPool(configured, executor, Optional.empty(), false);
  }

  static BuiltPool measured(
      PoolBuilder configured,
      Supplier<ExecutorService> pools,
      boolean replaced,
      UnansweredCalls calls) {
    MeasuredExecutor measured = new MeasuredExecutor(pools, System::nanoTime, calls);
    return new BuiltPool(
        configured,
        measured.threadPool().isPresent() ? new ThreadPoolFacade(measured, replaced) : measured,
        Optional.of(measured),
        replaced);
  }

  Executor executor() {
    return executor;
  }

  int port() {
    return configured.url().port();
  }

  boolean isMeasured() {
    return measurement.isPresent();
  }

  MeasuredExecutor measurement() {
    return measurement.get();
  }

  /** Replaces a measured pool by a new one of the current sizes, without threads. */
  void renew() {
    if (!(executor instanceof ThreadPoolExecutor) || replaced || configuredSizes != null) {
      measurement().renew();
      return;
    }
    int[] sizes = sizes();
    measurement().renew();
    resize(sizes);
  }

  /**
   * Replaces a measured pool while the program runs.
   *
   * @param pools builds the new pool
   * @param configured whether it is the program's own, which gets the sizes that it had
   * @throws IllegalStateException if the pool is no {@code ThreadPoolExecutor}
   */
  void use(Supplier<ExecutorService> pools, boolean configured) {
    if (!(executor instanceof ThreadPoolExecutor)) {
      throw new IllegalStateException(
          "a pool of " + configured().extension() + " is no ThreadPoolExecutor");
    }
    int[] kept = configuredSizes != null || replaced ? configuredSizes : sizes();
    measurement().renew(pools);
    configuredSizes = configured ? null : kept;
    if (configured && kept != null) {
      resize(kept);
    }
  }

  /** Keeps the pool that runs for {@link #restore}. */
  void keep() {
    measurement().keep();
  }

  /** Puts the kept pool back, the same object; does nothing if none was kept. */
  void restore() {
    measurement.ifPresent(MeasuredExecutor::restore);
    configuredSizes = null;
  }

  private int[] sizes() {
    ThreadPoolExecutor pool = (ThreadPoolExecutor) executor;
    return new int[] {pool.getCorePoolSize(), pool.getMaximumPoolSize()};
  }

  private void resize(int[] sizes) {
    ThreadPoolExecutor pool = (ThreadPoolExecutor) executor;
    if (sizes[1] < pool.getCorePoolSize()) {
      pool.setCorePoolSize(sizes[0]);
    }
    pool.setMaximumPoolSize(sizes[1]);
    pool.setCorePoolSize(sizes[0]);
  }

  PoolBuilder configured() {
    return configured;
  }

  /** The executor that a framework has put in this pool's place; empty if it is still in use. */
  Optional<Executor> successor() {
    return UsedExecutor.of(configured.url()).filter(used -> used != executor);
  }

  /** The pool that serves the port now. */
  JsonObject shape() {
    Optional<Executor> successor = successor();
    return successor.isPresent() || !measurement.isPresent()
        ? ThreadPoolView.shapeOf(successor.orElse(executor))
        : measurement.get().shape();
  }

  /** The class that required a pool: the first on the stack outside of {@link #POOLS}. */
  private static String caller() {
    for (StackTraceElement frame : new Throwable().getStackTrace()) {
      String name = frame.getClassName();
      if (POOLS.stream().noneMatch(name::startsWith)) {
        return name.replaceFirst("^org\\.apache\\.dubbo\\.", "o.a.d.");
      }
    }
    return "";
  }

  /** A description for the driver. */
  JsonObject toJson() {
    DubboUrl url = configured.url();
    JsonObject parameters = new JsonObject();
    for (String name : AgentLaunch.POOL) {
      String value = url.parameter(name);
      if (value != null) {
        parameters.addProperty(name, value);
      }
    }
    JsonObject json = new JsonObject();
    json.addProperty("protocol", url.protocol());
    json.addProperty("port", url.port());
    json.addProperty("extension", configured.extension());
    json.add("runs", shape());
    json.add("configured", parameters);
    json.addProperty("builtBy", builtBy);
    json.addProperty("replaced", replaced);
    json.addProperty(
        "exchangedBy", successor().map(executor -> executor.getClass().getName()).orElse(""));
    return json;
  }
}
