package io.poolbench.model;

import io.poolbench.api.PoolConfig;
import io.poolbench.api.PoolType;
import io.poolbench.config.ConfigException;
import io.poolbench.model.Prediction.Level;
import io.poolbench.result.FigureText;
import io.poolbench.result.Metric;
import io.poolbench.spec.Sla;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * The pool that a model recommends, with the alternatives that it was compared with.
 *
 * @param marginPct margin for more load, in percent of the goal
 * @param carried whether the pool carries the goal with the margin
 * @param pool recommended pool; if none carries the goal, the pool with the most users
 * @param arrivals Poisson arrivals at the rate that is asked for; null for other goals, and if no
 *     pool carries it
 * @param planned the goal's load if it is carried, otherwise the max users within the SLA less the
 *     margin
 * @param bound the resource that limits the pool most; null if twice as much of none adds a user
 * @param fewer the pool with one thread less; null if the pool has one thread
 * @param more the pool with twice as many threads
 * @param relaxed the pool with twice as much of one resource, in the order of {@link Resource}
 */
public record Recommendation(
    Goal goal,
    Sla sla,
    double marginPct,
    boolean carried,
    Candidate pool,
    Estimate queue,
    OpenQueue arrivals,
    Level planned,
    Resource bound,
    Candidate fewer,
    Candidate more,
    List<Relaxed> relaxed) {
  public static final int MAX_USERS = 2_000;

  /** The shortest queue with which no call was refused while a thread was free. */
  public static final int MIN_QUEUE = 16;

  /** Ends of an interval that differ by a larger factor say nothing about the pool to choose. */
  private static final double MAX_RATIO = 10;

  /** A load near the bound may be within it by chance, with a little more throughput. */
  private static final double SURPLUS = 1.2;

  public Recommendation {
    Objects.requireNonNull(goal, "goal");
    Objects.requireNonNull(sla, "sla");
    Objects.requireNonNull(pool, "pool");
    ClosedNetwork.require("margin", marginPct >= 0, marginPct);
    relaxed = List.copyOf(relaxed);
  }

  /**
   * A pool with the load that it carries within the SLA.
   *
   * @param maxUsers max users within the SLA; 0 = none
   * @param maxTps throughput at max users
   * @param open whether the highest load considered is within the SLA
   * @param extrapolated whether {@code maxUsers} is outside the measured range
   */
  public record Candidate(
      PoolConfig pool, Estimate maxUsers, Estimate maxTps, boolean open, boolean extrapolated) {
    private static Candidate of(PredictedPool of, int queue) {
      return new Candidate(
          PoolConfig.of(PoolType.FIXED, null, of.scenario().threads(), queue, null),
          of.maxUsersEstimate(),
          of.maxTps(),
          of.open(),
          of.extrapolated(Math.max(1, of.maxUsers())));
    }
  }

  public enum Resource {
    THREADS((of, waitMillis) -> of.withPool(2 * of.threads(), of.queue())),
    CPU((of, waitMillis) -> of.withCpus(2 * of.cpus())),
    /** Downstream services; twice as much means half of the wait in the thread. */
    DOWNSTREAM((of, waitMillis) -> of.withAddedWait(-waitMillis / 2));

    @SuppressWarnings("ImmutableEnumChecker")
    private final Change doubled;

    Resource(Change doubled) {
      this.doubled = doubled;
    }
  }

  /** Returns a changed provider; {@code waitMillis} is its wait in the thread before the change. */
  @FunctionalInterface
  private interface Change {
    Scenario of(Scenario provider, double waitMillis);
  }

  /** The recommended pool's max users within the SLA with twice as much of a resource. */
  public record Relaxed(Resource resource, Estimate maxUsers) {}

  /**
   * Recommends a pool for the most users that any pool carries, within the result's SLA.
   *
   * @throws ConfigException if no pool carries one user on the host as it was
   */
  public static Recommendation ofMostUsers(
      CapacityModel model, MeasuredLoads measured, double marginPct) {
    Sla sla = measured.cell().sla();
    Recommendation found = of(model, measured, sla, new Goal.MostUsers(), marginPct);
    if (!found.carried) {
      throw ConfigException.of(
          measured.cell().name(),
          "no pool carries 1 user within %s on this host as it was (predicted for 1 user: TP99 %s ms)"
              .formatted(
                  FigureText.sla(sla), FigureText.measure(found.planned.tp99Millis().value())));
    }
    return found.supportedBy(measured, model);
  }

  /**
   * Refuses a recommendation that the measurements do not support: one of a model that does not
   * reproduce them; of most users, also one whose interval is too wide; that no pool carries so
   * many users, if it carries {@value #MAX_USERS}; and one of most users, or that no pool carries
   * the goal, if it predicts less throughput than was measured within the SLA.
   *
   * @throws ConfigException if it is refused
   */
  public Recommendation supportedBy(MeasuredLoads measured, CapacityModel model) {
    String source = measured.cell().name();
    model.requireReproduced(source, measured.loads());
    if (carried && !(goal instanceof Goal.MostUsers)) {
      return this;
    }
    Estimate users = pool.maxUsers;
    // The pool may have 5 % fewer than the one with the most users.
    if (goal instanceof Goal.Users
        && !carried
        && users.value() >= (1 - NetworkFit.NOISE) * MAX_USERS) {
      throw ConfigException.of(
          source,
          "max users of %s: %s, and no more than %s are predicted, so that a pool may carry the load (valid: a lower load or margin)"
              .formatted(
                  pool.pool.label(),
                  FigureText.count((long) users.value()),
                  FigureText.count(MAX_USERS)));
    }
    if (carried && (users.low() < 1 || users.high() > MAX_RATIO * users.low())) {
      throw ConfigException.of(
          source,
          "max users of %s: %s [%s, %s], too wide an interval (valid: more rounds, or loads nearer to the bound)"
              .formatted(
                  pool.pool.label(),
                  FigureText.measure(users.value()),
                  FigureText.measure(users.low()),
                  FigureText.measure(users.high())));
    }
    Optional<Observation> best =
        measured.loads().stream()
            .filter(load -> load.isWithin(sla))
            .max(Comparator.comparingDouble(Observation::tps))
            .filter(load -> load.tps() > SURPLUS * pool.maxTps.high());
    if (best.isPresent()) {
      throw ConfigException.of(
          source,
          "%s TPS were measured within the SLA (%s, %s users), more than the %s predicted for the best pool, so that the model does not hold"
              .formatted(
                  FigureText.measure(best.get().tps()),
                  best.get().cell(),
                  FigureText.count(best.get().users()),
                  FigureText.measure(pool.maxTps.value())));
    }
    return this;
  }

  public static Recommendation of(
      CapacityModel model, MeasuredLoads measured, Sla sla, Goal goal, double marginPct) {
    PoolConfig any = PoolConfig.of(PoolType.FIXED, null, 1, -1, null);
    double boundMillis = Metric.responseBound(sla).orElseThrow();
    PoolSearch search =
        new PoolSearch(model, Scenario.of(any, measured), sla, boundMillis, goal, marginPct);
    int threads = search.threads();
    boolean carried = search.carries(threads);
    PredictedPool pool = search.pool(threads);
    Optional<OpenQueue> longest =
        carried ? search.openQueue(threads, model.fit(), MAX_USERS) : Optional.empty();
    Estimate queue =
        longest.isPresent() ? queue(search, threads, longest.get(), model) : queue(pool, sla);
    // A queue of the estimate itself would be too long in half of all cases.
    Optional<OpenQueue> arrivals =
        longest.flatMap(
            found ->
                search
                    .openQueue(threads, model.fit(), (int) queue.low())
                    .or(() -> Optional.of(found)));
    int users = planned(pool, goal, carried, marginPct);
    int length =
        arrivals
            .map(OpenQueue::length)
            .orElseGet(() -> length((int) queue.value(), threads, pool.maxUsers()));
    List<Relaxed> relaxed =
        Arrays.stream(Resource.values())
            .parallel()
            .map(resource -> relaxed(resource, search, pool.scenario(), model.fit()))
            .toList();
    return new Recommendation(
        goal,
        sla,
        marginPct,
        carried,
        Candidate.of(pool, length),
        queue,
        arrivals.orElse(null),
        pool.level(users),
        bound(relaxed, pool.maxUsers()),
        threads == 1 ? null : Candidate.of(search.pool(threads - 1), length),
        Candidate.of(search.pool(2 * threads), length),
        relaxed);
  }

  /** Checks that a model predicts an SLA's metrics and that the SLA bounds the response time. */
  public static void requireBounded(String source, Sla sla) {
    Prediction.requirePredicted(source, sla);
    if (Metric.responseBound(sla).isEmpty()) {
      throw ConfigException.of(
          source, "SLA without a bound on the response time (valid: tp99 or mean, and others)");
    }
  }

  private static Estimate queue(PoolSearch search, int threads, OpenQueue of, CapacityModel model) {
    return Estimate.of(
        of.length(),
        model.resampled().parallelStream()
            .mapToDouble(
                fit -> search.openQueue(threads, fit, MAX_USERS).map(OpenQueue::length).orElse(0))
            .toArray());
  }

  /** The users whose response times are within the SLA, less those that have a thread. */
  private static Estimate queue(PredictedPool pool, Sla sla) {
    PredictedPool inTime =
        pool.within(
            new Sla(
                sla.bounds().stream().filter(bound -> Metric.of(bound).isResponseTime()).toList()));
    double threads = pool.scenario().threads();
    return Estimate.of(
        Math.max(0, inTime.maxUsers() - threads),
        Arrays.stream(inTime.drawnMaxUsers()).map(users -> Math.max(0, users - threads)).toArray());
  }

  /**
   * The length to configure. A burst fills a short queue before an idle thread wakes, so that calls
   * are refused although a thread is free (docs/questions/exhausted-while-idle.md); without a queue
   * they are not.
   */
  private static int length(int inTime, int threads, int maxUsers) {
    return inTime >= MIN_QUEUE ? inTime : threads >= maxUsers ? 0 : MIN_QUEUE;
  }

  private static int planned(PredictedPool pool, Goal goal, boolean carried, double marginPct) {
    int most = Math.max(1, (int) (pool.maxUsers() / (1 + marginPct / 100)));
    if (carried && goal instanceof Goal.Users of) {
      return of.users();
    }
    if (carried && goal instanceof Goal.Rate of) {
      return pool.usersOfTps(of.perSecond());
    }
    return most;
  }

  private static Resource bound(List<Relaxed> relaxed, int maxUsers) {
    return relaxed.stream()
        .filter(of -> of.maxUsers().value() > maxUsers)
        .max(Comparator.comparingDouble(of -> of.maxUsers().value()))
        .map(Relaxed::resource)
        .orElse(null);
  }

  private static Relaxed relaxed(
      Resource resource, PoolSearch search, Scenario pool, NetworkFit fit) {
    Scenario other = resource.doubled.of(pool, fit.waitMillis());
    return new Relaxed(resource, search.in(other).pool(other.threads()).maxUsersEstimate());
  }

  /** The load that a recommended pool must carry within an SLA. */
  public sealed interface Goal {
    /** Whether a pool carries the load and a margin on top, in percent of the load. */
    boolean carriedBy(Estimate maxUsers, Estimate maxTps, double marginPct);

    /** The highest number of users that any pool carries. */
    record MostUsers() implements Goal {
      @Override
      public boolean carriedBy(Estimate maxUsers, Estimate maxTps, double marginPct) {
        return maxUsers.value() >= 1;
      }
    }

    /** A number of users, at least 1, which the low end of the interval must reach. */
    record Users(int users) implements Goal {
      public Users {
        ClosedNetwork.require("users", users >= 1, users);
      }

      @Override
      public boolean carriedBy(Estimate maxUsers, Estimate maxTps, double marginPct) {
        return carries(maxUsers, users, marginPct);
      }
    }

    /**
     * Calls per second, above 0, of any number of users; the low end of the interval must reach it.
     */
    record Rate(double perSecond) implements Goal {
      public Rate {
        ClosedNetwork.require("rate", perSecond > 0, perSecond);
      }

      @Override
      public boolean carriedBy(Estimate maxUsers, Estimate maxTps, double marginPct) {
        return carries(maxTps, perSecond, marginPct);
      }
    }

    private static boolean carries(Estimate max, double load, double marginPct) {
      return max.low() >= load && max.value() >= load * (1 + marginPct / 100);
    }
  }
}
