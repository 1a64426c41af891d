package io.poolbench.agent;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

class OtherThreadsTest {
  private static final List<String> OWN = List.of("io.poolbench.agent.OtherThreadsTest");

  @Test
  void threadsOfOneNameButForDigitsThatRunTheApplicationsCodeAreCounted() throws Exception {
    CountDownLatch end = new CountDownLatch(1);
    List<Thread> threads = List.of(waiting("orders-1", end), waiting("orders-2", end));
    long[] ids = threads.stream().mapToLong(Thread::getId).toArray();
    while (threads.stream().anyMatch(thread -> thread.getState() != Thread.State.WAITING)) {
      Thread.onSpinWait();
    }
    OtherThreads others = new OtherThreads();

    ThreadInfo[] sampled = ManagementFactory.getThreadMXBean().getThreadInfo(ids, 24);
    others.add(sampled, 1.5, OWN);
    others.add(sampled, 1.5, List.of("com.example."));

    assertThat(others.toJson(/* moments= */ 2)).hasSize(1);
    JsonObject found = others.toJson(2).get(0).getAsJsonObject();
    assertThat(found.get("name").getAsString()).isEqualTo("orders-#");
    assertThat(found.get("busy").getAsDouble()).isEqualTo(1.5);
    assertThat(found.get("at").getAsString()).startsWith(OWN.get(0));
    end.countDown();
    for (Thread thread : threads) {
      thread.join();
    }
  }

  private static Thread waiting(String name, CountDownLatch end) {
    Thread thread =
        new Thread(
            () -> {
              try {
                end.await();
              } catch (InterruptedException e) {
                throw new IllegalStateException(e);
              }
            },
            name);
    thread.start();
    return thread;
  }

  @Test
  void businessThreadsAndTheSamplerAreNotOutsideAndEndedThreadsDoNotCount() {
    long self = Thread.currentThread().getId();

    assertThat(OtherThreads.outside(new long[] {self, -1, -2, -3}, Set.of(-2L, -8L, -9L)))
        .containsExactlyInAnyOrder(-1L, -3L);
  }
}
