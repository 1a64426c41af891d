package io.poolbench.study;

import io.poolbench.lab.Counters;
import io.poolbench.load.MeasuredWindow;
import io.poolbench.result.CellEnvironment;
import io.poolbench.result.StepResult;
import io.poolbench.sla.ValidityChecks;
import io.poolbench.spec.Cell;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

/**
 * All that speaks against what was measured in a window of a cell: what broke into it, and a driver
 * or a host that falsified it.
 *
 * @param cell says when a call is given up, and what may disturb
 * @param before what the cell runs on, as found before its first step
 */
record WindowViolations(Cell cell, CellEnvironment before) {
  /**
   * The doubts, a line each; empty where there are none.
   *
   * @param step the window's figures
   */
  List<String> of(StepResult step, MeasuredWindow<Counters> window) {
    Duration timeout = Duration.ofMillis(cell.driver().timeoutMillis());
    return Stream.concat(
            window.after().disturbancesSince(window.before()).doubts(timeout).stream(),
            new ValidityChecks(cell.validity()).doubts(step, before).stream())
        .toList();
  }

  /** Whether the host worked for others meanwhile, more than the cell allows. */
  boolean ofHost(StepResult step) {
    return new ValidityChecks(cell.validity()).isDisturbedByHost(step);
  }
}
