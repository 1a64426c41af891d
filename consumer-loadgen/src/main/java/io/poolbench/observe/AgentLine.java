package io.poolbench.observe;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.MapperFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.poolbench.journal.SiteSamples.Site;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Objects;

/**
 * A line of the agent in an observed program: the program, a pool's configuration, about a second
 * of use, or why the observation ended. What is absent is null, 0 or empty.
 *
 * @param atMillis the end of the second, since the begin of the observation
 * @param pools those that were used
 */
public record AgentLine(
    String program,
    PoolSetup pool,
    String ended,
    long atMillis,
    ProcessUse process,
    List<PoolSecond> pools,
    List<ConnectionUse> connections) {
  static final JsonMapper JSON =
      JsonMapper.builder()
          .enable(MapperFeature.ACCEPT_CASE_INSENSITIVE_ENUMS)
          .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
          .build();

  /** The longest observation, a month: a line may come from a damaged file. */
  private static final long MAX_MILLIS = Duration.ofDays(31).toMillis();

  public AgentLine {
    if (atMillis < 0 || atMillis > MAX_MILLIS) {
      throw new IllegalArgumentException(
          "atMillis: " + atMillis + " (valid: 0.." + MAX_MILLIS + ")");
    }
    pools = pools == null ? List.of() : List.copyOf(pools);
    connections = connections == null ? List.of() : List.copyOf(connections);
  }

  public static AgentLine parse(String line) throws JsonProcessingException {
    return JSON.readValue(line, AgentLine.class);
  }

  /**
   * Use of the process in this second.
   *
   * @param samples of each pool
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
   * Use of a pool in this second.
   *
   * @param arrivals tasks submitted in each 10 ms, if asked for
   * @param heldSeconds the time for which a thread has run its task, at least; of the oldest task
   */
  public record PoolSecond(
      int id,
      Samples samples,
      List<Integer> arrivals,
      Counts counts,
      long heldSeconds,
      List<Site> sites) {
    public PoolSecond {
      Objects.requireNonNull(samples, "samples");
      Objects.requireNonNull(counts, "counts");
      arrivals = List.copyOf(arrivals);
      sites = List.copyOf(sites);
    }

    static PoolSecond idle(int id, int samples) {
      List<Integer> none = Collections.nCopies(samples, 0);
      return new PoolSecond(
          id, new Samples(none, none), List.of(), new Counts(0, 0, 0), 0, List.of());
    }
  }

  /** What each sample found: threads that ran a task, and tasks in the queue. */
  public record Samples(List<Integer> busy, List<Integer> queued) {
    public Samples {
      busy = List.copyOf(busy);
      queued = List.copyOf(queued);
    }
  }

  /** Differences of counters: tasks that ended or were refused, and CPU time of the threads. */
  public record Counts(long completed, long refused, long cpuNanos) {}

  /**
   * A pool of connections in this second.
   *
   * @param inUse mean number of connections in use
   * @param waiting mean number of threads that waited for one
   * @param full the share of samples in which all were in use
   */
  public record ConnectionUse(
      String name, String via, int size, double inUse, double waiting, double full) {
    public ConnectionUse {
      Objects.requireNonNull(name, "name");
      Objects.requireNonNull(via, "via");
    }
  }
}
