package io.poolbench.agent;

import com.google.gson.JsonObject;
import io.poolbench.core.AgentLaunch;
import io.poolbench.server.pool.InnerPool;
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
  private final MeasuredExecutor measurement;
  private final boolean replaced;

  /**
   * The configured pool, whose threads and idle time the program may have changed, while another
   * one runs; null if it runs, or never ran.
   */
  private ThreadPoolExecutor configuredPool;

  /**
   * @param pools builds the pool that runs, and those that replace it
   * @param replaced whether it runs instead of the configured one
   */
  BuiltPool(
      PoolBuilder configured,
      Supplier<ExecutorService> pools,
      boolean replaced,
      UnansweredCalls calls) {
    this.configured = configured;
    this.measurement = new MeasuredExecutor(pools, System::nanoTime, calls);
    this.executor =
        measurement.threadPool().isPresent()
            ? new ThreadPoolFacade(measurement, replaced)
            : measurement;
    this.replaced = replaced;
  }

  Executor executor() {
    return executor;
  }

  /** Whether Dubbo built it for a service of its own, with which others may share it or not. */
  boolean isBuiltForDubbo() {
    String service = configured.url().parameter("interface");
    return service != null && ExportedService.isDubbosOwn(service);
  }

  int port() {
    return configured.url().port();
  }

  /** Whether the program has shut it down. */
  boolean hasEnded() {
    return measurement.isShutdown();
  }

  MeasuredExecutor measurement() {
    return measurement;
  }

  /** Replaces the pool by a new one of the current settings, without threads. */
  void renew() {
    if (!(executor instanceof ThreadPoolExecutor) || replaced || configuredPool != null) {
      measurement.renew();
      return;
    }
    ThreadPoolExecutor old = running();
    measurement.renew();
    configure(old);
  }

  /**
   * Replaces the pool while the program runs.
   *
   * @param pools builds the new pool
   * @param configured whether it is the program's own, which gets the settings that it had
   * @throws InterruptedException after the pool was replaced
   * @throws IllegalStateException if the pool is no {@code ThreadPoolExecutor}
   */
  void use(Supplier<ExecutorService> pools, boolean configured) throws InterruptedException {
    if (!(executor instanceof ThreadPoolExecutor)) {
      throw new IllegalStateException(
          "a pool of " + configured().extension() + " is no ThreadPoolExecutor");
    }
    ThreadPoolExecutor kept = configuredPool != null || replaced ? configuredPool : running();
    measurement.renew(pools);
    configuredPool = configured ? null : kept;
    if (configured && kept != null) {
      configure(kept);
    }
    measurement.settle();
  }

  /** Keeps the pool that runs for {@link #restore}. */
  void keep() {
    measurement.keep();
  }

  /** Puts the kept pool back, the same object; does nothing if none was kept. */
  void restore() {
    measurement.restore();
    configuredPool = null;
  }

  private ThreadPoolExecutor running() {
    return measurement.threadPool().get();
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

  /** Whether its tasks run in a pool of threads, within whatever wraps it. */
  boolean isRunBy(Object pool) {
    Executor inner = measurement.inner();
    return inner == pool || InnerPool.of(inner).filter(found -> found == pool).isPresent();
  }

  /** The executor that a framework has put in this pool's place; empty if it is still in use. */
  Optional<Executor> successor() {
    return UsedExecutor.of(configured.url()).filter(used -> used != executor);
  }

  /** The pool that serves the port now. */
  JsonObject shape() {
    return successor().map(PoolShape::of).orElseGet(measurement::shape);
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
    json.addProperty("replaceable", executor instanceof ThreadPoolExecutor);
    json.addProperty(
        "exchangedBy", successor().map(executor -> executor.getClass().getName()).orElse(""));
    return json;
  }
}
