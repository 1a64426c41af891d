package io.poolbench.lab;

import static org.assertj.core.api.Assertions.assertThat;

import io.poolbench.journal.Host;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** By canned files of the kernel. */
class HostFactsTest {
  private static final CpuList CPUS = CpuList.parse("0-1");

  @TempDir private Path root;

  @Test
  void theMachineIsDescribed() throws IOException {
    file(
        "etc/os-release",
        "PRETTY_NAME=\"Debian 12\"\nNAME=\"Debian GNU/Linux\"\nVERSION_ID=\"12\"\n");
    file("proc/cpuinfo", "processor\t: 0\nmodel name\t: AMD EPYC\n\nmodel name\t: other\n");
    file("proc/meminfo", "MemTotal:       24684092 kB\nMemFree: 1 kB\n");
    file("proc/self/status", "Name:\tjava\nCpus_allowed:\tff\nCpus_allowed_list:\t0-2,5\n");
    HostFacts facts = new HostFacts(root);

    Host host = facts.describe(CPUS);

    assertThat(host.os()).isEqualTo("Debian GNU/Linux 12");
    assertThat(host.cpuModel()).isEqualTo("AMD EPYC");
    assertThat(host.cpus()).isEqualTo("0-1");
    assertThat(host.memoryBytes()).isEqualTo(24_684_092L * 1024);
    assertThat(facts.cpus()).hasToString("0-2,5");
  }

  @Test
  void aKernelWithoutModelNamesReportsTheModelsNumbers() throws IOException {
    file("proc/cpuinfo", "processor\t: 0\nCPU implementer\t: 0x41\nCPU part\t: 0xd0c\n");

    assertThat(new HostFacts(root).describe(CPUS).cpuModel())
        .isEqualTo("implementer 0x41, part 0xd0c");
  }

  @Test
  void withoutTheKernelsFilesTheJvmsFactsAreReported() {
    HostFacts facts = new HostFacts(root);

    Host host = facts.describe(CPUS);

    assertThat(host.os()).startsWith(System.getProperty("os.name"));
    assertThat(host.cpuModel()).isEqualTo(System.getProperty("os.arch"));
    assertThat(host.memoryBytes()).isPositive();
    assertThat(facts.cpus().count()).isEqualTo(Runtime.getRuntime().availableProcessors());
  }

  @Test
  void whatTheHostDoesNotReportIsOneLineEach() throws IOException {
    assertThat(new HostFacts(root).limitations())
        .anyMatch(line -> line.startsWith("no /proc/stat"));

    file("proc/stat", "cpu  10 0 5 100 1 0 2\ncpu0 10 0 5 100 1 0 2\n");
    file("proc/self/status", "Cpus_allowed_list:\t3\n");
    assertThat(new HostFacts(root).limitations())
        .extracting(line -> line.split(":", 2)[0])
        .containsExactly("no steal in /proc/stat", "no schedstat in /proc");

    file("proc/stat", "cpu  10 0 5 100 1 0 2 7 0 0\ncpu0 10 0 5 100 1 0 2 7 0 0\n");
    file("proc/self/schedstat", "1 2 3\n");
    assertThat(new HostFacts(root).limitations()).isEmpty();
  }

  /** As the limit of a pod that has exclusive CPUs. */
  @ParameterizedTest
  @CsvSource({"900000, false", "200000, false", "199000, true", "50000, true"})
  void aQuotaOfAllCpusLimitsNothing(long micros, boolean limits) throws IOException {
    file("proc/self/status", "Cpus_allowed_list:\t3-4\n");
    file("proc/self/cgroup", "0::/\n");
    file("proc/self/mountinfo", "24 30 0:22 / /sys/fs/cgroup rw - cgroup2 cgroup2 rw\n");
    file("sys/fs/cgroup/cpu.max", micros + " 100000\n");
    HostFacts facts = new HostFacts(root);

    assertThat(facts.limitations().stream().anyMatch(line -> line.startsWith("CPU quota")))
        .isEqualTo(limits);
  }

  private void file(String name, String text) throws IOException {
    Path file = root.resolve(name);
    Files.createDirectories(file.getParent());
    Files.writeString(file, text);
  }
}
