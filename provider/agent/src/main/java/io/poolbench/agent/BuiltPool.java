package io.poolbench.agent;

import io.poolbench.api.PoolShape;
import io.poolbench.server.pool.MeasuredExecutor;
import io.poolbench.server.pool.ThreadPoolFacade;
import io.poolbench.server.pool.ThreadPoolView;
import io.poolbench.server.timing.UnansweredCalls;
import java.util.Optional;
import java.util.Properties;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;

/** A business pool for which Dubbo called a {@code ThreadPool} extension. Thread-safe. */
final class BuiltPool {
  private final PoolBuilder configured;
  private final Executor executor;
  private final Optional<MeasuredExecutor> measurement;
  private final boolean replaced;
  private final String handler;
  private final String builtBy;

  private BuiltPool(
      PoolBuilder configured,
      Executor executor,
      Optional<MeasuredExecutor> measurement,
      boolean replaced,
      String handler,
      String builtBy) {
    this.configured = configured;
    this.executor = executor;
    this.measurement = measurement;
    this.replaced = replaced;
    this.handler = handler;
    this.builtBy = builtBy;
  }

  static BuiltPool notMeasured(PoolBuilder configured, Executor executor, String builtBy) {
    return new BuiltPool(
        configured, executor, Optional.empty(), false, handlerOf(executor), builtBy);
  }

  static BuiltPool measured(
      PoolBuilder configured,
      Supplier<ExecutorService> pools,
      boolean replaced,
      UnansweredCalls calls,
      String builtBy) {
    // Read before the measuring executor wraps the handler.
    AtomicReference<String> handler = new AtomicReference<>("");
    MeasuredExecutor measured =
        new MeasuredExecutor(
            () -> {
              ExecutorService pool = pools.get();
              handler.set(handlerOf(pool));
              return pool;
            },
            System::nanoTime,
            calls);
    return new BuiltPool(
        configured,
        measured.threadPool().isPresent() ? new ThreadPoolFacade(measured, replaced) : measured,
        Optional.of(measured),
        replaced,
        handler.get(),
        builtBy);
  }

  private static String handlerOf(Executor executor) {
    return executor instanceof ThreadPoolExecutor
        ? ((ThreadPoolExecutor) executor).getRejectedExecutionHandler().getClass().getSimpleName()
        : "";
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
    PoolShape before = shape();
    measurement().renew();
    if (executor instanceof ThreadPoolExecutor && !replaced) {
      ThreadPoolExecutor renewed = (ThreadPoolExecutor) executor;
      if (before.maxThreads() < renewed.getCorePoolSize()) {
        renewed.setCorePoolSize(before.coreThreads());
      }
      renewed.setMaximumPoolSize(before.maxThreads());
      renewed.setCorePoolSize(before.coreThreads());
    }
  }

  PoolShape shape() {
    return measurement
        .map(MeasuredExecutor::shape)
        .orElseGet(() -> ThreadPoolView.shapeOf(executor));
  }

  void addTo(Properties text, String prefix) {
    DubboUrl url = configured.url();
    text.setProperty(prefix + "protocol", url.protocol());
    text.setProperty(prefix + "port", Integer.toString(url.port()));
    text.setProperty(prefix + "extension", configured.extension());
    for (String field : shape().toFields().split(" ", -1)) {
      String[] named = field.split("=", 2);
      text.setProperty(prefix + named[0], named[1]);
    }
    text.setProperty(prefix + "handler", handler);
    text.setProperty(prefix + "builtBy", builtBy);
    text.setProperty(prefix + "replaced", Boolean.toString(replaced));
    for (String name : AgentSettings.POOL) {
      String value = url.parameter(name);
      if (value != null) {
        text.setProperty(prefix + "configured." + name, value);
      }
    }
  }
}
