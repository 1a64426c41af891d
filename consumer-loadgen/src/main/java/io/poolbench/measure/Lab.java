package io.poolbench.measure;

import io.poolbench.journal.CellEnvironment;
import io.poolbench.lab.CpuList;
import io.poolbench.lab.CpuPlan;
import io.poolbench.lab.Machine;
import io.poolbench.lab.Machines;
import io.poolbench.lab.Pinning;
import io.poolbench.load.NanoClock;
import io.poolbench.load.Timeline;
import io.poolbench.study.Cell;
import io.poolbench.study.StopLimits;
import java.util.List;

/**
 * The resources that all cells of a study share.
 *
 * @param clock monotonic, for durations
 * @param timeline for timestamps
 * @param stopLimits beyond which calls stop by themselves
 */
record Lab(Machines machines, NanoClock clock, Timeline timeline, StopLimits stopLimits) {
  /** The CPUs of the driver's host. */
  CpuList hostCpus() {
    return machines.driver().cpus();
  }

  Pinning pinning() {
    return machines.driver().pinning();
  }

  /** The machine of the providers. */
  Machine machine() {
    return machines.provider();
  }

  /** The CPUs of a cell's provider and of the driver: all for both if they cannot be pinned. */
  CpuPlan cpus(Cell cell) {
    CpuPlan plan = machine().isOther() ? machines.cpus(cell.cpus()) : CpuPlan.of(cell, hostCpus());
    return pinning().available() || !plan.oneHost() ? plan : new CpuPlan(hostCpus(), hostCpus());
  }

  /**
   * A cell as its provider's machine runs it: on another one it listens at an address that the
   * driver reaches.
   */
  Cell hosted(Cell cell) {
    return machine().isOther()
        ? cell.hostedAt(machine().bind(cell.provider().bindHost()), cell.redis().uri())
        : cell;
  }

  /** A cell's environment as far as it is known before the cell runs. */
  CellEnvironment notStarted(CpuPlan cpus) {
    return new CellEnvironment(
        cpus.provider().toString(),
        cpus.driver().toString(),
        false,
        List.of(),
        "",
        "",
        machine().other().orElse(null));
  }
}
