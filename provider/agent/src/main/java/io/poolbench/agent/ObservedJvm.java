package io.poolbench.agent;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import com.sun.management.OperatingSystemMXBean;
import com.sun.management.ThreadMXBean;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Samples all thread pools of the JVM, and writes a line of JSON each second. */
final class ObservedJvm {
  /** The time between two samples where arrivals are counted. */
  static final int ARRIVALS_MILLIS = 10;

  /** A sample is taken at a random moment of each period of this length. */
  private static final int PERIOD_MILLIS = 50;

  private static final int SITES_MILLIS = 200;
  private static final int MAX_THREADS = 8;

  /** Collectors that do not stop the program. */
  private static final Pattern CONCURRENT = Pattern.compile("Cycles|Concurrent");

  private static final long SECOND = TimeUnit.SECONDS.toNanos(1);

  private final AgentOutput output;
  private final boolean arrivals;
  private final long periodMillis;
  private final Fields fields = new Fields();
  private final ReachableConnections connections = new ReachableConnections(fields);
  private final ApplicationPackages packages = new ApplicationPackages();
  private final ThreadMXBean beans = (ThreadMXBean) ManagementFactory.getThreadMXBean();
  private final OperatingSystemMXBean system =
      (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();

  /** Threads by their id; empty for one that belongs to no pool. */
  private final Map<Long, Optional<PooledThread>> threads = new HashMap<>();

  private final List<PooledThread> pooled = new ArrayList<>();

  /** Pools by their identity; empty for one that cannot be read. */
  private final IdentityHashMap<Object, Optional<SampledPool>> pools = new IdentityHashMap<>();

  private volatile List<Thread> own = Collections.emptyList();
  private long ownNanos;
  private long cpuNanos;
  private long collectedMillis;
  private long lastNanos;
  private int samples;

  ObservedJvm(AgentOutput output, boolean arrivals) {
    this.output = output;
    this.arrivals = arrivals;
    this.periodMillis = arrivals ? ARRIVALS_MILLIS : PERIOD_MILLIS;
  }

  /** Names the threads whose CPU time is reported as the cost of the observation. */
  void costs(Thread... ofObservation) {
    own = Arrays.asList(ofObservation);
  }

  /** Samples until the thread is interrupted. */
  void sample() {
    try {
      output.line(program().toString());
      find();
      JsonObject unused = takeProcess(-1);
      long begun = System.nanoTime();
      long nextLine = SECOND;
      long last = 0;
      for (long period = 0; ; period = Math.max(period + 1, periods(System.nanoTime() - begun))) {
        await(begun + TimeUnit.MILLISECONDS.toNanos(period * periodMillis) + delayNanos());
        sample(period - last);
        if (period % (PERIOD_MILLIS / periodMillis) == 0) {
          connections.found().forEach(ObservedConnections::sample);
        }
        if (period % (SITES_MILLIS / periodMillis) == 0) {
          sampleSites();
        }
        last = period;
        long now = System.nanoTime() - begun;
        if (now >= nextLine) {
          output.line(line(now).toString());
          find();
          nextLine = Math.max(nextLine + SECOND, now);
        }
      }
    } catch (InterruptedException ended) {
      Thread.currentThread().interrupt();
    } catch (RuntimeException | LinkageError e) {
      JsonObject failure = new JsonObject();
      failure.addProperty("ended", e.toString());
      output.line(failure.toString());
    }
  }

  private long periods(long nanos) {
    return TimeUnit.NANOSECONDS.toMillis(nanos) / periodMillis;
  }

  private long delayNanos() {
    return arrivals
        ? 0
        : ThreadLocalRandom.current().nextLong(TimeUnit.MILLISECONDS.toNanos(periodMillis));
  }

  private static void await(long nanos) throws InterruptedException {
    long left = nanos - System.nanoTime();
    if (left > 0) {
      TimeUnit.NANOSECONDS.sleep(left);
    }
    if (Thread.interrupted()) {
      throw new InterruptedException();
    }
  }

  private List<SampledPool> readable() {
    return pools.values().stream()
        .filter(Optional::isPresent)
        .map(Optional::get)
        .collect(Collectors.toList());
  }

  private void sample(long periods) {
    samples++;
    for (SampledPool pool : readable()) {
      pool.sample();
      if (arrivals && periods > 0) {
        pool.countArrivals(periods);
      }
    }
  }

  /** Samples the stacks of some threads that are busy, chosen at random. */
  private void sampleSites() {
    Map<Long, SampledPool> busy = new HashMap<>();
    for (int i = 0; i < pooled.size() && busy.size() < MAX_THREADS; i++) {
      Collections.swap(pooled, i, ThreadLocalRandom.current().nextInt(i, pooled.size()));
      PooledThread thread = pooled.get(i);
      pools
          .get(thread.pool())
          .filter(pool -> pool.isBusy(thread))
          .ifPresent(pool -> busy.put(thread.id(), pool));
    }
    long[] ids = busy.keySet().stream().mapToLong(Long::longValue).toArray();
    for (ThreadInfo thread : beans.getThreadInfo(ids, WaitSites.MAX_FRAMES)) {
      StackTraceElement[] stack =
          thread == null ? new StackTraceElement[0] : thread.getStackTrace();
      if (stack.length > 0 && !ApplicationPackages.isIdleInJetty(stack)) {
        WaitSites.site(thread, packages.of(stack)).ifPresent(busy.get(thread.getThreadId())::add);
      }
    }
  }

  /** Finds new threads, pools and connections, and forgets those that have ended. */
  private void find() {
    Map<Long, Thread> present = new HashMap<>();
    for (Thread thread : all()) {
      if (thread != null && !own.contains(thread)) {
        present.put(id(thread), thread);
      }
    }
    threads.keySet().retainAll(present.keySet());
    List<Object> roots = new ArrayList<>();
    present.forEach(
        (id, thread) -> {
          if (!threads.containsKey(id)) {
            Optional<PooledThread> pooled = PooledThread.of(thread, fields);
            threads.put(id, pooled);
            Object root = pooled.map(PooledThread::pool).orElse(thread);
            if (!pools.containsKey(root)) {
              roots.add(root);
              pooled.ifPresent(first -> pools.put(root, pool(first)));
            }
          }
        });
    connections.search(roots);
    IdentityHashMap<Object, List<PooledThread>> byPool = new IdentityHashMap<>();
    pooled.clear();
    threads.values().forEach(thread -> thread.ifPresent(pooled::add));
    pooled.forEach(each -> byPool.computeIfAbsent(each.pool(), key -> new ArrayList<>()).add(each));
    for (SampledPool pool : readable()) {
      pool.setThreads(byPool.getOrDefault(pool.pool(), Collections.emptyList()));
      pool.configuration().ifPresent(this::report);
    }
  }

  /** The program by its main class or jar, without its arguments. */
  private static JsonObject program() {
    String command = System.getProperty("sun.java.command", "");
    JsonObject json = new JsonObject();
    json.addProperty("program", command.split(" ", 2)[0]);
    return json;
  }

  private void report(JsonObject configuration) {
    JsonObject line = new JsonObject();
    line.add("pool", configuration);
    output.line(line.toString());
  }

  private Optional<SampledPool> pool(PooledThread first) {
    try {
      return Optional.of(new SampledPool(pools.size(), first, fields));
    } catch (ReflectiveOperationException | RuntimeException | LinkageError e) {
      return Optional.empty(); // a copy of the executor without its methods
    }
  }

  private static Thread[] all() {
    ThreadGroup root = Thread.currentThread().getThreadGroup();
    while (root.getParent() != null) {
      root = root.getParent();
    }
    Thread[] threads = new Thread[2 * root.activeCount() + 16];
    root.enumerate(threads);
    return threads;
  }

  @SuppressWarnings("deprecation") // Thread.threadId is of JDK 19
  private static long id(Thread thread) {
    return thread.getId();
  }

  private JsonObject line(long nanos) {
    JsonObject line = new JsonObject();
    line.addProperty("atMillis", TimeUnit.NANOSECONDS.toMillis(nanos));
    line.add("process", takeProcess(nanos));
    JsonArray used = new JsonArray();
    readable().forEach(pool -> pool.take(beans, nanos).ifPresent(used::add));
    line.add("pools", used);
    JsonArray limited = new JsonArray();
    for (ObservedConnections each : connections.found()) {
      each.toJson()
          .ifPresent(
              json -> {
                json.addProperty("full", each.fullShare());
                limited.add(json);
              });
      each.clear();
    }
    line.add("connections", limited);
    return line;
  }

  /** Use of CPUs, the cost of the observation, and time in collections since the last call. */
  private JsonObject takeProcess(long nanos) {
    long cpu = system.getProcessCpuTime();
    long cost = own.stream().mapToLong(each -> Math.max(0, beans.getThreadCpuTime(id(each)))).sum();
    long collected =
        ManagementFactory.getGarbageCollectorMXBeans().stream()
            .filter(collector -> !CONCURRENT.matcher(collector.getName()).find())
            .mapToLong(GarbageCollectorMXBean::getCollectionTime)
            .sum();
    double share =
        (double) (cpu - cpuNanos)
            / (nanos - lastNanos)
            / Runtime.getRuntime().availableProcessors();
    JsonObject json = new JsonObject();
    json.addProperty("samples", samples);
    json.addProperty("cpuShare", Math.max(share, system.getSystemCpuLoad()));
    json.addProperty("ownNanos", cost - ownNanos);
    json.addProperty("collectedMillis", collected - collectedMillis);
    cpuNanos = cpu;
    ownNanos = cost;
    collectedMillis = collected;
    lastNanos = nanos;
    samples = 0;
    return json;
  }
}
