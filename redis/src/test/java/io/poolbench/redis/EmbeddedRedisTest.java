package io.poolbench.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.abort;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EmbeddedRedisTest {
  /** The last process id that the kernel gave; only root may set it. */
  private static final Path LAST_PID = Path.of("/proc/sys/kernel/ns_last_pid");

  private static final int ATTEMPTS = 50;

  @TempDir private Path folder;

  /** Writes the folder, endlessly. */
  static final class Writing {
    public static void main(String[] folder) throws IOException {
      Path own = Path.of(folder[0]);
      EmbeddedRedis.process(
          own,
          List.of("sleep", "100"),
          () -> {
            Files.writeString(own.resolve("redis.conf"), "");
            LockSupport.park();
          });
    }
  }

  @Test
  void theFolderOfAJvmThatIsKilledWhileItWritesItIsDeleted() throws Exception {
    Path own = folder.resolve("redis");
    Process writing =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                Writing.class.getName(),
                own.toString())
            .inheritIO()
            .start();
    while (!Files.exists(own.resolve("redis.conf"))) {
      assertThat(writing.waitFor(10, TimeUnit.MILLISECONDS)).isFalse();
    }

    writing.destroyForcibly().waitFor();

    awaitDeleted();
  }

  /** As the system closes it where this JVM is killed. */
  @Test
  void aProcessWhoseInputEndsIsKilledAndItsFolderDeleted() throws Exception {
    Process redis = shell("sleep", "100");

    redis.getOutputStream().close();

    assertThat(redis.waitFor(20, TimeUnit.SECONDS)).isTrue();
    awaitDeleted();
  }

  /** As a side that ends late kills its descendants, before its own end closes the input. */
  @Test
  void theFolderIsDeletedWhereAllDescendantsAreKilled() throws Exception {
    Process redis = shell("sleep", "100");
    while (!redis.info().command().orElse("").endsWith("sleep")) {
      Thread.onSpinWait();
    }

    redis.descendants().forEach(ProcessHandle::destroyForcibly);
    redis.destroyForcibly().waitFor();
    redis.getOutputStream().close();

    awaitDeleted();
  }

  /** Redis may have been killed hours before. */
  @Test
  void anotherProcessThatGotItsIdIsNotKilled() throws Exception {
    // The kernel's start times differ after 10 ms.
    Process redis = shell("sleep", "0.2");
    redis.waitFor();
    Process stranger = withId(redis.pid());
    try {
      redis.getOutputStream().close();
      awaitDeleted();

      assertThat(stranger.waitFor(100, TimeUnit.MILLISECONDS)).isFalse();
    } finally {
      stranger.destroyForcibly();
    }
  }

  /** A shell that is killed before it has started the child that deletes the folder. */
  @Test
  void theFolderOfAnInterruptedStartIsDeleted() throws Exception {
    Path own = Files.createDirectory(folder.resolve("redis"));
    Files.writeString(own.resolve("redis.conf"), "");
    Process redis = new ProcessBuilder("sleep", "100").start();

    Thread.currentThread().interrupt();
    EmbeddedRedis.stop(redis, own);

    assertThat(Thread.interrupted()).isTrue();
    assertThat(own).doesNotExist();
    assertThat(redis.waitFor(20, TimeUnit.SECONDS)).isTrue();
  }

  private Process shell(String... redis) throws IOException {
    return EmbeddedRedis.process(folder.resolve("redis"), List.of(redis), () -> {});
  }

  private Process withId(long id) throws IOException {
    for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
      try {
        Files.writeString(LAST_PID, Long.toString(id - 1));
      } catch (IOException e) {
        abort("process ids cannot be chosen here: " + e);
      }
      Process process = new ProcessBuilder("sleep", "100").start();
      if (process.pid() == id) {
        return process;
      }
      process.destroyForcibly();
    }
    return abort("the process id went to others");
  }

  /** The shell deletes the folder last. */
  private void awaitDeleted() throws InterruptedException {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
    while (Files.exists(folder.resolve("redis"))) {
      assertThat(System.nanoTime()).isLessThan(deadline);
      TimeUnit.MILLISECONDS.sleep(10);
    }
  }
}
