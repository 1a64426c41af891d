package io.poolbench.lab;

import static org.assertj.core.api.Assertions.assertThat;

import io.poolbench.measure.NanoClock;
import org.junit.jupiter.api.Test;

class HostProbeTest {
  @Test
  void cpuSpeedIsRelativeToTheFastestMeasured() throws InterruptedException {
    CpuList cpus = new HostFacts().cpus();
    HostProbe probe = new HostProbe(Pinning.detect(), NanoClock.system());

    for (int cell = 0; cell < 2; cell++) {
      var state = probe.beforeCell(new CpuPlan(cpus, cpus));

      assertThat(state.speedPct()).isPositive().isLessThanOrEqualTo(100.0);
      if (state.otherPct() != null) {
        assertThat(state.otherPct()).isBetween(0.0, 100.0);
      }
    }
  }

  @Test
  void theCallingThreadIsNotPinned() throws InterruptedException {
    CpuList cpus = new HostFacts().cpus();

    new HostProbe(Pinning.detect(), NanoClock.system())
        .beforeCell(new CpuPlan(cpus, cpus.part(0, 1)));

    assertThat(new HostFacts().cpus()).isEqualTo(cpus);
  }
}
