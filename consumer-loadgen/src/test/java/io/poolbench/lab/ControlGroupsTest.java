package io.poolbench.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.poolbench.journal.CounterNames.Side;
import io.poolbench.journal.Counters;
import io.poolbench.lab.ControlGroups.CpuQuota;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** By recorded files of the kernel, each with the values of one quota changed. */
class ControlGroupsTest {
  private static final String SECOND_VERSION =
      "24 30 0:22 / /sys/fs/cgroup rw,nosuid,nodev shared:4 - cgroup2 cgroup2 rw,nsdelegate\n";
  private static final String FIRST_VERSION =
      """
      31 23 0:28 / /sys/fs/cgroup rw,relatime - tmpfs tmpfs rw,mode=755
      33 31 0:30 / /sys/fs/cgroup/cpuacct rw,relatime - cgroup cgroup rw,cpuacct
      32 31 0:29 / /sys/fs/cgroup/cpu rw,relatime shared:9 - cgroup cgroup rw,cpu
      41 31 0:38 / /sys/fs/cgroup/unified rw,relatime - cgroup2 cgroup2 rw
      """;

  @TempDir private Path root;

  @BeforeEach
  void aProcessInAnInnerGroup() throws IOException {
    file("proc/7/cgroup", "9:name=systemd:/\n2:cpuacct:/\n1:cpu:/team/app\n0::/team/app\n");
  }

  @Test
  void ofVersionTwoTheLeastQuotaOfAllAncestorsCounts() throws IOException {
    file("proc/self/mountinfo", SECOND_VERSION);
    secondVersion("", "", "");
    secondVersion("team/", "130000 100000", throttledMicros(5_000));
    secondVersion("team/app/", "max 100000", throttledMicros(0));
    ControlGroups groups = groups();

    assertThat(groups.quota()).contains(new CpuQuota(130_000, 100_000));
    secondVersion("team/app/", "5000 10000", throttledMicros(2_000));
    assertThat(groups.quota()).contains(new CpuQuota(5_000, 10_000));
    assertThat(groups.throttling().nanosByGroup().values())
        .containsExactlyInAnyOrder(0L, 5_000_000L, 2_000_000L);
  }

  @Test
  void ofVersionOneTheGroupsOfTheCpuControllerCount() throws IOException {
    file("proc/self/mountinfo", FIRST_VERSION);
    firstVersion("", -1, 0);
    firstVersion("team/", -1, 0);
    firstVersion("team/app/", 13_000, 6_300_000_000L);
    // As on hosts that mount version 2 without its controllers.
    file("sys/fs/cgroup/unified/team/app/cpu.stat", "usage_usec 33\nuser_usec 30\nsystem_usec 3\n");
    ControlGroups groups = groups();

    assertThat(groups.quota()).map(CpuQuota::cpus).contains(1.3);
    assertThat(groups.quota()).map(CpuQuota::toString).contains("1.30 CPUs (13 ms in 10 ms)");
    assertThat(groups.throttling().nanosByGroup())
        .containsEntry(root.resolve("sys/fs/cgroup/cpu/team/app").toString(), 6_300_000_000L);
  }

  /** A container that sees the paths of its host, but only its own group's folder. */
  @Test
  void aContainersOwnGroupIsAtTheMountPoint() throws IOException {
    file(
        "proc/self/mountinfo",
        "32 31 0:29 /team /sys/fs/cgroup/cpu ro - cgroup cgroup rw,cpu,cpuacct\n");
    firstVersion("", 20_000, 1);
    firstVersion("app/", 15_000, 2);

    assertThat(groups().folders())
        .containsExactly(root.resolve("sys/fs/cgroup/cpu"), root.resolve("sys/fs/cgroup/cpu/app"));
    assertThat(groups().quota()).map(CpuQuota::cpus).contains(1.5);
  }

  @Test
  void aGroupOutsideOfTheMountHasOnlyTheMountPoint() throws IOException {
    file("proc/self/mountinfo", SECOND_VERSION);
    file("proc/7/cgroup", "0::/../other\n");
    secondVersion("", "50000 100000", throttledMicros(1));

    assertThat(groups().folders()).containsExactly(root.resolve("sys/fs/cgroup"));
    assertThat(groups().quota()).map(CpuQuota::cpus).contains(0.5);
  }

  @Test
  void withoutQuotasNothingIsThrottledAndWithoutGroupsItIsUnknown() throws IOException {
    assertThat(groups().quota()).isEmpty();
    assertThat(groups().throttling().secondsSince(groups().throttling())).isEmpty();

    file("proc/self/mountinfo", SECOND_VERSION);
    secondVersion("", "", "");

    assertThat(groups().quota()).isEmpty();
    assertThat(groups().throttling().secondsSince(groups().throttling())).hasValue(0);
  }

  @Test
  void theTimeThrottledIsOfTheProcessesCpusAndOfTheGroupsThatBothReadingsKnow() {
    CpuThrottling opened = new CpuThrottling(Map.of("team", 1_000L, "left", 5L));
    CpuThrottling closed = new CpuThrottling(Map.of("team", 1_060L, "entered", 900L));

    assertThat(closed.secondsSince(opened).orElseThrow()).isCloseTo(60e-9, within(1e-15));
    Counters gained = closed.gainedSince(opened, Side.PROVIDER, 1e-6, 2);
    assertThat(gained.gained(Side.PROVIDER.throttled())).isCloseTo(60e-9, within(1e-15));
    assertThat(gained.gained(Side.PROVIDER.throttleable())).isCloseTo(2e-6, within(1e-15));
  }

  private ControlGroups groups() {
    return ControlGroups.of(root, "7");
  }

  private static String throttledMicros(long micros) {
    return "nr_periods 9996\nnr_throttled 1615\nthrottled_usec " + micros + "\nnr_bursts 0\n";
  }

  private void secondVersion(String group, String max, String throttled) throws IOException {
    String folder = "sys/fs/cgroup/" + group;
    file(folder + "cpu.stat", "usage_usec 8273\nuser_usec 5000\nsystem_usec 3273\n" + throttled);
    if (!max.isEmpty()) {
      file(folder + "cpu.max", max + "\n");
    }
  }

  private void firstVersion(String group, long quotaMicros, long throttledNanos)
      throws IOException {
    String folder = "sys/fs/cgroup/cpu/" + group;
    file(folder + "cpu.cfs_quota_us", quotaMicros + "\n");
    file(folder + "cpu.cfs_period_us", "10000\n");
    file(
        folder + "cpu.stat",
        "nr_periods 9996\nnr_throttled 1615\nthrottled_time " + throttledNanos + "\nnr_bursts 0\n");
  }

  private void file(String name, String text) throws IOException {
    Path file = root.resolve(name);
    Files.createDirectories(file.getParent());
    Files.writeString(file, text);
  }
}
