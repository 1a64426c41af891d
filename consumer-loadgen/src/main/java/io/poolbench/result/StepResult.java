package io.poolbench.result;

import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * The result of one step.
 *
 * @param step number in the cell, from 1
 * @param level closed-loop users, or requests per second of an open loop
 * @param started start of the measured window, of the first if several are joined
 * @param seconds its duration, without the time between joined windows
 * @param calls ended in the window, by outcome
 * @param tps calls answered OK per second
 * @param latency response times of the OK calls, in an open loop from the intended start
 * @param cycleMeanMillis mean response time of all calls of any outcome, in a closed loop plus
 *     think time: a user's cycle; null without calls
 * @param lateTimePct time that the users of a closed loop waited beyond the least bound of the SLA
 *     on a percentile, in percent of all their time; null if unknown
 * @param pacing the driver's schedule keeping; null without a schedule
 * @param pending the calls that had not ended when the window closed
 * @param userTime what the users of a closed loop spent their time on
 * @param batches the counts of the window's batches, from which the verdict's interval is computed
 * @param stalls batches in which an answer took seconds, unlike in the others
 * @param histogram the OK calls' response times in nanoseconds: an HdrHistogram (V2, compressed,
 *     base64; {@link HistogramText}), from which other percentiles can be computed
 * @param superseded whether the step was disturbed by the host and repeated: it counts nowhere
 * @param groups the same by group of users, in the load's order; empty where there is one load
 * @param phases what it went through, in the order of time; empty of a step that is one level held
 * @param slices its course in time: those of its phases, or its batches
 * @param capacityTps TPS of the cell's own capacity, measured before; null where it was not
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
    ProviderUse provider,
    DriverUse driver,
    HostUse host,
    Verdict verdict,
    String histogram,
    boolean superseded,
    List<GroupResult> groups,
    List<PhaseResult> phases,
    List<Slice> slices,
    Double capacityTps) {
  public StepResult {
    Objects.requireNonNull(started, "started");
    Objects.requireNonNull(calls, "calls");
    Objects.requireNonNull(latency, "latency");
    Objects.requireNonNull(pending, "pending");
    Objects.requireNonNull(userTime, "userTime");
    Objects.requireNonNull(batches, "batches");
    stalls = List.copyOf(stalls);
    Objects.requireNonNull(stability, "stability");
    Objects.requireNonNull(provider, "provider");
    Objects.requireNonNull(driver, "driver");
    Objects.requireNonNull(host, "host");
    Objects.requireNonNull(verdict, "verdict");
    Objects.requireNonNull(histogram, "histogram");
    // A file leaves out empty ones.
    groups = groups == null ? List.of() : List.copyOf(groups);
    phases = phases == null ? List.of() : List.copyOf(phases);
    slices = slices == null ? List.of() : List.copyOf(slices);
  }

  public StepResult supersede() {
    return with(step, verdict, true, groups, phases, slices, capacityTps);
  }

  public StepResult numbered(int number) {
    return with(number, verdict, superseded, groups, phases, slices, capacityTps);
  }

  public StepResult judged(Verdict judgement) {
    return with(step, judgement, superseded, groups, phases, slices, capacityTps);
  }

  /** The same step with its groups; with their verdict, as it passes only if all of them do. */
  public StepResult withGroups(List<GroupResult> results) {
    List<Verdict> verdicts = results.stream().map(GroupResult::verdict).toList();
    return with(step, Verdict.all(verdicts), superseded, results, phases, slices, capacityTps);
  }

  /** The same step with its phases and their verdict; the capacity's TPS may be null. */
  public StepResult withPhases(List<PhaseResult> results, List<Slice> course, Double capacity) {
    List<Verdict> verdicts = results.stream().map(phase -> phase.figures().verdict()).toList();
    return with(step, Verdict.all(verdicts), superseded, groups, results, course, capacity);
  }

  public StepResult withSlices(List<Slice> course) {
    return with(step, verdict, superseded, groups, phases, course, capacityTps);
  }

  /** One of its phases as a step, with the slices of its time. */
  public StepResult of(PhaseResult phase) {
    StepResult figures = phase.figures();
    List<Slice> within =
        slices.stream()
            .filter(slice -> phase.contains((slice.fromSeconds() + slice.toSeconds()) / 2))
            .toList();
    return figures.with(
        step, figures.verdict, superseded, figures.groups, List.of(), within, capacityTps);
  }

  /**
   * One of its groups as a step: its calls, beside the provider, the driver and the host of them
   * all. Times within the provider are not known by group.
   */
  public StepResult of(GroupResult group, int at) {
    return new StepResult(
        step,
        at,
        started,
        seconds,
        group.calls(),
        group.tps(),
        group.latency(),
        group.cycleMeanMillis(),
        group.lateTimePct(),
        group.pacing(),
        group.pending(),
        group.userTime(),
        group.batches(),
        group.stalls(),
        group.stability(),
        provider.withoutStages(),
        driver,
        host,
        group.verdict(),
        group.histogram(),
        superseded,
        List.of(),
        List.of(),
        List.of(),
        null);
  }

  /** One of its load generators as a step: its own calls, process and host, and no provider. */
  public StepResult of(GeneratorUse generator) {
    return new StepResult(
        step,
        generator.level(),
        started,
        generator.seconds(),
        generator.calls(),
        generator.seconds() == 0 ? 0 : generator.calls().ok() / generator.seconds(),
        generator.latency(),
        null,
        null,
        new Pacing(null, null, generator.lagTp99Millis(), 0, "", ""),
        new Pending(0, null, generator.busyUsers()),
        UserTime.UNKNOWN,
        Batches.UNKNOWN,
        List.of(),
        Stability.UNKNOWN,
        ProviderUse.UNKNOWN,
        generator.driver(),
        generator.host(),
        verdict,
        "",
        superseded,
        List.of(),
        List.of(),
        List.of(),
        null);
  }

  /** One of its groups as a step of the group's own level. */
  public StepResult of(GroupResult group) {
    return of(group, group.level());
  }

  private StepResult with(
      int number,
      Verdict judgement,
      boolean repeated,
      List<GroupResult> ofGroups,
      List<PhaseResult> ofPhases,
      List<Slice> course,
      Double capacity) {
    return new StepResult(
        number,
        level,
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
        provider,
        driver,
        host,
        judgement,
        histogram,
        repeated,
        ofGroups,
        ofPhases,
        course,
        capacity);
  }

  /** The requests that were due and are known to the step: ended, given up, or pending. */
  public long due() {
    return calls.total() + calls.unsent() + pending.calls();
  }

  /** Whether it is one load on one level, without groups and phases. */
  public boolean isPlain() {
    return groups.isEmpty() && phases.isEmpty();
  }

  /** The batches that have no stall. */
  public Batches withoutStalls() {
    return batches.at(Stall.others(stalls, batches.size()).toArray());
  }

  /** How far TPS changes within the windows; empty if unknown. */
  public Optional<Drift> drift() {
    return Drift.of(batches);
  }

  /**
   * Mean network and client time: the mean response time of the OK calls minus the provider's mean
   * queue wait and service, and minus the time per call that calls are open without a thread
   * (Little's law). It includes the provider's I/O threads. Null if unknown.
   */
  public Double outsideMillis() {
    Double response = latency.meanMillis();
    Double service = provider.service().meanMillis();
    Double queueWait = provider.queueWait().meanMillis();
    return response == null || service == null
        ? null
        : (Double)
            Math.max(0, response - service - (queueWait == null ? 0 : queueWait) - openMillis());
  }

  /** TPS in percent of the cell's own capacity; null where that was not measured. */
  Double goodputPct() {
    return capacityTps == null || capacityTps == 0 ? null : (Double) (100 * tps / capacityTps);
  }

  private double openMillis() {
    return provider.asyncOpen() == null || tps == 0 ? 0 : 1e3 * provider.asyncOpen() / tps;
  }
}
