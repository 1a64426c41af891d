package io.poolbench.agent;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;

/** What a program that does not become ready waits for. */
class LabInputTest {
  @Test
  void aThreadIsShownWhereItWaitsAndByWhoseCall() throws Exception {
    CountDownLatch answered = new CountDownLatch(1);
    Thread main = new Thread(() -> awaitDatabase(answered), "main");
    main.start();
    while (main.getState() != Thread.State.WAITING) {
      LockSupport.parkNanos(1_000_000);
    }

    assertThat(LabInput.whereItIs(main))
        .startsWith("main is at ")
        .contains(".park(", ", called by ", "LabInputTest.awaitDatabase(")
        .doesNotContain("AbstractQueuedSynchronizer");
    answered.countDown();
    main.join();
  }

  private static void awaitDatabase(CountDownLatch answered) {
    try {
      answered.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}
