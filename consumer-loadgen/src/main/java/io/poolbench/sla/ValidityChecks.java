package io.poolbench.sla;

import io.poolbench.result.CellEnvironment;
import io.poolbench.result.ContextSwitches;
import io.poolbench.result.DriverUse;
import io.poolbench.result.FigureText;
import io.poolbench.result.StepResult;
import io.poolbench.spec.Validity;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * What speaks against a step's measurement: a driver or a host that falsified it.
 *
 * <p>A figure is a doubt where it lies beyond its bound. One that is unknown is none: it would be
 * the same for all steps of that host, and say nothing about this one.
 *
 * @param bounds how far each figure may go
 */
public record ValidityChecks(Validity bounds) {
  public ValidityChecks {
    Objects.requireNonNull(bounds, "bounds");
  }

  /**
   * The doubts about a step, a line each; none where it can be trusted as far as is known.
   *
   * @param step its figures; its verdict is not looked at
   * @param before what its cell ran on, as found before its first step
   */
  public List<String> doubts(StepResult step, CellEnvironment before) {
    List<String> doubts = new ArrayList<>();
    driverCpu(step.driver(), doubts);
    runQueueWait(step, doubts);
    gcPauses(step, doubts);
    lag(step, doubts);
    steal(step, doubts);
    otherLoad(step, before.otherPct(), doubts);
    frequency(step, doubts);
    speed(before, doubts);
    return List.copyOf(doubts);
  }

  /**
   * Whether a host that worked for others falsified a step: what may be over by the next one.
   *
   * @param step its figures; its verdict is not looked at
   */
  public boolean isDisturbedByHost(StepResult step) {
    List<String> doubts = new ArrayList<>();
    steal(step, doubts);
    otherLoad(step, null, doubts);
    frequency(step, doubts);
    return !doubts.isEmpty();
  }

  /** Of several CPUs, a thread can fill but one: such as the one that reads all answers. */
  private void driverCpu(DriverUse driver, List<String> doubts) {
    if (isBeyond(driver.cpuPct(), bounds.driverCpuPct())) {
      doubts.add("the driver used " + cpu(driver.cpuPct()) + " of its CPUs" + cpuBound());
    } else if (isBeyond(driver.busiestThreadPct(), bounds.driverCpuPct())) {
      doubts.add(
          "a thread of the driver used "
              + cpu(driver.busiestThreadPct())
              + " of a CPU"
              + cpuBound());
    }
  }

  /** CPU time and clock are not read at one moment, so that a whole CPU may come out as more. */
  private static boolean isBeyond(Double pct, double bound) {
    return pct != null && Math.min(100, pct) > bound;
  }

  private String cpu(double pct) {
    return pct(Math.min(100, pct), bounds.driverCpuPct());
  }

  private String cpuBound() {
    return atMost(bounds.driverCpuPct());
  }

  /**
   * A call waits at least once for a thread of the driver to get a CPU, when its answer arrives; as
   * often as threads are switched for it, where that is more. With a thread for each user it is.
   */
  private void runQueueWait(StepResult step, List<String> doubts) {
    Double wait = step.driver().runQueueWaitMicros();
    Double response = step.latency().meanMillis();
    if (wait == null || response == null) {
      return;
    }
    double millis = wait / 1000 * Math.max(1, switchesPerCall(step.driver().switches()));
    double pct = 100 * millis / response;
    if (pct > bounds.runQueueWaitPct()) {
      doubts.add(
          "a call waited "
              + FigureText.measure(millis)
              + " ms for the driver to get a CPU, "
              + pct(pct, bounds.runQueueWaitPct())
              + " of the mean response"
              + atMost(bounds.runQueueWaitPct()));
    }
  }

  private static double switchesPerCall(ContextSwitches switches) {
    return switches.voluntaryPerCall() == null || switches.involuntaryPerCall() == null
        ? 0
        : switches.voluntaryPerCall() + switches.involuntaryPerCall();
  }

  private void gcPauses(StepResult step, List<String> doubts) {
    if (step.driver().gcPauseMillis() == null) {
      return;
    }
    double pct = step.driver().gcPauseMillis() / 10 / step.seconds();
    if (pct > bounds.gcPausePct()) {
      doubts.add(
          "the driver's own garbage collections stopped it for "
              + pct(pct, bounds.gcPausePct())
              + " of the window"
              + atMost(bounds.gcPausePct()));
    }
  }

  private void lag(StepResult step, List<String> doubts) {
    if (step.pacing() == null || step.pacing().lagTp99Millis() == null) {
      return;
    }
    double millis = step.pacing().lagTp99Millis();
    if (millis > bounds.lagMillis()) {
      doubts.add(
          "the driver sent "
              + FigureText.measureBeside(millis, bounds.lagMillis())
              + " ms late (TP99; valid: at most "
              + FigureText.exact(bounds.lagMillis())
              + " ms)");
    }
  }

  private void steal(StepResult step, List<String> doubts) {
    Double pct = step.host().stealPct();
    if (pct != null && pct > bounds.stealPct()) {
      doubts.add(
          "the hypervisor gave "
              + pct(pct, bounds.stealPct())
              + " of the CPUs' time to other machines"
              + atMost(bounds.stealPct()));
    }
  }

  /** What was so before the cell says something of a step only where the step itself does not. */
  private void otherLoad(StepResult step, Double beforePct, List<String> doubts) {
    boolean during = step.host().otherPct() != null;
    Double pct = during ? step.host().otherPct() : beforePct;
    if (pct != null && pct > bounds.otherLoadPct()) {
      doubts.add(
          "other processes used "
              + pct(pct, bounds.otherLoadPct())
              + " of the CPUs"
              + (during ? "" : " just before the cell")
              + atMost(bounds.otherLoadPct()));
    }
  }

  private void frequency(StepResult step, List<String> doubts) {
    Double pct = step.host().frequencyChangePct();
    if (pct != null && pct > bounds.frequencyChangePct()) {
      doubts.add(
          "the CPUs' frequency changed by "
              + pct(pct, bounds.frequencyChangePct())
              + atMost(bounds.frequencyChangePct()));
    }
  }

  private void speed(CellEnvironment before, List<String> doubts) {
    if (before.speedPct() == null) {
      return;
    }
    double slowest = bounds.slowestPct();
    if (before.speedPct() < slowest) {
      doubts.add(
          "just before the cell a CPU ran at "
              + pct(before.speedPct(), slowest)
              + " of the best speed seen in this run (valid: at least "
              + FigureText.exact(slowest)
              + " %)");
    }
  }

  private static String pct(double measured, double bound) {
    return FigureText.pctBeside(measured, bound) + " %";
  }

  private static String atMost(double bound) {
    return " (valid: at most " + FigureText.exact(bound) + " %)";
  }
}
