package io.poolbench.lab;

import static org.assertj.core.api.Assertions.assertThat;

import io.poolbench.measure.Clock;
import org.junit.jupiter.api.Test;

class HostProbeTest {
  @Test
  void theFastestCpuSeenInARunIsWhatEachIsComparedWith() throws InterruptedException {
    CpuList cpus = HostFacts.cpus();
    HostProbe probe = new HostProbe(Pinning.detect(), Clock.system());

    for (int cell = 0; cell < 2; cell++) {
      var state = probe.beforeCell(new CpuPlan(cpus, cpus));

      assertThat(state.speedPct()).isPositive().isLessThanOrEqualTo(100.0);
      if (state.otherPct() != null) {
        assertThat(state.otherPct()).isBetween(0.0, 100.0);
      }
    }
  }

  @Test
  void lookingAtAHostLeavesTheCallingThreadWhereItWas() throws InterruptedException {
    CpuList cpus = HostFacts.cpus();

    new HostProbe(Pinning.detect(), Clock.system()).beforeCell(new CpuPlan(cpus, cpus.part(0, 1)));

    assertThat(HostFacts.cpus()).isEqualTo(cpus);
  }
}
