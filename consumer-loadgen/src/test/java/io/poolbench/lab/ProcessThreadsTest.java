package io.poolbench.lab;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

class ProcessThreadsTest {
  @TempDir Path tasks;

  @Test
  void threadsAreReadFromTheirFoldersWithoutEndedOnes() throws IOException {
    thread(7, "GC Thread#0", "10 20 3");
    thread(8, "VM Thread", "100 200 4");
    Files.createDirectory(tasks.resolve("9"));

    assertThat(ProcessThreads.read(tasks).orElseThrow().threads())
        .containsExactlyInAnyOrder(
            new ThreadUse(7, "GC Thread#0", 10, 20, 3, 1, 2),
            new ThreadUse(8, "VM Thread", 100, 200, 4, 1, 2));
  }

  @Test
  void withoutSchedulerStatisticsThereIsNoReading() throws IOException {
    assertThat(ProcessThreads.read(tasks.resolve("none"))).isEmpty();

    Files.createDirectory(tasks.resolve("9"));
    assertThat(ProcessThreads.read(tasks)).as("without scheduler statistics").isEmpty();
  }

  @Test
  void newThreadsCountFromZero() {
    var before =
        of(new ThreadUse(1, "a", 100, 10, 5, 4, 1), new ThreadUse(2, "ends", 9, 9, 9, 9, 9));
    var after = of(new ThreadUse(1, "a", 150, 30, 9, 6, 3), new ThreadUse(3, "new", 7, 8, 1, 1, 0));

    ProcessThreads gained = after.since(before);

    assertThat(gained.threads())
        .containsExactlyInAnyOrder(
            new ThreadUse(1, "a", 50, 20, 4, 2, 2), new ThreadUse(3, "new", 7, 8, 1, 1, 0));
  }

  @Test
  void aReusedThreadIdCountsFromZero() {
    var before = of(new ThreadUse(1, "old", 1000, 10, 50, 40, 10));
    var after = of(new ThreadUse(1, "young", 30, 2, 5, 4, 1));

    assertThat(after.since(before)).isEqualTo(after);
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void countersOfThisProcessAreRead() {
    ProcessThreads threads = ProcessThreads.read(ProcessHandle.current().pid()).orElseThrow();

    assertThat(threads.maxCpuNanos()).isPositive();
    assertThat(threads.threads()).anyMatch(thread -> thread.voluntarySwitches() > 0);
  }

  private static ProcessThreads of(ThreadUse... threads) {
    return new ProcessThreads(List.of(threads));
  }

  private void thread(long tid, String name, String schedstat) throws IOException {
    Path folder = Files.createDirectory(tasks.resolve(Long.toString(tid)));
    Files.writeString(folder.resolve("schedstat"), schedstat + "\n");
    Files.writeString(
        folder.resolve("status"),
        "Name:\t"
            + name
            + "\n"
            + "State:\tS (sleeping)\n"
            + "voluntary_ctxt_switches:\t1\n"
            + "nonvoluntary_ctxt_switches:\t2\n");
  }
}
