package io.poolbench.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.poolbench.Changed;
import io.poolbench.journal.Metric;
import io.poolbench.study.CpuSets;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** On a host of four CPUs; each window is 1,000 ticks a CPU. */
class HostCountersTest {
  private static final long DRIVER = ProcessTable.SELF;
  private static final CpuPlan PLAN = new CpuPlan(CpuList.parse("0"), CpuList.parse("1"));
  private static final OptionalLong PROVIDER = OptionalLong.of(20);

  @TempDir private Path folder;

  /** Idle time is exact and busy time sampled, so that processes have what the clock leaves. */
  @Test
  void timeOfProcessesIsWhatTheClockLeavesOfTheOtherStates() {
    var stat =
        CpuTimes.parse(
                List.of(
                    "cpu  9 9 9 9 9 9 9 9 9 9",
                    "cpu0 100 20 3 700 60 4 5 8 90 0",
                    "cpu17 1 0 0 0 0 0 0 0 0 0",
                    "intr 1 2 3"),
                910)
            .orElseThrow();

    assertThat(stat.cpus())
        .isEqualTo(
            Map.of(
                0,
                new CpuTimes.Ticks(133, 9, 8, 760, 910),
                17,
                new CpuTimes.Ticks(910, 0, 0, 0, 910)));
    assertThat(CpuTimes.parse(List.of("cpu  1 2 3 4 5 6 7 8", "intr 1 2 3"), 9)).isEmpty();
  }

  @Test
  void aProcessNameMayContainParentheses() {
    var process =
        ProcessTable.parse(
            "4711 (a) (b c) S 20 1 1 0 -1 4194560 1 2 3 4 1500 250 9 9 20 0 1 0 900 1 2 3");

    assertThat(process).isEqualTo(new ProcessTable.Entry(4711, "a) (b c", 20, 1750));
  }

  @Test
  void processesAreReadFromTheirFolders() throws IOException {
    process(1, "init", 0, 5);
    process(10, "java", 1, 30);
    Files.createDirectories(folder.resolve("12")); // has ended
    Files.createDirectories(folder.resolve("sys"));

    var table = ProcessTable.read(folder, 10).orElseThrow();

    assertThat(table.processes().keySet()).containsExactlyInAnyOrder(1L, ProcessTable.SELF);
    assertThat(table.processes().get(ProcessTable.SELF).ticks()).isEqualTo(30);
    assertThat(ProcessTable.read(folder.resolve("nowhere"), 10)).isEmpty();
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          # rule                                 | provider's and driver's CPUs | ticks of CPUs | of provider, driver, Redis, other
          the higher of both CPU sets counts     | 0 | 1   | 700 500 0 0       | 600 300 150 999  | 10
          the provider runs on its own CPUs only | 0 | 1   | 600 750 0 0       | 600 300 150 999  | 30
          further CPUs do not count              | 0 | 1   | 600 450 1000 1000 | 600 300 150 2000 | 0
          on shared CPUs all are subtracted      | 0 | 0-1 | 900 900 0 0       | 900 500 200 200  | 10
          sampled CPU ticks are never negative   | 0 | 1   | 590 440 0 0       | 600 300 150 0    | 0
          without load all is other              | 0 | 1   | 40 250 0 0        | 0 0 0 290        | 25
          """)
  void otherLoadIsTimeOfCpusWithoutTheStudysProcesses(
      String rule, String provider, String driver, String cpus, String processes, double other) {
    var before = host(cpus("11 11 11 11", "0 0 0 0", 100), table("900 7 3 50", "0 0 0 0"));
    var after = host(cpus("11 11 11 11", cpus, 1100), table("900 7 3 50", processes));
    CpuPlan plan = new CpuPlan(CpuList.parse(provider), CpuList.parse(driver));

    assertThat(Gained.between(before, after, plan, PROVIDER).of(Metric.OTHERS_CPU))
        .as(rule)
        .isCloseTo(other, within(1e-9));
  }

  /** As a program to which poolbench attached: here process 40, which is no child of the driver. */
  @Test
  void aProviderThatRanAlreadyIsNoOtherProcessOnAnyCpu() {
    var before = host(cpus("11 11", "0 0", 100), table("900 7 3 50", "0 0 0 0"));
    var after = host(cpus("11 11", "400 750", 1100), table("900 7 3 50", "0 300 150 700"));
    CpuPlan plan = CpuPlan.ofRunning(CpuSets.AUTO, CpuList.parse("0-1"));

    assertThat(Gained.between(before, after, plan, OptionalLong.of(40)).of(Metric.OTHERS_CPU))
        .isZero();
  }

  /** As in a container on the driver's machine: each side sees the processes of the other. */
  @ParameterizedTest(name = "apart: {0}")
  @ValueSource(booleans = {true, false})
  void timeOfOthersIsUnknownWhereAProviderBehindACommandSharesTheDriversCpus(boolean apart) {
    CpuPlan plan = CpuPlan.apart(CpuSets.AUTO, CpuList.parse("0"), CpuList.parse("0"));

    Gained window = Gained.between(hosted(1, apart), hosted(2, apart), Gained.calls(50), plan);

    assertThat(window.of(Metric.OTHERS_CPU) != null).isEqualTo(apart);
    assertThat(window.of(Metric.STEAL)).isNotNull();
  }

  /** In a container pid 2 is another process, or none. */
  @ParameterizedTest(name = "pid {0}")
  @ValueSource(longs = {2, 3})
  void timeOfOthersIsUnknownInAContainerThatSeesOnlyItsOwnProcesses(long pid) {
    var own = new ProcessTable(Map.of(pid, new ProcessTable.Entry(pid, "java", 1, 0)));
    var before = host(cpus("11 11", "0 0", 100), own);
    var after = host(cpus("11 11", "700 700", 1100), own);

    assertThat(Gained.between(before, after, PLAN, PROVIDER).values())
        .containsKey(Metric.STEAL)
        .doesNotContainKey(Metric.OTHERS_CPU);
  }

  /** As a provider in a pod of another machine, or a driver in a container. */
  @ParameterizedTest(name = "{0}")
  @ValueSource(strings = {"provider", "driver"})
  void timeOfOthersIsUnknownWhereOneOfTwoHostsHidesItsProcesses(String hiding) {
    CpuPlan plan = CpuPlan.apart(CpuSets.AUTO, CpuList.parse("0"), CpuList.parse("0"));

    Gained window = Gained.between(hidden(1, hiding), hidden(2, hiding), Gained.calls(50), plan);

    assertThat(window.of(Metric.OTHERS_CPU)).isNull();
    assertThat(window.of(Metric.STEAL)).isNotNull();
  }

  private static CountersReading hidden(int reading, String hiding) {
    CountersReading full = SampleCounters.full(reading);
    HostCounters plain = full.driver().host().orElseThrow();
    Optional<HostCounters> hidden =
        Optional.of(Changed.with(plain, "processes", new ProcessTable(Map.of())));
    return hiding.equals("driver")
        ? Changed.with(full, "driver.host", hidden)
        : Changed.with(full, "provider.host", hidden);
  }

  private static CountersReading hosted(int reading, boolean apart) {
    CountersReading full = SampleCounters.full(reading);
    return Changed.with(full, "site", Changed.with(full.site(), "apart", apart));
  }

  /** Others take 200 of 1,000 ticks, and interrupts by the provider's calls 200. */
  @ParameterizedTest(name = "of the provider: {0}")
  @ValueSource(strings = {"800 0 0 200", "600 0 0 200"})
  void interruptsAreNoTimeOfOthersWhetherOrNotTheKernelCountsThemAsTimeOfProcesses(String ticks) {
    var idle = new CpuTimes.Ticks(0, 0, 0, 1000, 1000);
    var busy = new CpuTimes.Ticks(800, 200, 0, 0, 1000);
    var before =
        host(
            new CpuTimes(Map.of(0, CpuTimes.Ticks.NONE, 1, CpuTimes.Ticks.NONE)),
            table("900 7 3 50", "0 0 0 0"));
    var after = host(new CpuTimes(Map.of(0, busy, 1, idle)), table("900 7 3 50", ticks));

    assertThat(Gained.between(before, after, PLAN, PROVIDER).of(Metric.OTHERS_CPU))
        .isCloseTo(20, within(1e-9));
  }

  @Test
  void whatWasCountedBetweenWindowsIsCutOut() {
    var opened = host(cpus("11 11", "0 0", 100), table("900 7 3 50", "0 0 0 0"));
    var closed = host(cpus("11 11", "700 500", 1100), table("900 7 3 50", "600 300 150 999"));
    var reopened = host(cpus("11 11", "7000 5000", 9100), table("900 7 3 50", "600 999 999 1099"));
    var ended = host(cpus("11 11", "7900 5450", 10100), table("900 7 3 50", "1400 1299 1149 2099"));

    var joined =
        Gained.between(opened, closed, PLAN, PROVIDER)
            .and(Gained.between(reopened, ended, PLAN, PROVIDER));

    // 1,600 of the provider's 2,000 ticks were used, and 1,400 of them by the provider.
    assertThat(joined.of(Metric.OTHERS_CPU)).isCloseTo(10, within(1e-9));
  }

  @Test
  void aReusedProcessIdCountsAllTicksOfTheNewProcess() {
    var earlier = new ProcessTable(Map.of(5L, new ProcessTable.Entry(5, "old", 1, 900)));
    var later = new ProcessTable(Map.of(5L, new ProcessTable.Entry(5, "new", 1, 30)));

    assertThat(later.ticksSince(earlier, later.processes().keySet())).isEqualTo(30);
  }

  @Test
  void stealIsThatOfTheCpuSetThatLostMore() {
    var none = CpuTimes.Ticks.NONE;
    var before = new CpuTimes(Map.of(0, new CpuTimes.Ticks(0, 0, 5, 0, 0), 1, none));
    var after =
        new CpuTimes(
            Map.of(
                0,
                new CpuTimes.Ticks(0, 0, 75, 0, 1000),
                1,
                new CpuTimes.Ticks(0, 0, 20, 0, 1000)));

    var idle = table("0 0 0 0", "0 0 0 0");
    var use = Gained.between(host(before, idle), host(after, idle), PLAN, PROVIDER);

    assertThat(use.of(Metric.STEAL)).isCloseTo(7.0, within(1e-9));
  }

  @Test
  void withoutATickEverythingIsUnknown() {
    var now = host(cpus("100 100", "0 0", 1000), table("0 0 0 0", "0 0 0 0"));

    assertThat(Gained.between(now, now, PLAN, PROVIDER).values())
        .doesNotContainKeys(Metric.OTHERS_CPU, Metric.STEAL);
  }

  private void process(long pid, String name, long parent, long ticks) throws IOException {
    Path process = Files.createDirectories(folder.resolve(Long.toString(pid)));
    Files.writeString(
        process.resolve("stat"),
        pid + " (" + name + ") S " + parent + " 1 1 0 -1 0 0 0 0 0 " + ticks + " 0 0 0 20 0 1 0");
  }

  private static long[] sums(String base, String gain) {
    long[] sums = Stream.of(base.split(" ", -1)).mapToLong(Long::parseLong).toArray();
    String[] gains = gain.trim().split(" +", -1);
    Arrays.setAll(sums, i -> sums[i] + Long.parseLong(gains[i]));
    return sums;
  }

  private static CpuTimes cpus(String base, String gain, long total) {
    long[] ticks = sums(base, gain);
    Map<Integer, CpuTimes.Ticks> cpus = new HashMap<>();
    for (int cpu = 0; cpu < ticks.length; cpu++) {
      cpus.put(cpu, new CpuTimes.Ticks(ticks[cpu], 0, 0, total - ticks[cpu] - 2, total));
    }
    return new CpuTimes(cpus);
  }

  /** The provider is a child of the driver; a Redis in a container is not. */
  private static ProcessTable table(String base, String gain) {
    long[] of = sums(base, gain);
    return new ProcessTable(
        Stream.of(
                new ProcessTable.Entry(1, "init", 0, 0),
                new ProcessTable.Entry(2, "kthreadd", 0, 0),
                new ProcessTable.Entry(20, "java", DRIVER, of[0]),
                new ProcessTable.Entry(DRIVER, "java", 1, of[1]),
                new ProcessTable.Entry(30, "redis-server", 1, of[2]),
                new ProcessTable.Entry(40, "java", 1, of[3]))
            .collect(Collectors.toMap(ProcessTable.Entry::pid, entry -> entry)));
  }

  private static HostCounters host(CpuTimes stat, ProcessTable processes) {
    return new HostCounters(stat, processes);
  }
}
