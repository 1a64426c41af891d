package io.poolbench.run;

import io.poolbench.journal.CellEnvironment;
import io.poolbench.lab.CpuList;
import io.poolbench.lab.CpuPlan;
import io.poolbench.lab.HostFacts;
import io.poolbench.lab.HostProbe;
import io.poolbench.lab.LabException;
import io.poolbench.lab.Pinning;
import io.poolbench.lab.RedisLab;
import io.poolbench.load.NanoClock;
import io.poolbench.load.Timeline;
import io.poolbench.spec.Cell;
import io.poolbench.spec.StopLimits;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * The resources that all cells of a study share.
 *
 * @param providers the folder of the provider modules
 * @param hostCpus the CPUs of the driver's host
 * @param probe measures the host before each cell
 * @param clock monotonic, for durations
 * @param timeline for timestamps
 * @param stopLimits beyond which calls stop by themselves
 * @param providerHost the machine of the providers; empty = the driver's
 */
record Lab(
    Path providers,
    CpuList hostCpus,
    Pinning pinning,
    HostProbe probe,
    RedisLab redis,
    NanoClock clock,
    Timeline timeline,
    StopLimits stopLimits,
    Optional<ProviderSide> providerHost) {
  /** The CPUs of a cell's provider and of the driver: all for both if they cannot be pinned. */
  CpuPlan cpus(Cell cell) {
    if (providerHost.isPresent()) {
      return CpuPlan.apart(cell.cpus(), providerHost.get().cpus(), hostCpus);
    }
    CpuPlan plan = CpuPlan.of(cell, hostCpus);
    return pinning.available() || !plan.oneHost() ? plan : new CpuPlan(hostCpus, hostCpus);
  }

  CpuList providerHostCpus() {
    return providerHost.map(ProviderSide::cpus).orElse(hostCpus);
  }

  /** The state of the CPUs of provider and driver; fails if a host does not report it. */
  HostProbe.State beforeCell(CpuPlan cpus) throws LabException, InterruptedException {
    if (providerHost.isEmpty()) {
      return probe.beforeCell(cpus);
    }
    return providerHost
        .get()
        .started()
        .beforeCell(cpus.provider().toString())
        .with(probe.beforeCell(new CpuPlan(cpus.driver(), cpus.driver())));
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
        HostFacts.loadAverage(),
        null,
        null,
        providerHost.map(ProviderSide::host).orElse(null));
  }
}
