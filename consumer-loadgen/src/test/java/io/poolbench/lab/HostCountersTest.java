package io.poolbench.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.poolbench.result.HostUse;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** On a host of four CPUs: the provider on 0, the driver on 1; each window is 1,000 ticks a CPU. */
class HostCountersTest {
  private static final CpuPlan PLAN = new CpuPlan(CpuList.parse("0"), CpuList.parse("1"));
  private static final OptionalLong PROVIDER = OptionalLong.of(20);

  @TempDir private Path folder;

  @Test
  void eachCpusTicksAreReadAndGuestTimeIsNotCountedTwice() {
    var stat =
        ProcStat.parse(
                List.of(
                    "cpu  9 9 9 9 9 9 9 9 9 9",
                    "cpu0 100 20 3 700 60 4 5 8 90 0",
                    "cpu17 1 0 0 0 0 0 0 0 0 0",
                    "intr 1 2 3"))
            .orElseThrow();

    assertThat(stat.cpus())
        .isEqualTo(Map.of(0, new ProcStat.Ticks(123, 8, 900), 17, new ProcStat.Ticks(1, 0, 1)));
  }

  @Test
  void aFileWithoutCpusTellsNothing() {
    assertThat(ProcStat.parse(List.of("cpu  1 2 3 4 5 6 7 8", "intr 1 2 3"))).isEmpty();
  }

  @Test
  void theNameOfAProcessMayHoldWhatEndsIt() {
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

    var table = ProcessTable.read(folder).orElseThrow();

    assertThat(table.processes().keySet()).containsExactlyInAnyOrder(1L, 10L);
    assertThat(table.processes().get(10L).ticks()).isEqualTo(30);
    assertThat(ProcessTable.read(folder.resolve("nowhere"))).isEmpty();
  }

  @Test
  void whatNoProcessOfOursTookIsTheShareOfOthers() {
    // Provider 600 of its CPU's 700; driver 300 and Redis 150 of theirs' 500.
    var before = host(cpus(0, 0), table(0, 0, 0, 0));
    var after = host(cpus(700, 500), table(600, 300, 150, 999));

    assertThat(after.since(before, PLAN, PROVIDER).otherPct())
        .as("of the CPU that was hit harder, not of all")
        .isCloseTo(10.0, within(1e-9));
  }

  @Test
  void whatTheProviderTookIsNotSubtractedOnTheDriversCpus() {
    var before = host(cpus(0, 0), table(0, 0, 0, 0));
    var after = host(cpus(600, 750), table(600, 300, 150, 999));

    assertThat(after.since(before, PLAN, PROVIDER).otherPct()).isCloseTo(30.0, within(1e-9));
  }

  @Test
  void whatRunsOnOtherCpusDisturbsNobody() {
    var before = host(cpus(0, 0, 0, 0), table(0, 0, 0, 0));
    var after = host(cpus(600, 450, 1000, 1000), table(600, 300, 150, 2000));

    assertThat(after.since(before, PLAN, PROVIDER).otherPct()).isZero();
  }

  @Test
  void onCpusThatTheyShareProviderAndDriverAreSubtractedTogether() {
    CpuPlan overlapping = new CpuPlan(CpuList.parse("0"), CpuList.parse("0-1"));
    var before = host(cpus(0, 0), table(0, 0, 0, 0));
    var after = host(cpus(900, 900), table(900, 500, 200, 200));

    assertThat(after.since(before, overlapping, PROVIDER).otherPct()).isCloseTo(10.0, within(1e-9));
  }

  @Test
  void thatTheKernelCountsCpusBySamplingNeverMakesOthersNegative() {
    var before = host(cpus(0, 0), table(0, 0, 0, 0));
    var after = host(cpus(590, 440), table(600, 300, 150, 0));

    assertThat(after.since(before, PLAN, PROVIDER).otherPct()).isZero();
  }

  @Test
  void whileOursRestAllIsOfOthers() {
    var before = host(cpus(0, 0), table(0, 7, 3, 0));
    var after = host(cpus(40, 250), table(0, 7, 3, 290));

    assertThat(after.since(before, PLAN, OptionalLong.empty()).otherPct())
        .isCloseTo(25.0, within(1e-9));
  }

  @Test
  void aProcessThatGotAnEndedOnesNumberHasTakenWhatItSays() {
    var earlier = new ProcessTable(Map.of(5L, new ProcessTable.Entry(5, "old", 1, 900)));
    var later = new ProcessTable(Map.of(5L, new ProcessTable.Entry(5, "new", 1, 30)));

    assertThat(later.ticksSince(earlier, later.processes().keySet())).isEqualTo(30);
  }

  @Test
  void stealIsThatOfTheCpusThatLostMore() {
    var before = host(new ProcStat(Map.of(0, new ProcStat.Ticks(0, 5, 0), 1, ProcStat.Ticks.NONE)));
    var after =
        host(
            new ProcStat(
                Map.of(0, new ProcStat.Ticks(0, 75, 1000), 1, new ProcStat.Ticks(0, 20, 1000))));

    assertThat(after.since(before, PLAN, PROVIDER).stealPct()).isCloseTo(7.0, within(1e-9));
  }

  @Test
  void withoutATickNothingIsKnown() {
    var now = host(cpus(100, 100), table(0, 0, 0, 0));

    assertThat(now.since(now, PLAN, PROVIDER)).isEqualTo(HostUse.UNKNOWN);
  }

  @Test
  void aFrequencyChangesAsMuchUpAsDown() {
    var fast = new CpuFrequencies(Map.of(0, 3_000L, 1, 2_000L, 2, 9_000L));
    var slow = new CpuFrequencies(Map.of(0, 2_000L, 1, 2_000L, 2, 1_000L));
    CpuList both = CpuList.parse("0-1");

    assertThat(fast.changePctSince(slow, both)).isCloseTo(25.0, within(1e-9));
    assertThat(slow.changePctSince(fast, both)).isCloseTo(25.0, within(1e-9));
    assertThat(slow.changePctSince(slow, both)).isZero();
    assertThat(slow.changePctSince(new CpuFrequencies(Map.of()), both)).isNull();
  }

  private void process(long pid, String name, long parent, long ticks) throws IOException {
    Path process = Files.createDirectories(folder.resolve(Long.toString(pid)));
    Files.writeString(
        process.resolve("stat"),
        pid + " (" + name + ") S " + parent + " 1 1 0 -1 0 0 0 0 0 " + ticks + " 0 0 0 20 0 1 0");
  }

  /** Ticks for processes on each CPU, of 1,000; all zero: of none. */
  private static ProcStat cpus(long... processes) {
    long total = Arrays.stream(processes).sum() == 0 ? 0 : 1000;
    Map<Integer, ProcStat.Ticks> cpus = new HashMap<>();
    for (int cpu = 0; cpu < processes.length; cpu++) {
      cpus.put(cpu, new ProcStat.Ticks(processes[cpu], 0, total));
    }
    return new ProcStat(cpus);
  }

  /** A Redis in a container is no child of the driver; a stranger may be anything. */
  private static ProcessTable table(long provider, long driver, long redis, long stranger) {
    return new ProcessTable(
        List.of(
                new ProcessTable.Entry(1, "init", 0, 0),
                new ProcessTable.Entry(10, "java", 1, driver),
                new ProcessTable.Entry(20, "java", 10, provider),
                new ProcessTable.Entry(30, "redis-server", 1, redis),
                new ProcessTable.Entry(40, "java", 1, stranger))
            .stream()
            .collect(Collectors.toMap(ProcessTable.Entry::pid, entry -> entry)));
  }

  private static HostCounters host(ProcStat stat, ProcessTable processes) {
    return new HostCounters(stat, processes, 10, new CpuFrequencies(Map.of()));
  }

  private static HostCounters host(ProcStat stat) {
    return host(stat, table(0, 0, 0, 0));
  }
}
