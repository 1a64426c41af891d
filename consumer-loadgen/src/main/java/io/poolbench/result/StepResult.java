package io.poolbench.result;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * The result of one step.
 *
 * @param step number in the cell, from 1
 * @param level closed-loop users, or requests per second of an open loop
 * @param started start of the measured window, or of the first one
 * @param seconds duration, without the time between several windows
 * @param calls calls that ended in the window
 * @param tps calls answered OK per second
 * @param latency response times of the OK calls; in an open loop from the intended start
 * @param cycleMeanMillis mean cycle of a user: the mean response time of all calls of any outcome,
 *     in a closed loop plus think time; null without calls
 * @param lateTimePct time that users of a closed loop waited beyond the SLA's lowest bound on a
 *     percentile, in percent of all their time; null if unknown
 * @param pacing null without a schedule
 * @param batches counts by batch, from which the verdict's interval is computed
 * @param stalls batches with a response time of seconds, unlike the others
 * @param figures the measured values of provider, driver and host
 * @param histogram the OK calls' response times in nanoseconds, encoded by {@link HistogramText}
 * @param superseded whether the step was repeated because the host disturbed it; a superseded step
 *     is excluded from all results
 * @param groups results by group of users, in the load's order; empty without groups
 * @param phases results by phase, in the order of time; empty if the load is one constant level
 * @param slices the step's course in time, by slices of its phases or by batches
 * @param capacityTps TPS at the cell's own capacity, measured before; null if it was not measured
 * @param ownLevel the level of a group whose load is the same in all steps, where {@code level} is
 *     the whole load's; otherwise null
 */
public record StepResult(
    int step,
    int level,
    Instant started,
    double seconds,
    Calls calls,
    double tps,
    Latency latency,
    Double cycleMeanMillis,
    Double lateTimePct,
    Pacing pacing,
    Pending pending,
    UserTime userTime,
    Batches batches,
    List<Stall> stalls,
    Stability stability,
    Figures figures,
    Verdict verdict,
    String histogram,
    boolean superseded,
    @JsonInclude(JsonInclude.Include.NON_EMPTY) List<GroupResult> groups,
    @JsonInclude(JsonInclude.Include.NON_EMPTY) List<PhaseResult> phases,
    @JsonInclude(JsonInclude.Include.NON_EMPTY) List<Slice> slices,
    @JsonInclude(JsonInclude.Include.NON_NULL) Double capacityTps,
    @JsonInclude(JsonInclude.Include.NON_NULL) Integer ownLevel) {
  public StepResult {
    Objects.requireNonNull(started, "started");
    Objects.requireNonNull(calls, "calls");
    Objects.requireNonNull(latency, "latency");
    Objects.requireNonNull(pending, "pending");
    Objects.requireNonNull(userTime, "userTime");
    Objects.requireNonNull(batches, "batches");
    stalls = List.copyOf(stalls);
    Objects.requireNonNull(stability, "stability");
    Objects.requireNonNull(figures, "figures");
    Objects.requireNonNull(verdict, "verdict");
    Objects.requireNonNull(histogram, "histogram");
    // Files leave out empty lists.
    groups = groups == null ? List.of() : List.copyOf(groups);
    phases = phases == null ? List.of() : List.copyOf(phases);
    slices = slices == null ? List.of() : List.copyOf(slices);
  }

  public StepResult supersede() {
    return with(step, level, figures, verdict, true, groups, phases, slices, capacityTps);
  }

  public StepResult numbered(int number) {
    return with(number, level, figures, verdict, superseded, groups, phases, slices, capacityTps);
  }

  public StepResult judged(Verdict judgement) {
    return with(step, level, figures, judgement, superseded, groups, phases, slices, capacityTps);
  }

  /**
   * Returns this step with its groups and their common verdict: it passes only if all groups pass.
   */
  public StepResult withGroups(List<GroupResult> results) {
    List<Verdict> verdicts = results.stream().map(GroupResult::verdict).toList();
    return with(
        step,
        level,
        figures,
        Verdict.all(verdicts),
        superseded,
        results,
        phases,
        slices,
        capacityTps);
  }

  /** Returns this step with its phases and their common verdict; {@code capacity} may be null. */
  public StepResult withPhases(List<PhaseResult> results, List<Slice> course, Double capacity) {
    List<Verdict> verdicts = results.stream().map(phase -> phase.figures().verdict()).toList();
    return with(
        step, level, figures, Verdict.all(verdicts), superseded, groups, results, course, capacity);
  }

  public StepResult withSlices(List<Slice> course) {
    return with(step, level, figures, verdict, superseded, groups, phases, course, capacityTps);
  }

  /** Returns a phase as a step, with the slices of its time. */
  public StepResult of(PhaseResult phase) {
    StepResult figures = phase.figures();
    List<Slice> within =
        slices.stream()
            .filter(slice -> phase.contains((slice.fromSeconds() + slice.toSeconds()) / 2))
            .toList();
    return figures.with(
        step,
        figures.level,
        figures.figures,
        figures.verdict,
        superseded,
        figures.groups,
        List.of(),
        within,
        capacityTps);
  }

  /** Returns a group as a step of another level. */
  public StepResult of(GroupResult group, int at) {
    StepResult own = group.figures();
    return own.with(
        step, at, own.figures, own.verdict, superseded, List.of(), List.of(), List.of(), null);
  }

  /** Returns this step without values that are known for all calls together only. */
  StepResult knownByGroup() {
    Figures known = figures.only(Metric::isKnownByGroup);
    return with(step, level, known, verdict, superseded, groups, phases, slices, capacityTps);
  }

  public StepResult of(GroupResult group) {
    return of(group, group.figures().level);
  }

  private StepResult with(
      int number,
      int at,
      Figures values,
      Verdict judgement,
      boolean repeated,
      List<GroupResult> ofGroups,
      List<PhaseResult> ofPhases,
      List<Slice> course,
      Double capacity) {
    return new StepResult(
        number,
        at,
        started,
        seconds,
        calls,
        tps,
        latency,
        cycleMeanMillis,
        lateTimePct,
        pacing,
        pending,
        userTime,
        batches,
        stalls,
        stability,
        values,
        judgement,
        histogram,
        repeated,
        ofGroups,
        ofPhases,
        course,
        capacity,
        at == level ? ownLevel : (Integer) level);
  }

  /** The users of a closed loop. */
  public int users() {
    return ownLevel == null ? level : ownLevel;
  }

  /** The number of requests due: those that ended, were given up, or are pending. */
  public long due() {
    return calls.total() + calls.unsent() + pending.calls();
  }

  /** Whether the step counts in results: its verdict is any but INVALID. */
  public boolean isValid() {
    return verdict.kind() != Verdict.Kind.INVALID;
  }

  /** Whether the step has neither groups nor phases. */
  public boolean isPlain() {
    return groups.isEmpty() && phases.isEmpty();
  }

  public Batches withoutStalls() {
    return batches.at(Stall.others(stalls, batches.size()).toArray());
  }

  public Optional<Drift> drift() {
    return Drift.of(batches);
  }

  /**
   * Mean network and client time, including the provider's I/O threads: the OK calls' mean response
   * time minus the provider's mean queue wait, mean service time, and the mean time that a call is
   * open without a thread (by Little's law). Null if unknown.
   */
  public Double outsideMillis() {
    Double response = latency.meanMillis();
    Double service = figures.of(Metric.SERVICE_MEAN);
    Double openCalls = figures.of(Metric.ASYNC_OPEN_MEAN);
    if (response == null || service == null) {
      return null;
    }
    Double wait = figures.of(Metric.QUEUE_WAIT_MEAN);
    double open = openCalls == null || tps == 0 ? 0 : 1e3 * openCalls / tps;
    return Math.max(0, response - service - (wait == null ? 0 : wait) - open);
  }

  /** TPS in percent of the cell's own capacity; null if the capacity was not measured. */
  Double goodputPct() {
    return capacityTps == null || capacityTps == 0 ? null : (Double) (100 * tps / capacityTps);
  }

  /**
   * The result of one phase of a step.
   *
   * @param name unique in the step
   * @param fromSeconds start of the phase, in seconds from the start of the step's window
   * @param rate requests per second of an open loop; null in a closed loop
   * @param redisLatencyMillis mean latency added to Redis in the phase; null if the phase uses the
   *     cell's own
   * @param figures the phase's metrics as a step without phases and slices
   */
  public record PhaseResult(
      String name,
      double fromSeconds,
      Integer rate,
      Double redisLatencyMillis,
      StepResult figures) {
    public PhaseResult {
      Objects.requireNonNull(name, "name");
      Objects.requireNonNull(figures, "figures");
      if (!figures.phases().isEmpty() || !figures.slices().isEmpty()) {
        throw new IllegalArgumentException("phase " + name + " with phases or slices of its own");
      }
    }

    /** Whether the phase contains a time in seconds from the start of the step's window. */
    boolean contains(double seconds) {
      return seconds >= fromSeconds && seconds < toSeconds();
    }

    /** End of the phase, in seconds from the start of the step's window. */
    public double toSeconds() {
      return fromSeconds + figures.seconds();
    }
  }

  /**
   * How well the driver kept its schedule, in an open loop or with think time.
   *
   * @param service times from send to answer of the OK calls of an open loop; null in a closed loop
   * @param sendDelay times from intended start to send of the calls of an open loop; null in a
   *     closed loop
   * @param lagTp99Millis TP99 of the driver's own delay: from when a request was due and could be
   *     sent until it was sent; null with too few requests
   * @param backlog requests waiting at the end of the window because too many were in flight
   * @param serviceHistogram {@code service} in nanoseconds, as {@link StepResult#histogram}; empty
   *     in a closed loop
   * @param sendDelayHistogram {@code sendDelay} likewise
   */
  public record Pacing(
      Latency service,
      Latency sendDelay,
      Double lagTp99Millis,
      long backlog,
      String serviceHistogram,
      String sendDelayHistogram) {
    public Pacing {
      Objects.requireNonNull(serviceHistogram, "serviceHistogram");
      Objects.requireNonNull(sendDelayHistogram, "sendDelayHistogram");
    }
  }

  /**
   * The calls that had not ended when a step's window closed.
   *
   * @param calls calls in flight, and in an open loop requests waiting to be sent
   * @param oldestMillis age of the oldest call, in an open loop from the intended start; null
   *     without calls
   * @param busyUsers mean number of users of a closed loop by Little's law: the time spent in
   *     cycles (pause and call), ended or not, over the window's time; null in an open loop
   */
  public record Pending(long calls, Double oldestMillis, Double busyUsers) {
    public static final Pending UNKNOWN = new Pending(0, null, null);
  }

  /**
   * Use of the time of closed-loop users, without think time. Unlike a share of calls, a share of
   * their time hardly depends on how soon users retry after a refusal.
   *
   * @param okPct time in OK calls, in percent of the time in all ended calls and back-offs; null in
   *     an open loop, or if no call ended
   */
  public record UserTime(Double okPct) {
    public static final UserTime UNKNOWN = new UserTime(null);
  }
}
