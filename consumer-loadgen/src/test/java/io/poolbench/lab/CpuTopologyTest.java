package io.poolbench.lab;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CpuTopologyTest {
  @TempDir private Path system;

  @Test
  void cpusThatShareACoreWithOneOfTheOthersAreTold() throws IOException {
    file("cpu/cpu0/topology/thread_siblings_list", "0,4\n");
    file("cpu/cpu1/topology/thread_siblings_list", "1\n");
    file("cpu/cpu2/topology/thread_siblings_list", "2-3\n");
    CpuTopology topology = new CpuTopology(system);
    CpuList provider = CpuList.parse("0-2,9");

    assertThat(topology.siblings(provider, CpuList.parse("4-7"))).hasToString("0");
    assertThat(topology.siblings(provider, CpuList.parse("3-4"))).hasToString("0,2");
    assertThat(topology.siblings(provider, CpuList.parse("5")).count()).isZero();
  }

  @Test
  void whatTheHostDoesNotTellIsUnknown() throws IOException {
    file("cpu/cpu1/cpufreq/scaling_governor", "powersave\n");
    file("clocksource/clocksource0/current_clocksource", "tsc\n");
    CpuTopology topology = new CpuTopology(system);

    assertThat(topology.governor(1)).contains("powersave");
    assertThat(topology.governor(0)).isEmpty();
    assertThat(topology.clockSource()).contains("tsc");
    assertThat(new CpuTopology(system.resolve("none")).clockSource()).isEmpty();
  }

  private void file(String name, String text) throws IOException {
    Path file = system.resolve(name);
    Files.createDirectories(file.getParent());
    Files.writeString(file, text);
  }
}
