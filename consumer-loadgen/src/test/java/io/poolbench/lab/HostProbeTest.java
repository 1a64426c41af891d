package io.poolbench.lab;

import static org.assertj.core.api.Assertions.assertThat;

import io.poolbench.load.NanoClock;
import java.util.List;
import org.junit.jupiter.api.Test;

class HostProbeTest {
  @Test
  void cpuSpeedIsRelativeToTheFastestMeasuredAndTheCallingThreadIsNotPinned()
      throws InterruptedException {
    CpuList cpus = new HostFacts().cpus();
    HostProbe probe = new HostProbe(Pinning.detect(), NanoClock.system());

    for (CpuList driver : List.of(cpus, cpus.part(0, 1))) {
      var state = probe.beforeCell(new CpuPlan(cpus, driver));

      assertThat(state.speedPct()).isPositive().isLessThanOrEqualTo(100.0);
    }
    assertThat(new HostFacts().cpus()).isEqualTo(cpus);
  }
}
