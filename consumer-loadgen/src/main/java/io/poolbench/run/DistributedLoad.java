package io.poolbench.run;

import io.poolbench.lab.Counters;
import io.poolbench.lab.LabException;
import io.poolbench.load.FailureReasons;
import io.poolbench.load.Interval;
import io.poolbench.load.LatencyRecorder;
import io.poolbench.load.Ledger;
import io.poolbench.load.Load;
import io.poolbench.load.NanoClock;
import io.poolbench.load.Probe;
import io.poolbench.load.Probe.PoolState;
import io.poolbench.result.GeneratorUse;
import io.poolbench.run.LoadParts.Part;
import io.poolbench.spec.Group;
import io.poolbench.spec.LoadSchedule;
import io.poolbench.spec.Workload;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;

/**
 * A load that is split among several generators by their number of CPUs; their intervals are
 * merged. Orders are sent to all generators at once. Each generator delays an order by the time
 * that its network path is shorter than the longest one, so that no clocks have to be synchronized.
 *
 * <p>A lost generator is left out; the others take over its share when the level next changes.
 */
final class DistributedLoad implements Load {
  /** Far less than the timeout of a message, within which an order must be answered. */
  private static final Duration DRAIN_ORDER = Duration.ofMillis(500);

  private final LoadSchedule schedule;
  private final LoadParts parts;
  private final FailureReasons reasons;
  private final NanoClock clock;
  private final List<GeneratorUse> read = new ArrayList<>();

  /** The generators that were ordered to make the present level. */
  private List<Part> assigned;

  private final Map<Part, Integer> sharesNow = new HashMap<>();
  private final Map<Part, Long> ends = new HashMap<>();
  private boolean following;

  /** End of the last interval; null if the next interval does not continue it. */
  private Long endNanos;

  private int present;

  /**
   * @param parts closed with this load
   * @param reasons counts the failed calls of all generators
   */
  DistributedLoad(LoadSchedule schedule, LoadParts parts, FailureReasons reasons, NanoClock clock) {
    this.schedule = schedule;
    this.parts = parts;
    this.reasons = reasons;
    this.clock = clock;
    this.assigned = parts.all();
  }

  @Override
  public void level(int level) {
    present = level;
    following = false;
    List<Part> left = parts.left();
    assigned = left;
    if (left.isEmpty()) {
      return;
    }
    List<Integer> weights = weights(left);
    List<List<Integer>> shares =
        levels(level).stream().map(each -> Generators.shares(each, weights)).toList();
    Map<Part, List<Integer>> own = new LinkedHashMap<>();
    for (int at = 0; at < left.size(); at++) {
      int of = at;
      own.put(left.get(at), shares.stream().map(ofGroup -> ofGroup.get(of)).toList());
      sharesNow.put(left.get(at), own.get(left.get(at)).stream().mapToInt(each -> each).sum());
    }
    Map<Part, Long> delays = delays(left);
    parts.order(left, part -> part.load().level(own.get(part), delays.get(part)));
  }

  /**
   * Generators whose share of the lowest level would be 0 get no share at all, because a hold has
   * no level 0.
   */
  @Override
  public void follow(List<Hold> holds) {
    present = holds.get(holds.size() - 1).level();
    following = true;
    List<Part> left = parts.left();
    assigned = left;
    int lowest = holds.stream().mapToInt(Hold::level).min().orElseThrow();
    List<Part> busy = new ArrayList<>(left);
    while (!busy.isEmpty() && Generators.shares(lowest, weights(busy)).contains(0)) {
      busy.remove(
          Collections.min(busy, Comparator.comparingInt(part -> part.member().facts().cpus())));
    }
    List<Integer> weights = weights(busy);
    left.forEach(
        part -> sharesNow.put(part, busy.contains(part) ? part.member().facts().cpus() : 0));
    Map<Part, Long> delays = delays(left);
    parts.order(
        left,
        part -> {
          int at = busy.indexOf(part);
          part.load()
              .follow(
                  holds.stream()
                      .filter(hold -> at >= 0)
                      .map(
                          hold ->
                              new Hold(
                                  Generators.shares(hold.level(), weights).get(at), hold.nanos()))
                      .toList(),
                  delays.get(part));
        });
  }

  private static List<Integer> weights(List<Part> parts) {
    return parts.stream().map(part -> part.member().facts().cpus()).toList();
  }

  /** The level of each group, or of the whole load if it has no groups. */
  private List<Integer> levels(int level) {
    return schedule.groups().isEmpty()
        ? List.of(level)
        : schedule.groups().stream().map(group -> schedule.level(group, level)).toList();
  }

  private List<Workload> workloads() {
    return schedule.groups().isEmpty()
        ? List.of(schedule.workload())
        : schedule.groups().stream().map(Group::workload).toList();
  }

  /**
   * Half the difference to the longest round trip, assuming that both directions take equally long.
   */
  private static Map<Part, Long> delays(List<Part> parts) {
    Map<Part, Double> millis = new LinkedHashMap<>();
    parts.forEach(part -> millis.put(part, part.member().roundTripMillis().getAsDouble()));
    double longest = millis.values().stream().mapToDouble(each -> each).max().orElse(0);
    Map<Part, Long> delays = new LinkedHashMap<>();
    millis.forEach((part, own) -> delays.put(part, Math.round((longest - own) / 2 * 1e6)));
    return delays;
  }

  @Override
  public void drainBefore(int level, Duration timeout) throws InterruptedException {
    List<Integer> before = levels(present);
    List<Integer> next = levels(level);
    List<Integer> falling =
        IntStream.range(0, next.size())
            .filter(group -> workloads().get(group) instanceof Workload.Open)
            .filter(group -> before.get(group) > 0 && next.get(group) <= before.get(group))
            .boxed()
            .toList();
    if (!falling.isEmpty()) {
      boolean unused = drain(falling, timeout);
    }
  }

  /**
   * The interval's length is the mean of the lengths that the generators measured, weighted by
   * their shares. A length by the coordinator's clock would vary with the time of answers and with
   * the load of the coordinator's CPUs.
   */
  @Override
  public Interval take() {
    List<Part> left = parts.left();
    Map<Part, Long> delays = delays(left);
    List<Interval> intervals = new ArrayList<>();
    double weighted = 0;
    long weights = 0;
    Map<Part, Generator.GeneratorLoad.Taken> taken =
        parts.ask(left, part -> part.load().take(delays.get(part)));
    boolean idle = taken.keySet().stream().allMatch(part -> sharesNow.getOrDefault(part, 0) == 0);
    for (Map.Entry<Part, Generator.GeneratorLoad.Taken> of : taken.entrySet()) {
      Interval interval = of.getValue().interval();
      reasons.add(of.getValue().failed());
      intervals.add(interval);
      long end = interval.end().nanos();
      Long before = ends.put(of.getKey(), end);
      int weight = idle ? 1 : sharesNow.get(of.getKey());
      if (before != null) {
        weighted += (double) weight * (end - before);
        weights += weight;
      }
    }
    endNanos =
        endNanos == null || weights == 0
            ? clock.nanoTime()
            : endNanos + Math.round(weighted / weights);
    return intervals.isEmpty() ? nothing(endNanos) : Interval.across(intervals, endNanos);
  }

  private Interval nothing(long instant) {
    Ledger now = new Ledger(instant, 0, 0, Ledger.EMPTY.pending(), 0);
    List<Interval> groups =
        schedule.groups().stream().map(group -> new LatencyRecorder().take(now)).toList();
    return groups.isEmpty() ? new LatencyRecorder().take(now) : Interval.together(groups);
  }

  @Override
  public int inFlight() {
    return parts.ask(parts.left(), part -> part.load().inFlight()).values().stream()
        .mapToInt(calls -> calls)
        .sum();
  }

  @Override
  public boolean drain(Duration timeout) throws InterruptedException {
    present = 0;
    return drain(IntStream.range(0, levels(0).size()).boxed().toList(), timeout);
  }

  private boolean drain(List<Integer> groups, Duration timeout) throws InterruptedException {
    long deadline = clock.nanoTime() + timeout.toNanos();
    while (true) {
      long left = Math.max(0, deadline - clock.nanoTime());
      long atMost = Math.min(left, DRAIN_ORDER.toNanos());
      boolean ended =
          parts.ask(parts.left(), part -> part.load().drain(groups, atMost)).values().stream()
              .allMatch(each -> each);
      if (Thread.interrupted()) {
        throw new InterruptedException();
      }
      if (ended || deadline - clock.nanoTime() <= 0) {
        return ended;
      }
    }
  }

  /** A probe of the provider's counters that also reads the generators. */
  Probe<Counters, LabException> beside(Probe<Counters, LabException> provider) {
    return new Probe<>() {
      @Override
      public Counters read() throws LabException, InterruptedException {
        return provider.read().with(uses());
      }

      @Override
      public Counters readAtRest() throws LabException, InterruptedException {
        Counters opened = provider.readAtRest();
        // Each slice is stored with its counters, which would grow by those of all before it.
        int earlier = uses().size();
        read.subList(0, earlier).clear();
        return opened.with(List.of());
      }

      @Override
      public void check() throws LabException, InterruptedException {
        provider.check();
        parts.requireEnough();
      }

      @Override
      public CompletableFuture<PoolState> pool() {
        return provider.pool();
      }
    };
  }

  /**
   * The calls and resource use of each generator, reading by reading. A lost generator is marked in
   * each reading until the others have taken over its share.
   */
  List<GeneratorUse> uses() throws LabException {
    endNanos = following ? endNanos : null;
    parts
        .ask(parts.left(), part -> part.load().read())
        .forEach(
            (part, use) -> {
              // 0 s: nothing was measured before this reading, which precedes a window.
              if (use.seconds() > 0) {
                read.add(use.of(part.member().name()));
              }
            });
    parts.reportLost();
    assigned.stream()
        .filter(part -> part.member().isLost())
        .forEach(part -> read.add(GeneratorUse.lost(part.member().name())));
    return List.copyOf(read);
  }

  @Override
  public void close() {
    parts.order(parts.left(), part -> part.load().close());
  }
}
