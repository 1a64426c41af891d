package io.poolbench.study;

import io.poolbench.lab.CpuPlan;
import io.poolbench.lab.HostProbe;
import io.poolbench.lab.LabException;
import io.poolbench.spec.Validity;
import java.time.Duration;

/** Waits for a host slowed down by other guests, which would make all steps INVALID. */
record HostWait(Lab lab, StudyListener listener) {
  private static final Duration MAX_WAIT = Duration.ofSeconds(20);

  /**
   * The state of the host when it is fast enough, or after the longest wait.
   *
   * @throws LabException if the provider's host does not report it
   */
  HostProbe.State await(CpuPlan cpus, Validity limits) throws LabException, InterruptedException {
    long deadline = lab.clock().nanoTime() + MAX_WAIT.toNanos();
    HostProbe.State host = lab.beforeCell(cpus);
    boolean noted = false;
    while (host.speedPct() < limits.slowestPct() && lab.clock().nanoTime() - deadline < 0) {
      if (!noted) {
        listener.note("host slowed down: waiting at most " + MAX_WAIT.toSeconds() + " s");
        noted = true;
      }
      host = lab.beforeCell(cpus);
    }
    return host;
  }
}
