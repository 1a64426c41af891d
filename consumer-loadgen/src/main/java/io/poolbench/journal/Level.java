package io.poolbench.journal;

import io.poolbench.core.ProviderMetrics;
import io.poolbench.journal.CounterNames.Side;
import io.poolbench.stats.ShareInterval.Count;
import io.poolbench.study.Cell;
import io.poolbench.study.Workload;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.BiFunction;
import java.util.function.Supplier;

/**
 * Slices of one load on one cell's pool, taken together: a row of the tables. All figures are
 * functions of the slices. Immutable and thread-safe.
 */
public final class Level {
  private final Cell cell;
  private final int load;
  private final List<Slice> slices;
  private final Supplier<Slice> sum;
  private final Supplier<Batch> total;

  /** Creates a level of all calls, or of those of a group or a phase of the cell. */
  public Level(Cell cell, List<Slice> slices) {
    this(cell, load(cell, slices.get(0).key()), slices);
  }

  /**
   * Creates a level of slices that have the same level.
   *
   * @param load users, or requests per second, of these calls: those of a group or a phase are not
   *     the cell's
   * @param slices at least one, in order of time
   */
  public Level(Cell cell, int load, List<Slice> slices) {
    this.cell = Objects.requireNonNull(cell, "cell");
    this.load = load;
    this.slices = List.copyOf(slices);
    this.sum = new Lazy<>(() -> Slice.sum(this.slices));
    this.total = new Lazy<>(() -> sum.get().total());
    if (this.slices.stream().map(slice -> slice.key().level()).distinct().count() != 1) {
      throw new IllegalArgumentException("slices of no or several levels");
    }
  }

  public Cell cell() {
    return cell;
  }

  /** Users, or requests per second, of the cell. */
  public int level() {
    return slices.get(0).key().level();
  }

  private static int load(Cell cell, Key key) {
    return cell.load().groups().stream()
        .filter(group -> group.name().equals(key.part()))
        .findFirst()
        .map(group -> cell.load().level(group, key.level()))
        .orElse(key.level());
  }

  /** Users, or requests per second, of these calls. */
  public int load() {
    return load;
  }

  public List<Slice> slices() {
    return slices;
  }

  /** All slices together. */
  public Slice sum() {
    return sum.get();
  }

  public Calls calls() {
    return total.get().calls();
  }

  public Times times() {
    return total.get().times();
  }

  public Durations response() {
    return times().response();
  }

  public Counters counters() {
    return sum().counters();
  }

  public Pending pending() {
    return sum().pending();
  }

  public Span span() {
    return total.get().span();
  }

  /** The measured time, without the time between slices. */
  public double seconds() {
    return span().seconds();
  }

  /** Calls answered OK per second. */
  public double tps() {
    return calls().ok() / seconds();
  }

  public boolean isOpenLoop() {
    return cell.load().workload() instanceof Workload.Open;
  }

  /** The number of requests due: those that ended, were given up, or are pending. */
  public long due() {
    return calls().ended() + pending().ages().count();
  }

  /**
   * The mean cycle of a user: response time of any outcome plus think time. By Little's law the
   * number of users is this mean times the calls per time. Null without a call.
   */
  public Double cycleMeanMillis() {
    return calls().total() == 0
        ? null
        : (Double) (cyclesNanos() / calls().total() / Units.NANOS_PER_MILLI);
  }

  private double cyclesNanos() {
    return response().sumNanos()
        + calls().sum(CallSum.FAILED_NANOS)
        + calls().sum(CallSum.THINK_NANOS);
  }

  /**
   * The mean number of busy users of a closed loop by Little's law: the time spent in cycles (pause
   * and call), ended or not, over the measured time; null in an open loop.
   */
  public Double busyUsers() {
    return isOpenLoop()
        ? null
        : (Double) ((cyclesNanos() + calls().sum(CallSum.CARRIED_NANOS)) / span().nanos());
  }

  /**
   * By batch, the calls that were late by a limit; see {@link Lateness#calls}. Windows are the
   * slices, from 1.
   */
  public List<Count> late(long limitNanos) {
    return bySlice((slice, window) -> new Lateness(slice, window, limitNanos).calls());
  }

  /** By batch, the users' time beyond a limit as calls; empty in an open loop. */
  public List<Count> lateTime(long limitNanos) {
    if (isOpenLoop()) {
      return List.of();
    }
    Double cycle = cycleMeanMillis();
    double nanos = cycle == null ? span().nanos() : cycle * Units.NANOS_PER_MILLI;
    return bySlice((slice, window) -> new Lateness(slice, window, limitNanos).time(load, nanos));
  }

  /** By batch, the calls that were due and not answered OK. */
  public List<Count> unanswered() {
    return bySlice(
        (slice, window) ->
            slice.batches().stream()
                .map(Batch::calls)
                .map(calls -> new Count(window, calls.ended() - calls.ok(), calls.ended()))
                .toList());
  }

  private List<Count> bySlice(BiFunction<Slice, Integer, List<Count>> counts) {
    List<Count> all = new ArrayList<>();
    for (int i = 0; i < slices.size(); i++) {
      all.addAll(counts.apply(slices.get(i), i + 1));
    }
    return all;
  }

  /** The mean of a summary of the provider's, in milliseconds; null if unknown. */
  Double meanMillis(String summary) {
    return Units.secondsToMillis(
        Units.ratio(
            counters().gained(ProviderMetrics.sum(summary)),
            counters().gained(ProviderMetrics.count(summary))));
  }

  /**
   * An amount per call between the readings of the counters: of the provider per task that its pool
   * finished if it counts them.
   */
  Double perCall(Double amount, Side side) {
    Double tasks = counters().gained(ProviderMetrics.POOL_COMPLETED);
    return Units.ratio(
        amount,
        side == Side.PROVIDER && tasks != null ? tasks : counters().gained(CounterNames.CALLS));
  }

  /** The longest answer of Redis to the driver's probe, or the age of one without an answer. */
  Double longestRedisAnswerMillis() {
    Double answered = MetricSource.longest(this, CounterNames.REDIS_ANSWERS);
    Double pending = counters().highest().get(CounterNames.REDIS_PENDING);
    return Units.max(answered, pending == null || pending == 0 ? null : Units.millis(pending));
  }

  /** Heap in use after the last collection; null without one, as an older value is another's. */
  Double heapAfterCollectionMebibytes() {
    Double collections = Metric.GC_COUNT.of(this);
    return collections == null || collections == 0
        ? null
        : Units.mebibytes(counters().closing().get(ProviderMetrics.HEAP_AFTER_GC));
  }

  /**
   * Mean network and client time, including the provider's I/O threads: the OK calls' mean response
   * time minus the provider's mean queue wait, mean service time, and the mean time that a call is
   * open without a thread (by Little's law). Null if unknown.
   */
  public Double outsideMillis() {
    Double response = Metric.MEAN.of(this);
    Double service = Metric.SERVICE_MEAN.of(this);
    if (response == null || service == null) {
      return null;
    }
    Double wait = Metric.QUEUE_WAIT_MEAN.of(this);
    Double openCalls = Metric.ASYNC_OPEN_MEAN.of(this);
    double open = openCalls == null || tps() == 0 ? 0 : 1e3 * openCalls / tps();
    return Math.max(0, response - service - (wait == null ? 0 : wait) - open);
  }

  /** TPS in percent of the cell's own capacity; null if the capacity was not measured. */
  Double goodputPct() {
    return Units.pct(tps(), counters().closing().get(CounterNames.CAPACITY));
  }

  /** Answers after their caller had given up, in percent of these and of OK answers. */
  Double expiredPct() {
    Double expired = counters().gained(CounterNames.EXPIRED);
    return expired == null ? null : Units.pct(expired, expired + calls().ok());
  }

  /** A value that is computed when it is first needed. */
  private static final class Lazy<T> implements Supplier<T> {
    private Supplier<T> computation;
    private T value;

    Lazy(Supplier<T> computation) {
      this.computation = computation;
    }

    @Override
    public synchronized T get() {
      if (value == null) {
        value = computation.get();
        computation = null;
      }
      return value;
    }
  }
}
