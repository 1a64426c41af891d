package io.poolbench.agent;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import com.sun.management.ThreadMXBean;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.BlockingQueue;
import java.util.function.Supplier;

/**
 * A thread pool of the program, and what was sampled of it since the last {@link #take}: a
 * ThreadPoolExecutor, a copy of it such as Tomcat's, or Jetty's QueuedThreadPool. For one thread.
 */
final class SampledPool {
  static final String WORKER = "ThreadPoolExecutor$Worker";
  static final String JETTY_RUNNER = "QueuedThreadPool$Runner";

  private static final int UNBOUNDED = 1 << 30;

  private final int id;
  private final Object pool;
  private final Fields fields;
  private final boolean jetty;
  private final Method core;
  private final Method max;
  private final Method active;

  /** Whether a worker runs a task; null for Jetty's. */
  private final Method locked;

  private final Optional<Supplier<Number>> completed;
  private final Optional<Supplier<Number>> submitted;
  private final Supplier<Integer> queued;
  private final Optional<Supplier<Number>> refused;
  private final List<PooledThread> threads = new ArrayList<>();
  private final Map<String, WaitSites.Site> sites = new TreeMap<>();
  private JsonArray busySamples = new JsonArray();
  private JsonArray queueSamples = new JsonArray();
  private JsonArray arrivals = new JsonArray();
  private boolean idle = true;
  private long lastCompleted;
  private long lastSubmitted;
  private long lastRefused;
  private String reported = "";

  SampledPool(int id, PooledThread first, Fields fields) throws ReflectiveOperationException {
    this.id = id;
    this.pool = first.pool();
    this.fields = fields;
    this.jetty = first.worker().getClass().getName().endsWith(JETTY_RUNNER);
    core = method(jetty ? "getMinThreads" : "getCorePoolSize");
    max = method(jetty ? "getMaxAvailableThreads" : "getMaximumPoolSize");
    active = method(jetty ? "getUtilizedThreads" : "getActiveCount");
    locked = jetty ? null : method(first.worker(), "isLocked");
    // Jetty's pool counts no tasks.
    completed = jetty ? Optional.empty() : counter("getCompletedTaskCount");
    submitted = jetty ? Optional.empty() : counter("getTaskCount");
    Method jettyQueue = jetty ? method("getQueueSize") : null;
    queued = jetty ? () -> number(jettyQueue).intValue() : queue()::size;
    Optional<Supplier<Number>> own = fields.count(pool, "reject");
    refused = jetty || own.isPresent() ? own : fields.count(handler(), "reject");
    lastCompleted = count(completed);
    lastSubmitted = count(submitted);
    lastRefused = count(refused);
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

  private Optional<Supplier<Number>> counter(String name) throws NoSuchMethodException {
    Method method = method(name);
    return Optional.of(() -> number(method));
  }

  private Number number(Method method) {
    return (Number) Reflection.call(method, pool);
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

  /** Whether a thread runs a task, or may run one, where the pool does not tell. */
  boolean isBusy(PooledThread thread) {
    return jetty || Boolean.TRUE.equals(Reflection.call(locked, thread.worker()));
  }

  void setThreads(Collection<PooledThread> present) {
    threads.clear();
    threads.addAll(present);
  }

  void sample() {
    int busy = number(active).intValue();
    int waiting = queued.get();
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

  void add(WaitSites.Site site) {
    sites.merge(site.toString(), site, (known, same) -> known.again());
  }

  /** The configuration; empty if it was reported before. */
  Optional<JsonObject> configuration() {
    JsonObject json = new JsonObject();
    json.addProperty("id", id);
    json.addProperty("type", pool.getClass().getName());
    json.addProperty("thread", threads.isEmpty() ? "" : threads.get(0).name());
    json.addProperty("core", number(core));
    json.addProperty("max", number(max));
    if (!jetty) {
      BlockingQueue<?> queue = queue();
      long capacity = (long) queue.remainingCapacity() + queue.size();
      json.addProperty("queueCapacity", capacity >= UNBOUNDED ? -1 : capacity);
    }
    JsonObject counts = new JsonObject();
    counts.addProperty("tasks", completed.isPresent());
    counts.addProperty("refusals", refused.isPresent());
    json.add("counts", counts);
    String text = json.get("core") + " " + json.get("max") + " " + json.get("queueCapacity");
    boolean known = text.equals(reported);
    reported = text;
    return known ? Optional.empty() : Optional.of(json);
  }

  private long takeCpuNanos(ThreadMXBean beans) {
    long[] nanos = beans.getThreadCpuTime(threads.stream().mapToLong(PooledThread::id).toArray());
    long sum = 0;
    for (int i = 0; i < nanos.length; i++) {
      sum += threads.get(i).takeCpuNanos(nanos[i]);
    }
    return sum;
  }

  /** How long the oldest task has been seen, while all threads are busy. */
  private long heldSeconds(long nowNanos) {
    return number(active).intValue() < number(max).intValue()
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
    json.addProperty("id", id);
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
