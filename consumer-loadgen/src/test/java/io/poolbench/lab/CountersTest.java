package io.poolbench.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.junit.jupiter.api.Test;

class CountersTest {
  @Test
  void stealIsItsShareOfAllTicksAndGuestTimeIsNotCountedTwice() {
    var before =
        ProcStat.parse(List.of("cpu  100 0 100 700 0 0 0 100 50 0", "cpu0 1")).orElseThrow();
    var after =
        ProcStat.parse(List.of("cpu  200 0 100 790 0 0 0 110 90 0", "cpu0 1")).orElseThrow();

    assertThat(before.totalTicks()).isEqualTo(1000);
    assertThat(after.stealPctSince(before)).isCloseTo(5.0, within(1e-9));
    assertThat(before.stealPctSince(before)).isNull();
  }

  @Test
  void aFileWithoutAHostLineTellsNothing() {
    assertThat(ProcStat.parse(List.of("intr 1 2 3", "cpu0 1 2 3 4 5 6 7 8"))).isEmpty();
  }

  @Test
  void whatTheDriverUsedIsToldPerCallAndPerCpu() {
    var before = new DriverCounters(0, 1_000, 5_000);
    var after = new DriverCounters(1_000_000, 501_000, 105_000);

    var use = after.since(before, 1000, 2);

    assertThat(use.cpuPct()).isEqualTo(25.0);
    assertThat(use.cpuMicrosPerCall()).isEqualTo(0.5);
    assertThat(use.allocBytesPerCall()).isEqualTo(100.0);
    assertThat(after.since(before, 0, 2).cpuMicrosPerCall()).isNull();
  }
}
