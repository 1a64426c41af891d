package io.poolbench.agent;

import com.google.gson.JsonObject;
import io.poolbench.core.AgentLaunch;
import io.poolbench.server.pool.MeasuredExecutor;
import io.poolbench.server.pool.PoolShape;
import io.poolbench.server.pool.ThreadPoolFacade;
import io.poolbench.server.timing.UnansweredCalls;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/** A business pool for which Dubbo called a {@code ThreadPool} extension. Thread-safe. */
final class BuiltPool {
  private final PoolBuilder configured;
  private final Executor executor;
  private final Optional<MeasuredExecutor> measurement;
  private final boolean replaced;

  /**
   * The configured pool, whose threads and idle time the program may have changed, while another
   * one runs; null if it runs, or never ran.
   */
  private ThreadPoolExecutor configuredPool;

  private BuiltPool(
      PoolBuilder configured,
      Executor executor,
      Optional<MeasuredExecutor> measurement,
      boolean replaced) {
    this.configured = configured;
    this.executor = executor;
    this.measurement = measurement;
    this.replaced = replaced;
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

  /** Replaces a measured pool by a new one of the current settings, without threads. */
  void renew() {
    if (!(executor instanceof ThreadPoolExecutor) || replaced || configuredPool != null) {
      measurement().renew();
      return;
    }
    ThreadPoolExecutor old = running();
    measurement().renew();
    configure(old);
  }

  /**
   * Replaces a measured pool while the program runs.
   *
   * @param pools builds the new pool
   * @param configured whether it is the program's own, which gets the settings that it had
   * @throws IllegalStateException if the pool is no {@code ThreadPoolExecutor}
   */
  void use(Supplier<ExecutorService> pools, boolean configured) {
    if (!(executor instanceof ThreadPoolExecutor)) {
      throw new IllegalStateException(
          "a pool of " + configured().extension() + " is no ThreadPoolExecutor");
    }
    ThreadPoolExecutor kept = configuredPool != null || replaced ? configuredPool : running();
    measurement().renew(pools);
    configuredPool = configured ? null : kept;
    if (configured && kept != null) {
      configure(kept);
    }
  }

  /** Keeps the pool that runs for {@link #restore}. */
  void keep() {
    measurement().keep();
  }

  /** Puts the kept pool back, the same object; does nothing if none was kept. */
  void restore() {
    measurement.ifPresent(MeasuredExecutor::restore);
    configuredPool = null;
  }

  private ThreadPoolExecutor running() {
    return measurement().threadPool().get();
  }

  /** Sets what the program may have changed in the last pool. */
  private void configure(ThreadPoolExecutor last) {
    ThreadPoolExecutor pool = running();
    int core = last.getCorePoolSize();
    int max = last.getMaximumPoolSize();
    if (max < pool.getCorePoolSize()) {
      pool.setCorePoolSize(core);
    }
    pool.setMaximumPoolSize(max);
    pool.setCorePoolSize(core);
    pool.setKeepAliveTime(last.getKeepAliveTime(TimeUnit.NANOSECONDS), TimeUnit.NANOSECONDS);
    pool.allowCoreThreadTimeOut(last.allowsCoreThreadTimeOut());
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
        ? PoolShape.of(successor.orElse(executor))
        : measurement.get().shape();
  }

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
    json.addProperty(
        "exchangedBy", successor().map(executor -> executor.getClass().getName()).orElse(""));
    return json;
  }
}
