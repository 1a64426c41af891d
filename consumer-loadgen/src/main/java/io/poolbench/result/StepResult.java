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
 * @param histogram the OK calls' response times in nanoseconds, encoded by {@link HistogramText}
 * @param superseded whether the step was repeated because the host disturbed it; a superseded step
 *     is excluded from all results
 * @param groups results by group of users, in the load's order; empty without groups
 * @param phases results by phase, in the order of time; empty if the load is one constant level
 * @param slices the step's course in time, by slices of its phases or by batches
 * @param capacityTps TPS at the cell's own capacity, measured before; null if it was not measured
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
    // Files leave out empty lists.
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

  /**
   * Returns this step with its groups and their common verdict: it passes only if all groups pass.
   */
  public StepResult withGroups(List<GroupResult> results) {
    List<Verdict> verdicts = results.stream().map(GroupResult::verdict).toList();
    return with(step, Verdict.all(verdicts), superseded, results, phases, slices, capacityTps);
  }

  /** Returns this step with its phases and their common verdict; {@code capacity} may be null. */
  public StepResult withPhases(List<PhaseResult> results, List<Slice> course, Double capacity) {
    List<Verdict> verdicts = results.stream().map(phase -> phase.figures().verdict()).toList();
    return with(step, Verdict.all(verdicts), superseded, groups, results, course, capacity);
  }

  public StepResult withSlices(List<Slice> course) {
    return with(step, verdict, superseded, groups, phases, course, capacityTps);
  }

  /** Returns a phase as a step, with the slices of its time. */
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
   * Returns a group as a step, with the resource use of the whole step. Times within the provider
   * are unknown, because they are not measured by group.
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

  /** Returns a load generator as a step with its own calls, process and host; no provider. */
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

  /** The number of requests due: those that ended, were given up, or are pending. */
  public long due() {
    return calls.total() + calls.unsent() + pending.calls();
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
    Double service = provider.service().meanMillis();
    Double queueWait = provider.queueWait().meanMillis();
    return response == null || service == null
        ? null
        : (Double)
            Math.max(0, response - service - (queueWait == null ? 0 : queueWait) - openMillis());
  }

  /** TPS in percent of the cell's own capacity; null if the capacity was not measured. */
  Double goodputPct() {
    return capacityTps == null || capacityTps == 0 ? null : (Double) (100 * tps / capacityTps);
  }

  private double openMillis() {
    return provider.asyncOpen() == null || tps == 0 ? 0 : 1e3 * provider.asyncOpen() / tps;
  }
}
