package io.poolbench.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Exchanger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** This JVM stands for a provider. */
class BusinessNicenessTest {
  private static final String BUSINESS = "DubboServerHandler-127.0.0.1:20880-thread-";

  private final CountDownLatch over = new CountDownLatch(1);

  @BeforeEach
  void requireLinux() {
    assumeThat(HostFacts.hasCommand("renice")).as("renice").isTrue();
    assumeThat(Files.exists(Path.of("/proc/thread-self"))).as("/proc").isTrue();
  }

  @AfterEach
  void endThreads() {
    over.countDown();
  }

  @Test
  void niceIsSetOnEarlyAndLateBusinessThreadsOnly() throws Exception {
    Path first = thread(BUSINESS + 1);
    Path other = thread("NettyServerWorker-1");
    BusinessNiceness niceness = new BusinessNiceness(ProcessHandle.current().pid(), 7);

    niceness.apply();
    Path second = thread(BUSINESS + 2);
    assertThat(nice(first)).isEqualTo(7);
    assertThat(nice(second)).isZero();
    niceness.apply();

    assertThat(nice(second)).isEqualTo(7);
    assertThat(nice(other)).isZero();
  }

  /** Starts a thread of this name; returns its folder in /proc. */
  private Path thread(String name) throws InterruptedException {
    Exchanger<Path> folder = new Exchanger<>();
    Thread thread =
        new Thread(
            () -> {
              try {
                folder.exchange(Path.of("/proc/thread-self").toRealPath());
                over.await();
              } catch (IOException | InterruptedException e) {
                throw new IllegalStateException(e);
              }
            },
            name);
    thread.setDaemon(true);
    thread.start();
    return folder.exchange(null);
  }

  /** The 19th field of its stat, by proc_pid_stat(5). */
  private static int nice(Path thread) throws IOException {
    String stat = Files.readString(thread.resolve("stat"));
    return Integer.parseInt(stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1)[19 - 3]);
  }
}
