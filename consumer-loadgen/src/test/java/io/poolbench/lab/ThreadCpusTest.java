package io.poolbench.lab;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ThreadCpusTest {
  @TempDir private Path tasks;

  @Test
  void eachThreadIsReadWithItsCpus() throws IOException {
    thread("11", "Name:\tmain\nCpus_allowed:\t3\nCpus_allowed_list:\t0-1\n");
    thread("12", "Name:\tC2 CompilerThre\nCpus_allowed_list:\t0-3,8\n");
    Files.createDirectories(tasks.resolve("13")); // has ended
    thread("14", "");
    // The kernel cuts a name after 15 bytes, here within a character.
    Files.writeString(
        tasks.resolve("14/status"), "Name:\tOrders-\u00c3\nCpus_allowed_list:\t2\n", ISO_8859_1);

    assertThat(ThreadCpus.of(tasks))
        .containsExactlyInAnyOrder(
            new ThreadCpus("Orders-\ufffd", CpuList.parse("2")),
            new ThreadCpus("main", CpuList.parse("0-1")),
            new ThreadCpus("C2 CompilerThre", CpuList.parse("0-3,8")));
    assertThat(ThreadCpus.of(tasks.resolve("nowhere"))).isEmpty();
  }

  @Test
  void aProcessThatCannotBePinnedFailsAndOneThatCanIsReadBack() throws Exception {
    Pinning pinning = Pinning.detect();
    assumeThat(pinning.available()).isTrue();
    CpuList own = new HostFacts().cpus();
    CpuList first = own.part(0, 1);
    Process process = new ProcessBuilder("sleep", "60").start();
    try {
      pinning.require(process.pid(), first);
      assertThat(ThreadCpus.of(process.pid())).extracting(ThreadCpus::cpus).containsOnly(first);
    } finally {
      process.destroyForcibly().waitFor(60, TimeUnit.SECONDS);
    }
    pinning.require(process.pid(), first); // has ended, which is found elsewhere
    assertThatThrownBy(
            () -> pinning.require(ProcessHandle.current().pid(), new CpuList(List.of(8191))))
        .isInstanceOf(LabException.class)
        .hasMessageContaining("not pinned to CPUs 8191: thread ");
  }

  private void thread(String tid, String status) throws IOException {
    Files.writeString(Files.createDirectories(tasks.resolve(tid)).resolve("status"), status);
  }
}
