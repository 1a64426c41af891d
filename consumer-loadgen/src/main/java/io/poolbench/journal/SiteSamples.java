package io.poolbench.journal;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * The activity of a target's business threads, sampled at random moments of a period that is not
 * judged.
 *
 * @param moments the number of moments at which threads were sampled; 0 = they could not be
 * @param busyThreads mean number of threads that ran a business method
 * @param others threads that ran code of the application, but no business method
 * @param trial a trial of another number of connections at this load; null if none was made
 */
public record SiteSamples(
    long moments,
    double busyThreads,
    List<Site> sites,
    List<Connections> connectionPools,
    List<OtherThreads> others,
    @JsonInclude(JsonInclude.Include.NON_NULL) ConnectionTrial trial) {
  /** The samples of a target that could not be sampled. */
  public static final SiteSamples NONE =
      new SiteSamples(0, 0, List.of(), List.of(), List.of(), null);

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

  public SiteSamples {
    sites = List.copyOf(sites);
    connectionPools = List.copyOf(connectionPools);
    others = List.copyOf(others);
  }

  public SiteSamples with(ConnectionTrial made) {
    return new SiteSamples(moments, busyThreads, sites, connectionPools, others, made);
  }

  /** The pool of connections for which most threads wait; empty if none waits. */
  public Optional<Connections> awaitedMost() {
    return connectionPools.stream()
        .filter(pool -> pool.waiting() > 0)
        .max(Comparator.comparingDouble(Connections::waiting));
  }

  public long samples() {
    return sites.stream().mapToLong(Site::count).sum();
  }

  /** The share of the sampled business time at a site, 0 to 1; 0 without samples. */
  public double share(Site site) {
    return sites.stream().filter(site::isSame).mapToLong(Site::count).sum()
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
   * Threads whose names differ in digits only.
   *
   * @param name with {@code #} for its digits
   * @param busy mean number of them that ran code of the application
   * @param at class and method of the application, of one of them
   */
  public record OtherThreads(String name, double busy, String at) {
    public OtherThreads {
      Objects.requireNonNull(name, "name");
      Objects.requireNonNull(at, "at");
    }
  }

  /**
   * The throughput with another maximum size of a pool of connections, measured once, right after
   * the size that the application configures.
   *
   * @param name of the pool
   * @param tps with {@code size} connections
   * @param triedTps with {@code tried} connections
   */
  public record ConnectionTrial(String name, int size, double tps, int tried, double triedTps) {
    public ConnectionTrial {
      Objects.requireNonNull(name, "name");
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
   */
  public record Connections(
      String library, String via, String name, int size, double inUse, double waiting) {
    public Connections {
      Objects.requireNonNull(library, "library");
      Objects.requireNonNull(via, "via");
      Objects.requireNonNull(name, "name");
    }
  }
}
