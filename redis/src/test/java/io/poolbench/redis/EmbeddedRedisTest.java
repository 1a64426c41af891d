package io.poolbench.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.abort;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.poolbench.api.OwnedFolder;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EmbeddedRedisTest {
  /** The last process id that the kernel gave; only root may set it. */
  private static final Path LAST_PID = Path.of("/proc/sys/kernel/ns_last_pid");

  private static final int ATTEMPTS = 50;

  /** The index of the process group in /proc/PID/stat, after the name. */
  private static final int GROUP = 2;

  @TempDir private Path folder;

  /** Writes the folder, endlessly. */
  static final class Writing {
    public static void main(String[] parent) throws IOException {
      OwnedFolder own = OwnedFolder.create(Path.of(parent[0]), "redis");
      Process unused =
          EmbeddedRedis.process(
              own,
              List.of("sleep", "100"),
              () -> {
                Files.writeString(own.path().resolve("redis.conf"), "");
                System.out.println(own.path());
                LockSupport.park();
              });
    }
  }

  @Test
  void theFolderOfAJvmThatIsKilledWhileItWritesItIsDeleted() throws Exception {
    Process writing =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                Writing.class.getName(),
                folder.toString())
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    try (BufferedReader written = writing.inputReader()) {
      assertThat(Path.of(written.readLine())).exists();
    }

    writing.destroyForcibly().waitFor();

    awaitDeleted();
  }

  /** As {@code timeout} sends it, and a terminal on Ctrl-C. */
  @Test
  void aSignalToTheGroupOfTheJvmDoesNotReachTheProcess() throws Exception {
    assumeTrue(Files.exists(Path.of("/proc/self/stat")), "no /proc");
    Process redis = shell("sleep", "100");
    awaitSleep(redis);
    try (Stream<String> fields =
        Files.lines(Path.of("/proc", Long.toString(redis.pid()), "stat"))) {
      String[] afterName =
          fields.findFirst().orElseThrow().replaceFirst(".*\\) ", "").split(" ", -1);

      assertThat(afterName[GROUP]).isEqualTo(Long.toString(redis.pid()));
    } finally {
      redis.getOutputStream().close();
    }
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
    awaitSleep(redis);

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
    OwnedFolder own = OwnedFolder.create(folder, "redis");
    Files.writeString(own.path().resolve("redis.conf"), "");
    Process redis = new ProcessBuilder("sleep", "100").start();

    Thread.currentThread().interrupt();
    EmbeddedRedis.stop(redis, own);

    assertThat(Thread.interrupted()).isTrue();
    assertThat(folder).isEmptyDirectory();
    assertThat(redis.waitFor(20, TimeUnit.SECONDS)).isTrue();
  }

  private Process shell(String... redis) throws IOException {
    return EmbeddedRedis.process(OwnedFolder.create(folder, "redis"), List.of(redis), () -> {});
  }

  private static void awaitSleep(Process redis) {
    while (!redis.info().command().orElse("").endsWith("sleep")) {
      Thread.onSpinWait();
    }
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
  private void awaitDeleted() throws IOException, InterruptedException {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
    while (isFilled()) {
      assertThat(System.nanoTime()).isLessThan(deadline);
      TimeUnit.MILLISECONDS.sleep(10);
    }
  }

  private boolean isFilled() throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.findAny().isPresent();
    }
  }
}
