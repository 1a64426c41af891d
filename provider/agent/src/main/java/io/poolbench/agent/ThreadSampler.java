package io.poolbench.agent;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import com.sun.management.OperatingSystemMXBean;
import com.sun.management.ThreadMXBean;
import io.poolbench.core.GarbageCollections;
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
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * Samples the thread pools of the JVM and its pools of connections, and from stacks what busy
 * threads do. For one thread, but for {@link #take} after {@link #sample} has ended.
 */
final class ThreadSampler {
  /** The time between two samples where arrivals are counted. */
  static final int ARRIVALS_MILLIS = 10;

  /** A sample is taken at a random moment of each period of this length. */
  private static final int PERIOD_MILLIS = 50;

  /** The time between two samples of stacks in production. */
  private static final int SITES_MILLIS = 200;

  /**
   * Threads whose stacks are sampled at a time. A moment takes a safepoint of some 0.5 ms, nearly
   * as long for one thread as for eight, so that few moments with many threads cost least.
   */
  private static final int MAX_THREADS = 8;

  private static final long SECOND = TimeUnit.SECONDS.toNanos(1);

  /** The time between two searches for connections, each of which takes tens of milliseconds. */
  private static final long SEARCH_NANOS = 10 * SECOND;

  private final Fields fields = new Fields();
  private final ReachableConnections connections = new ReachableConnections(fields);
  private final Predicate<Object> measured;
  private final ApplicationPackages packages;
  private final boolean underTest;
  private final long periodMillis;
  private final ThreadMXBean beans = (ThreadMXBean) ManagementFactory.getThreadMXBean();
  private final OperatingSystemMXBean system =
      (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
  private final GarbageCollections collections =
      GarbageCollections.all(ManagementFactory.getGarbageCollectorMXBeans());

  /** Threads by their id; empty for one that belongs to no pool. */
  private final Map<Long, Optional<PooledThread>> threads = new HashMap<>();

  private final List<PooledThread> pooled = new ArrayList<>();

  /** Pools by their identity, until they have ended; empty for one that cannot be read. */
  private final IdentityHashMap<Object, Optional<SampledPool>> pools = new IdentityHashMap<>();

  /** Where connections are to be looked for. */
  private final List<Object> unsearched = new ArrayList<>();

  private long searchedNanos;
  private int poolsFound;

  private volatile List<Thread> own = Collections.emptyList();
  private long ownNanos;
  private long cpuNanos;
  private double collectedSeconds;
  private long begunNanos;
  private long lastNanos;
  private int samples;

  private ThreadSampler(
      Predicate<Object> measured, Set<String> classes, boolean underTest, int periodMillis) {
    this.measured = measured;
    this.packages = new ApplicationPackages(classes);
    this.underTest = underTest;
    this.periodMillis = periodMillis;
  }

  /**
   * Samples a program in production.
   *
   * @param arrivals whether arrivals are counted
   */
  static ThreadSampler inProduction(boolean arrivals) {
    return new ThreadSampler(
        pool -> false,
        Collections.emptySet(),
        /* underTest= */ false,
        arrivals ? ARRIVALS_MILLIS : PERIOD_MILLIS);
  }

  /**
   * Samples a program that nothing is measured of meanwhile: four times as many stacks.
   *
   * @param measured whether a pool is under test
   * @param classes of the application, by name
   * @param connections all pools of connections
   */
  static ThreadSampler underTest(
      Predicate<Object> measured, Set<String> classes, List<Object> connections) {
    ThreadSampler sampler =
        new ThreadSampler(measured, classes, /* underTest= */ true, PERIOD_MILLIS);
    sampler.connections.search(connections);
    return sampler;
  }

  /** Names the threads whose CPU time is reported as the cost of sampling. */
  void costs(Thread... ofSampling) {
    own = Arrays.asList(ofSampling);
  }

  /**
   * Samples until the thread is interrupted.
   *
   * @param eachSecond receives what was sampled in about a second, as {@link #take}; or nothing, so
   *     that it is taken at the end
   */
  void sample(Optional<Consumer<JsonObject>> eachSecond) {
    try {
      begunNanos = System.nanoTime();
      find();
      readable().forEach(pool -> pool.takeCpuNanos(beans));
      JsonObject unused = takeProcess(-1);
      long nextLine = SECOND;
      long last = 0;
      for (long period = 0; ; period = Math.max(period + 1, periods(sinceBegin()))) {
        await(begunNanos + TimeUnit.MILLISECONDS.toNanos(period * periodMillis) + delayNanos());
        sample(period - last);
        if (period % (PERIOD_MILLIS / periodMillis) == 0) {
          connections.found().forEach(ObservedConnections::sample);
        }
        if (period % ((underTest ? PERIOD_MILLIS : SITES_MILLIS) / periodMillis) == 0) {
          if (underTest) {
            sampleSites(SampledPool::isMeasured);
          }
          sampleSites(pool -> !pool.isMeasured());
        }
        last = period;
        if (eachSecond.isPresent() && sinceBegin() >= nextLine) {
          eachSecond.get().accept(take());
          find();
          nextLine = sinceBegin() + SECOND;
        }
      }
    } catch (InterruptedException ended) {
      Thread.currentThread().interrupt();
    }
  }

  private long sinceBegin() {
    return System.nanoTime() - begunNanos;
  }

  private long periods(long nanos) {
    return TimeUnit.NANOSECONDS.toMillis(nanos) / periodMillis;
  }

  private long delayNanos() {
    return periodMillis == ARRIVALS_MILLIS
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
    read(
        pool -> {
          pool.sample();
          if (periodMillis == ARRIVALS_MILLIS && periods > 0) {
            pool.countArrivals(periods);
          }
        });
  }

  /** Reads each pool; one that fails, whose class may be the program's, is not read again. */
  private void read(Consumer<SampledPool> reading) {
    pools.replaceAll((key, pool) -> pool.filter(readable -> isRead(readable, reading)));
  }

  private static boolean isRead(SampledPool pool, Consumer<SampledPool> reading) {
    try {
      reading.accept(pool);
      return true;
    } catch (Throwable e) {
      // A method of the program's may throw anything, such as an interrupt of this thread.
      if (e instanceof InterruptedException) {
        Thread.currentThread().interrupt();
      }
      System.err.println("poolbench-provider-agent: thread pool not read: " + e);
      return false;
    }
  }

  /** Samples the stacks of some threads that are busy, chosen at random. */
  private void sampleSites(Predicate<SampledPool> some) {
    Map<Long, SampledPool> busy = new HashMap<>();
    for (int i = 0; i < pooled.size() && busy.size() < MAX_THREADS; i++) {
      Collections.swap(pooled, i, ThreadLocalRandom.current().nextInt(i, pooled.size()));
      PooledThread thread = pooled.get(i);
      pools
          .get(thread.pool())
          .filter(some)
          .filter(pool -> pool.isBusy(thread))
          .ifPresent(pool -> busy.put(thread.id(), pool));
    }
    if (!busy.isEmpty()) {
      long[] ids = busy.keySet().stream().mapToLong(Long::longValue).toArray();
      for (ThreadInfo thread : beans.getThreadInfo(ids, ThreadSite.MAX_FRAMES)) {
        if (thread != null) { // it has not ended meanwhile
          busy.get(thread.getThreadId()).addSite(thread);
        }
      }
    }
  }

  /**
   * Finds new threads, pools and connections, and forgets those that have ended. Connections are
   * looked for from all threads at first, then from new pools only: a program may start a thread
   * for each of its jobs, and each search takes time.
   */
  private void find() {
    boolean isFirst = threads.isEmpty();
    Map<Long, Thread> present = new HashMap<>();
    for (Thread thread : all()) {
      if (thread != null && !isOwn(thread)) {
        present.put(id(thread), thread);
      }
    }
    threads.keySet().retainAll(present.keySet());
    present.forEach(
        (id, thread) -> {
          if (!threads.containsKey(id)) {
            Optional<PooledThread> pooled = PooledThread.of(thread, fields);
            threads.put(id, pooled);
            Object root = pooled.map(PooledThread::pool).orElse(thread);
            if (!pools.containsKey(root)) {
              if (isFirst || pooled.isPresent()) {
                unsearched.add(root);
              }
              pooled.ifPresent(first -> pools.put(root, pool(first)));
            }
          }
        });
    if (!underTest && (isFirst || System.nanoTime() - searchedNanos >= SEARCH_NANOS)) {
      connections.search(unsearched);
      unsearched.clear();
      searchedNanos = System.nanoTime();
    }
    IdentityHashMap<Object, List<PooledThread>> byPool = new IdentityHashMap<>();
    pooled.clear();
    threads.values().forEach(thread -> thread.ifPresent(pooled::add));
    pooled.forEach(each -> byPool.computeIfAbsent(each.pool(), key -> new ArrayList<>()).add(each));
    // A program may make a pool for each of its jobs, which must not be kept from the collector.
    pools
        .entrySet()
        .removeIf(
            pool ->
                !byPool.containsKey(pool.getKey())
                    && pool.getValue().map(SampledPool::hasEnded).orElse(true));
    for (SampledPool pool : readable()) {
      pool.setThreads(byPool.getOrDefault(pool.pool(), Collections.emptyList()));
    }
  }

  /** By identity, as the program's threads may have an equality of their own. */
  private boolean isOwn(Thread thread) {
    return own.stream().anyMatch(each -> each == thread);
  }

  private Optional<SampledPool> pool(PooledThread first) {
    try {
      boolean isMeasured = measured.test(first.pool());
      return Optional.of(
          new SampledPool(poolsFound++, first, isMeasured, fields, packages.forAnotherPool()));
    } catch (Throwable e) {
      return Optional.empty(); // a copy of the executor without its methods, or with its own
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

  /** What was sampled since the last call, or since sampling began. */
  JsonObject take() {
    long nanos = sinceBegin();
    JsonObject line = new JsonObject();
    line.addProperty("fromMillis", TimeUnit.NANOSECONDS.toMillis(lastNanos));
    line.addProperty("toMillis", TimeUnit.NANOSECONDS.toMillis(nanos));
    line.add("process", takeProcess(nanos));
    JsonArray used = new JsonArray();
    read(pool -> pool.take(beans, nanos).ifPresent(used::add));
    line.add("pools", used);
    JsonArray limited = new JsonArray();
    for (ObservedConnections each : connections.found()) {
      each.toJson().ifPresent(limited::add);
      each.clear();
    }
    line.add("connections", limited);
    return line;
  }

  /** Use of CPUs, the cost of the observation, and time in collections since the last call. */
  private JsonObject takeProcess(long nanos) {
    long cpu = system.getProcessCpuTime();
    long cost = own.stream().mapToLong(each -> Math.max(0, beans.getThreadCpuTime(id(each)))).sum();
    double collected = collections.pauseSeconds();
    double share =
        (double) (cpu - cpuNanos)
            / (nanos - lastNanos)
            / Runtime.getRuntime().availableProcessors();
    JsonObject json = new JsonObject();
    json.addProperty("samples", samples);
    json.addProperty("cpuShare", Math.max(share, system.getSystemCpuLoad()));
    json.addProperty("ownNanos", cost - ownNanos);
    json.addProperty("collectedMillis", Math.round((collected - collectedSeconds) * 1e3));
    cpuNanos = cpu;
    ownNanos = cost;
    collectedSeconds = collected;
    lastNanos = nanos;
    samples = 0;
    return json;
  }
}
