package io.poolbench.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.Test;

class TimerSlackTest {
  private static final Path SELF = Paths.get("/proc/thread-self");

  @Test
  void theCallingThreadHasTheMinimumAndSoHaveThoseThatItStarts() throws Exception {
    assumeThat(Files.isSymbolicLink(SELF)).as("a Linux").isTrue();
    String before = slackNanos();
    FutureTask<String> minimized =
        new FutureTask<>(
            () -> {
              TimerSlack.minimize();
              return slackNanos() + " " + ofNewThread();
            });
    new Thread(minimized).start();

    assertThat(minimized.get()).isEqualTo("1 1");
    assertThat(slackNanos()).isEqualTo(before).isNotEqualTo("1");
  }

  private static String ofNewThread() throws Exception {
    FutureTask<String> read = new FutureTask<>(TimerSlackTest::slackNanos);
    new Thread(read).start();
    return read.get();
  }

  private static String slackNanos() throws Exception {
    Path thread = Files.readSymbolicLink(SELF).getFileName();
    byte[] text = Files.readAllBytes(Paths.get("/proc", thread.toString(), "timerslack_ns"));
    return new String(text, StandardCharsets.US_ASCII).trim();
  }
}
