package io.poolbench.journal;

import static org.assertj.core.api.Assertions.assertThat;

import io.poolbench.journal.PoolSetup.Counting;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PoolSetupTest {
  private static final Counting COUNTING = new Counting(true, false);

  @ParameterizedTest
  @CsvSource({
    "java.util.concurrent.ThreadPoolExecutor, DubboServerHandler-10.0.0.1:20880-thread-12, Dubbo"
        + " 20880, true",
    "java.util.concurrent.ThreadPoolExecutor, DubboServerHandler-20880-thread-1, Dubbo 20880, true",
    "java.util.concurrent.ThreadPoolExecutor, tri-protocol-50051-thread-1, Dubbo 50051, true",
    "java.util.concurrent.ThreadPoolExecutor, Dubbo-protocol-20880-thread-2, Dubbo 20880, true",
    "java.util.concurrent.ThreadPoolExecutor, tri-protocol-2147483647-thread-1,"
        + " tri-protocol-2147483647, false",
    "org.apache.tomcat.util.threads.ThreadPoolExecutor, http-nio-8080-exec-3, Tomcat http-nio-8080,"
        + " true",
    "java.util.concurrent.ThreadPoolExecutor, http-nio-8080-exec-3, http-nio-8080, true",
    "org.eclipse.jetty.util.thread.QueuedThreadPool, qtp1234-56, Jetty qtp1234, true",
    "java.util.concurrent.ThreadPoolExecutor, pool-3-thread-7, pool-3, false",
    "java.util.concurrent.ThreadPoolExecutor, order-worker-12, order-worker, false",
    "java.util.concurrent.ThreadPoolExecutor, HikariPool-1 housekeeper, HikariPool-1 housekeeper,"
        + " false",
    "java.util.concurrent.ThreadPoolExecutor, 17, 17, false"
  })
  void aPoolIsNamedByItsUser(String type, String thread, String user, boolean serves) {
    PoolSetup setup = new PoolSetup(1, type, thread, 1, 200, false, 0, COUNTING, null);

    assertThat(setup.user()).isEqualTo(user);
    assertThat(setup.serves()).isEqualTo(serves);
  }

  /** As with {@code dubbo.protocol.threadname=order-biz}. */
  @Test
  void aPoolOfDubboIsNamedByItsPortWhateverItsThreadsAreCalled() {
    String thread = "order-biz-10.0.0.1:20990-thread-1";
    PoolSetup setup = new PoolSetup(1, "", thread, 1, 200, false, 0, COUNTING, 20_880);

    assertThat(setup.user()).isEqualTo("Dubbo 20880");
    assertThat(setup.serves()).isTrue();
  }

  @ParameterizedTest
  @CsvSource({
    "200, 0, 'at most 200 threads, no queue'",
    "1, -1, 'at most 1 thread, queue without a bound'",
    "2147483647, 0, 'any number of threads, no queue'",
    "8, 64, 'at most 8 threads, queue of 64'",
    "8, , at most 8 threads"
  })
  void itsBoundsAreNamed(int max, Integer queue, String text) {
    assertThat(new PoolSetup(1, "", "t", 1, max, false, queue, COUNTING, null).text())
        .isEqualTo(text);
  }
}
