package io.poolbench.journal;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.time.Duration;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * What the agent sampled of a program in a stretch of time, of which nothing is judged.
 *
 * @param fromMillis the begin of the time, since sampling began
 * @param pools those that ran tasks
 * @param connections pools of connections
 * @param trial a trial of another number of connections at this load; null if none was made
 */
public record ProgramSamples(
    long fromMillis,
    long toMillis,
    ProcessUse process,
    List<PoolSamples> pools,
    List<Connections> connections,
    @JsonInclude(JsonInclude.Include.NON_NULL) ConnectionTrial trial) {
  /** The longest observation, a month: samples may come from a damaged file. */
  private static final long MAX_MILLIS = Duration.ofDays(31).toMillis();

  /** The samples of a program that could not be sampled. */
  public static final ProgramSamples NONE =
      new ProgramSamples(0, 0, new ProcessUse(0, 0, 0, 0), List.of(), List.of(), null);

  /** The agent's name for a site in no class of the application or of a library. */
  public static final String FRAMEWORK = "Dubbo";

  public ProgramSamples {
    if (fromMillis < 0 || fromMillis > toMillis || toMillis > MAX_MILLIS) {
      throw new IllegalArgumentException(
          "time: %d to %d ms (valid: 0..%d)".formatted(fromMillis, toMillis, MAX_MILLIS));
    }
    Objects.requireNonNull(process, "process");
    pools = List.copyOf(pools);
    connections = List.copyOf(connections);
  }

  /**
   * Use of the process.
   *
   * @param samples of each pool; 0 = the program could not be sampled
   * @param cpuShare the process's or the host's CPU time, whichever is more, by the CPUs
   * @param ownNanos CPU time of the agent
   * @param collectedMillis time in garbage collections that stop the process
   */
  public record ProcessUse(int samples, double cpuShare, long ownNanos, long collectedMillis) {
    private static final int MAX_SAMPLES = 10_000;

    public ProcessUse {
      if (samples < 0 || samples > MAX_SAMPLES) {
        throw new IllegalArgumentException(
            "samples: " + samples + " (valid: 0.." + MAX_SAMPLES + ")");
      }
    }
  }

  /**
   * Use of a pool.
   *
   * @param arrivals tasks submitted in each 10 ms, if asked for
   * @param heldSeconds the time for which a thread has run its task, at least; of the oldest task
   * @param sites where busy threads were
   */
  public record PoolSamples(
      PoolSetup setup,
      Samples samples,
      List<Integer> arrivals,
      Counts counts,
      long heldSeconds,
      List<Site> sites) {
    public PoolSamples {
      Objects.requireNonNull(setup, "setup");
      Objects.requireNonNull(samples, "samples");
      Objects.requireNonNull(counts, "counts");
      arrivals = List.copyOf(arrivals);
      sites = List.copyOf(sites);
    }

    /** The pool while it runs no task. */
    public PoolSamples idle(int moments) {
      List<Integer> none = Collections.nCopies(moments, 0);
      return new PoolSamples(
          setup, new Samples(none, none), List.of(), new Counts(0, 0, 0), 0, List.of());
    }

    /** Mean number of busy threads. */
    public double busy() {
      return mean(samples.busy);
    }

    /** Mean number of tasks in the queue. */
    public double queued() {
      return mean(samples.queued);
    }

    private static double mean(List<Integer> counts) {
      return counts.stream().mapToInt(Integer::intValue).average().orElse(0);
    }

    /** The site at which most threads were found in code of the application, or of a library. */
    public Optional<Site> runs() {
      return sites.stream()
          .filter(site -> !site.at.equals(FRAMEWORK))
          .max(Comparator.comparingLong(Site::count));
    }
  }

  /** What each sample found: threads that ran a task, and tasks in the queue. */
  public record Samples(List<Integer> busy, List<Integer> queued) {
    public Samples {
      // Jetty, which subtracts counts of two moments, may give a number below 0.
      busy = busy.stream().map(count -> Math.max(0, count)).toList();
      queued = queued.stream().map(count -> Math.max(0, count)).toList();
      if (busy.size() != queued.size()) {
        throw new IllegalArgumentException(
            "samples: %d of busy threads, %d of queues".formatted(busy.size(), queued.size()));
      }
    }
  }

  /** Differences of counters: tasks that ended or were refused, and CPU time of the threads. */
  public record Counts(long completed, long refused, long cpuNanos) {}

  /** The state of a sampled thread. */
  public enum State {
    /** It runs, or waits for a CPU or a file. */
    RUN,
    /** It waits for a socket. */
    SOCKET,
    /** It waits for a monitor that another thread holds. */
    LOCK,
    /** It waits to be notified: for a permit, a lock, a connection, another thread. */
    WAIT,
    /** It sleeps. */
    SLEEP
  }

  public ProgramSamples with(ConnectionTrial made) {
    return new ProgramSamples(fromMillis, toMillis, process, pools, connections, made);
  }

  /** Whether the program could be sampled. */
  public boolean isSampled() {
    return process.samples > 0;
  }

  /** The length of the time. */
  public double seconds() {
    return (toMillis - fromMillis) / 1e3;
  }

  /** The use of a pool; empty if it ran no task. */
  public Optional<PoolSamples> pool(int id) {
    return pools.stream().filter(pool -> pool.setup().id() == id).findFirst();
  }

  /** The pools that run tasks beside the one under test. */
  public List<PoolSamples> others() {
    return pools.stream().filter(pool -> !pool.setup().measured()).toList();
  }

  /** The sites of the threads of the pool under test. */
  public List<Site> sites() {
    return pools.stream()
        .filter(pool -> pool.setup().measured())
        .flatMap(pool -> pool.sites().stream())
        .toList();
  }

  public long samples() {
    return sites().stream().mapToLong(Site::count).sum();
  }

  /** The share of the sampled business time at a site, 0 to 1; 0 without samples. */
  public double share(Site site) {
    return sites().stream().filter(site::isSame).mapToLong(Site::count).sum()
        / (double) Math.max(1, samples());
  }

  /**
   * A place of the application at which threads were found.
   *
   * @param at class and method of the application, or of a library that has not called it yet
   * @param via class and method of the library that it called, directly or not; empty if it called
   *     none, or only the JDK
   * @param blocker the class of what the threads wait for; empty if unknown
   * @param count of samples
   */
  public record Site(State state, String at, String via, String blocker, long count) {
    private static final Pattern LOCKS =
        Pattern.compile(
            "java[.]util[.]concurrent[.](?:Semaphore|locks[.](?:Reentrant.*|StampedLock))(?:[$].*)?");

    public Site {
      Objects.requireNonNull(state, "state");
      Objects.requireNonNull(at, "at");
      Objects.requireNonNull(via, "via");
      Objects.requireNonNull(blocker, "blocker");
    }

    public Site counted(long samples) {
      return new Site(state, at, via, blocker, samples);
    }

    /** Whether a thread waits until another one gives back a monitor, a lock or a permit. */
    public boolean isForLock() {
      return state == State.LOCK || (state == State.WAIT && LOCKS.matcher(blocker).matches());
    }

    public boolean isSame(Site other) {
      return at.equals(other.at) && isSameWait(other);
    }

    /** Whether both wait for the same, also where different methods call that of a library. */
    public boolean isSameWait(Site other) {
      return state == other.state
          && via.equals(other.via)
          && blocker.equals(other.blocker)
          && (!via.isEmpty() || at.equals(other.at));
    }
  }

  /**
   * The throughput with another maximum size of a pool of connections, measured once, right after
   * the size that the application configures.
   *
   * @param name of the pool
   * @param tps with {@code size} connections, of each slice
   * @param triedTps with {@code tried} connections, of each slice
   */
  public record ConnectionTrial(
      String name, int size, List<Double> tps, int tried, List<Double> triedTps) {
    public ConnectionTrial {
      Objects.requireNonNull(name, "name");
      tps = List.copyOf(tps);
      triedTps = List.copyOf(triedTps);
    }
  }

  /**
   * A pool of connections of the application.
   *
   * @param library such as {@code HikariCP}
   * @param via class and method in which threads wait for a connection
   * @param size the maximum number of connections
   * @param inUse mean number of connections in use
   * @param waiting mean number of threads that waited for a connection
   * @param full the share of samples in which all were in use; where routes have limits of their
   *     own, in which threads waited for one
   */
  public record Connections(
      String library,
      String via,
      String name,
      int size,
      double inUse,
      double waiting,
      double full) {
    public Connections {
      Objects.requireNonNull(library, "library");
      Objects.requireNonNull(via, "via");
      Objects.requireNonNull(name, "name");
    }
  }
}
