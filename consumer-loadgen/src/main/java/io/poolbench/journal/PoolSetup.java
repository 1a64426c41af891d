package io.poolbench.journal;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The configuration of a thread pool.
 *
 * @param type the name of its class, or of the JDK's scheduler for any subclass of that
 * @param thread name of one of its threads
 * @param max threads at most
 * @param measured whether it is a pool under test
 * @param queueCapacity -1: without a bound; null: unknown
 * @param counts whether the pool counts its tasks, and refusals
 * @param dubboPort the port whose calls it runs; null where Dubbo did not build it for one
 */
public record PoolSetup(
    int id,
    String type,
    String thread,
    int core,
    int max,
    boolean measured,
    Integer queueCapacity,
    Counting counts,
    @JsonInclude(JsonInclude.Include.NON_NULL) Integer dubboPort) {
  /** Threads of a Dubbo pool with another rejection handler; a consumer's have no port. */
  private static final Pattern DUBBO =
      Pattern.compile(
          "(?:DubboServerHandler-(?:.*:)?|(?i:dubbo|tri)-protocol-)(\\d{1,5})-thread-.*");

  /** What follows the name that its user gave a pool: the number of a thread. */
  private static final Pattern NUMBER =
      Pattern.compile("(?:[-_ #:.]*(?i:exec|thread|t))?[-_ #:.]*\\d+$");

  /** A name that a pool has by the number of pools that were made before it. */
  private static final Pattern BY_ORDER = Pattern.compile(".*-\\d+(?:-worker)?$");

  private static final Pattern THREADS_FIRST =
      Pattern.compile("^org[.]apache[.]tomcat[.]|Eager|QueuedThreadPool$|ForkJoinPool$");

  private static final String SCHEDULER = "java.util.concurrent.ScheduledThreadPoolExecutor";

  private static final int UNBOUNDED = Integer.MAX_VALUE;

  public PoolSetup {
    Objects.requireNonNull(type, "type");
    Objects.requireNonNull(thread, "thread");
    Objects.requireNonNull(counts, "counts");
  }

  public record Counting(boolean tasks, boolean refusals) {}

  /** The pool by its user: a port of Dubbo, a connector of Tomcat, or a thread factory. */
  public String user() {
    if (dubboPort != null) {
      return "Dubbo " + dubboPort;
    }
    Matcher dubbo = DUBBO.matcher(thread);
    if (dubbo.matches()) {
      return "Dubbo " + dubbo.group(1);
    }
    String name = NUMBER.matcher(thread).replaceFirst("");
    String server =
        type.startsWith("org.apache.tomcat.")
            ? "Tomcat "
            : type.endsWith("QueuedThreadPool") ? "Jetty " : "";
    return server + (name.isEmpty() ? thread : name);
  }

  /** Whether the pool serves calls to the program. */
  public boolean serves() {
    return List.of("Dubbo ", "Tomcat ", "Jetty ").stream().anyMatch(user()::startsWith)
        || thread.startsWith("http-nio-");
  }

  /**
   * Whether a pool of this name in another run of the program is this one, if it is the only one
   * there: its user named it, or it has the same sizes.
   */
  public boolean isSame(PoolSetup other) {
    return serves() || !BY_ORDER.matcher(user()).matches() || text().equals(other.text());
  }

  public boolean isBounded() {
    return max < UNBOUNDED;
  }

  /** Whether it runs tasks at times that are set before, of which only those that are due wait. */
  public boolean isScheduler() {
    return type.equals(SCHEDULER);
  }

  /**
   * The threads that are busy when a further task waits, or is refused: the core, beyond which
   * {@link java.util.concurrent.ThreadPoolExecutor} starts threads only while its queue is full,
   * unless the pool starts threads first, as Dubbo's eager pool, Tomcat's and Jetty's do.
   */
  public int filled() {
    boolean threadsFirst =
        THREADS_FIRST.matcher(type).find() || queueCapacity == null || queueCapacity == 0;
    return threadsFirst ? max : Math.max(1, core);
  }

  /** {@code at most 200 threads, no queue}. */
  public String text() {
    String threads =
        isBounded()
            ? "at most " + max + (max == 1 ? " thread" : " threads")
            : "any number of threads";
    return threads
        + (queueCapacity == null
            ? ""
            : queueCapacity < 0
                ? ", queue without a bound"
                : queueCapacity == 0 ? ", no queue" : ", queue of " + queueCapacity);
  }
}
