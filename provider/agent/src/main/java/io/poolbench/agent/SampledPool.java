package io.poolbench.agent;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import com.sun.management.ThreadMXBean;
import io.poolbench.server.pool.PoolShape;
import java.lang.management.ThreadInfo;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Delayed;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * A thread pool of the program, and what was sampled of it since the last {@link #take}: a
 * ThreadPoolExecutor, a copy of it such as Tomcat's, Jetty's QueuedThreadPool, or a ForkJoinPool.
 * For one thread.
 */
final class SampledPool {
  /** A class of pools, by the methods that report its sizes. */
  private enum Kind {
    EXECUTOR("getCorePoolSize", "getMaximumPoolSize", "getActiveCount", "isTerminated"),
    JETTY("getMinThreads", "getMaxAvailableThreads", "getUtilizedThreads", "isStopped"),
    FORK_JOIN("getParallelism", "getParallelism", "getActiveThreadCount", "isTerminated");

    private final String core;
    private final String max;
    private final String active;
    private final String ended;

    Kind(String core, String max, String active, String ended) {
      this.core = core;
      this.max = max;
      this.active = active;
      this.ended = ended;
    }

    static Kind of(PooledThread thread) {
      return thread.pool() instanceof ForkJoinPool
          ? FORK_JOIN
          : thread.worker().getClass().getName().endsWith(JETTY_RUNNER) ? JETTY : EXECUTOR;
    }
  }

  static final String WORKER = "ThreadPoolExecutor$Worker";
  static final String JETTY_RUNNER = "QueuedThreadPool$Runner";

  private static final int UNBOUNDED = 1 << 30;

  private final int id;
  private final Object pool;

  /** The name of one of its threads. */
  private final String thread;

  /** The port whose calls it runs, if it is a pool of Dubbo's. */
  private final Optional<Integer> dubboPort;

  private final boolean measured;
  private final Fields fields;
  private final ApplicationPackages packages;
  private final Kind kind;

  /** Whether its queue has tasks whose time has not come, and is never full. */
  private final boolean isScheduler;

  private final Method core;
  private final Method max;
  private final Method active;
  private final Method ended;

  /** Whether a worker runs a task; empty where the pool does not tell. */
  private final Optional<Method> locked;

  /** Tasks are counted by a ThreadPoolExecutor only. */
  private final Optional<Supplier<Number>> completed;

  private final Optional<Supplier<Number>> submitted;
  private final Supplier<Number> queued;
  private final Optional<Supplier<Number>> refused;
  private final List<PooledThread> threads = new ArrayList<>();
  private final Map<String, ThreadSite> sites = new TreeMap<>();
  private JsonArray busySamples = new JsonArray();
  private JsonArray queueSamples = new JsonArray();
  private JsonArray arrivals = new JsonArray();
  private boolean idle = true;
  private long lastCompleted;
  private long lastSubmitted;
  private long lastRefused;

  /**
   * @param measured whether it is a pool under test
   * @param packages of the application, for this pool alone
   */
  SampledPool(
      int id, PooledThread first, boolean measured, Fields fields, ApplicationPackages packages)
      throws ReflectiveOperationException {
    this.id = id;
    this.pool = first.pool();
    this.thread = first.name();
    this.measured = measured;
    this.fields = fields;
    this.packages = packages;
    kind = Kind.of(first);
    isScheduler = pool instanceof ScheduledThreadPoolExecutor;
    core = method(kind.core);
    max = method(kind.max);
    active = method(kind.active);
    ended = method(kind.ended);
    boolean counts = kind == Kind.EXECUTOR;
    locked = counts ? Optional.of(method(first.worker(), "isLocked")) : Optional.empty();
    completed = counts ? Optional.of(number("getCompletedTaskCount")) : Optional.empty();
    submitted = counts ? Optional.of(number("getTaskCount")) : Optional.empty();
    queued = queued();
    Optional<Object> handler = counts ? Optional.of(handler()) : Optional.empty();
    dubboPort =
        handler
            .flatMap(each -> DubboUrl.ofPool(each, fields))
            .filter(url -> !url.isConsumer())
            .map(DubboUrl::port);
    Optional<Supplier<Number>> own = fields.count(pool, "reject");
    refused = own.isPresent() ? own : handler.flatMap(each -> fields.count(each, "reject"));
    lastCompleted = count(completed);
    lastSubmitted = count(submitted);
    lastRefused = count(refused);
  }

  private Supplier<Number> queued() throws NoSuchMethodException {
    switch (kind) {
      case JETTY:
        return number("getQueueSize");
      case FORK_JOIN:
        ForkJoinPool forks = (ForkJoinPool) pool;
        return () -> forks.getQueuedSubmissionCount() + forks.getQueuedTaskCount();
      default:
        BlockingQueue<?> queue = queue();
        return isScheduler ? () -> due(queue) : queue::size;
    }
  }

  /** The number of tasks whose time has come. The first element is the one that is due first. */
  private static long due(BlockingQueue<?> delayed) {
    return isDue(delayed.peek())
        ? Stream.of(delayed.toArray()).filter(SampledPool::isDue).count()
        : 0;
  }

  private static boolean isDue(Object task) {
    return task != null && ((Delayed) task).getDelay(TimeUnit.NANOSECONDS) <= 0;
  }

  private static long count(Optional<Supplier<Number>> counter) {
    return counter.map(Supplier::get).map(Number::longValue).orElse(0L);
  }

  private Method method(String name) throws NoSuchMethodException {
    return method(pool, name);
  }

  private static Method method(Object owner, String name) throws NoSuchMethodException {
    Method method = owner.getClass().getMethod(name);
    method.setAccessible(true);
    return method;
  }

  private Supplier<Number> number(String name) throws NoSuchMethodException {
    Method method = method(name);
    return () -> number(method);
  }

  private Number number(Method method) {
    return (Number) Reflection.call(method, pool);
  }

  /** The maximum of a scheduler has no effect; without a core it starts one thread. */
  private int max() {
    return isScheduler ? Math.max(1, number(core).intValue()) : number(max).intValue();
  }

  private BlockingQueue<?> queue() {
    return (BlockingQueue<?>) Reflection.call(pool, "getQueue", new Class<?>[0]);
  }

  private Object handler() {
    return Reflection.call(pool, "getRejectedExecutionHandler", new Class<?>[0]);
  }

  Object pool() {
    return pool;
  }

  /** Whether it is a pool under test. */
  boolean isMeasured() {
    return measured;
  }

  /** Whether a thread runs a task, or may run one, where the pool does not tell. */
  boolean isBusy(PooledThread thread) {
    return locked
        .map(method -> Boolean.TRUE.equals(Reflection.call(method, thread.worker())))
        .orElse(true);
  }

  /** Whether it runs no further task. */
  boolean hasEnded() {
    return Boolean.TRUE.equals(Reflection.call(ended, pool));
  }

  void setThreads(Collection<PooledThread> present) {
    threads.clear();
    threads.addAll(present);
  }

  void sample() {
    int busy = Math.max(0, number(active).intValue()); // Jetty subtracts counts of two moments
    int waiting = queued.get().intValue();
    busySamples.add(busy);
    queueSamples.add(waiting);
    idle &= busy == 0 && waiting == 0;
  }

  /** Counts the tasks since the last call, evenly over the periods that have passed. */
  void countArrivals(long periods) {
    if (submitted.isPresent()) {
      // A task that a thread has taken and not begun is missing for an instant.
      long most = Math.max(lastSubmitted, count(submitted));
      long count = most - lastSubmitted;
      lastSubmitted = most;
      for (long period = 0; period < periods; period++) {
        arrivals.add(count * (period + 1) / periods - count * period / periods);
      }
    }
  }

  void addSite(ThreadInfo thread) {
    ThreadSite.of(thread, packages)
        .ifPresent(site -> sites.merge(site.toString(), site, (known, same) -> known.again()));
  }

  private JsonObject setup() {
    JsonObject json = new JsonObject();
    json.addProperty("id", id);
    Class<?> type = isScheduler ? ScheduledThreadPoolExecutor.class : pool.getClass();
    json.addProperty("type", type.getName());
    json.addProperty("thread", thread);
    dubboPort.ifPresent(port -> json.addProperty("dubboPort", port));
    json.addProperty("core", number(core));
    json.addProperty("max", max());
    json.addProperty("measured", measured);
    if (kind == Kind.EXECUTOR) {
      int capacity = PoolShape.capacity(queue());
      json.addProperty("queueCapacity", capacity >= UNBOUNDED ? -1 : capacity);
    }
    JsonObject counts = new JsonObject();
    counts.addProperty("tasks", completed.isPresent());
    counts.addProperty("refusals", refused.isPresent());
    json.add("counts", counts);
    return json;
  }

  /** The CPU time of its threads since the last call. */
  long takeCpuNanos(ThreadMXBean beans) {
    long[] nanos = beans.getThreadCpuTime(threads.stream().mapToLong(PooledThread::id).toArray());
    long sum = 0;
    for (int i = 0; i < nanos.length; i++) {
      sum += threads.get(i).takeCpuNanos(nanos[i]);
    }
    return sum;
  }

  /** How long the oldest task has been seen, while all threads are busy. */
  private long heldSeconds(long nowNanos) {
    return number(active).intValue() < max()
        ? 0
        : threads.stream()
            .mapToLong(thread -> thread.heldSeconds(fields, nowNanos))
            .max()
            .orElse(0);
  }

  /** What was sampled since the last call; empty if the pool was idle. */
  Optional<JsonObject> take(ThreadMXBean beans, long nowNanos) {
    long done = count(completed);
    long refusals = count(refused);
    JsonObject samples = new JsonObject();
    samples.add("busy", busySamples);
    samples.add("queued", queueSamples);
    JsonObject counts = new JsonObject();
    counts.addProperty("completed", done - lastCompleted);
    counts.addProperty("refused", refusals - lastRefused);
    counts.addProperty("cpuNanos", takeCpuNanos(beans));
    JsonObject json = new JsonObject();
    json.add("setup", setup());
    json.add("samples", samples);
    json.add("counts", counts);
    json.add("arrivals", arrivals);
    json.addProperty("heldSeconds", heldSeconds(nowNanos));
    JsonArray found = new JsonArray();
    sites.values().forEach(site -> found.add(site.toJson()));
    json.add("sites", found);
    boolean unused = idle && done == lastCompleted && refusals == lastRefused;
    busySamples = new JsonArray();
    queueSamples = new JsonArray();
    arrivals = new JsonArray();
    sites.clear();
    idle = true;
    lastCompleted = done;
    lastRefused = refusals;
    return unused ? Optional.empty() : Optional.of(json);
  }
}
