package io.poolbench.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.Test;

class PunctualThreadFactoryTest {
  private static final Path SELF = Path.of("/proc/thread-self");

  @Test
  void onlyTheCallingThreadHasTheMinimumSlack() throws Exception {
    assumeThat(Files.isSymbolicLink(SELF)).as("a Linux").isTrue();
    String before = slackNanos();
    FutureTask<String> minimized =
        new FutureTask<>(
            () -> {
              PunctualThreadFactory.minimizeSlackOfThisThread();
              return slackNanos();
            });
    new Thread(minimized).start();

    assertThat(minimized.get()).isEqualTo("1");
    assertThat(slackNanos()).isEqualTo(before).isNotEqualTo("1");
  }

  private static String slackNanos() throws Exception {
    Path tid = Files.readSymbolicLink(SELF).getFileName();
    return Files.readString(Path.of("/proc", tid.toString(), "timerslack_ns")).strip();
  }
}
