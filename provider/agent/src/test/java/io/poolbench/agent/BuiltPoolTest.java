package io.poolbench.agent;

import static org.assertj.core.api.Assertions.assertThat;

import io.poolbench.server.timing.UnansweredCalls;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.apache.dubbo.common.URL;
import org.apache.dubbo.common.threadpool.support.fixed.FixedThreadPool;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

class BuiltPoolTest {
  private final BuiltPool built =
      new BuiltPool(
          new PoolBuilder(
              new FixedThreadPool(), new DubboUrl(URL.valueOf("dubbo://127.0.0.1:20880/Orders"))),
          BuiltPoolTest::own,
          false,
          new UnansweredCalls());

  @AutoClose("shutdownNow")
  private final ThreadPoolExecutor executor = (ThreadPoolExecutor) built.executor();

  /** The pool that a study requires has the settings of the study. */
  @Test
  void theSettingsOfTheProgramStayWithItsOwnPool() throws InterruptedException {
    executor.setMaximumPoolSize(5);
    executor.setCorePoolSize(3);
    executor.setKeepAliveTime(7, TimeUnit.SECONDS);
    executor.allowCoreThreadTimeOut(true);

    built.renew();
    assertSettings(3, 5, 7, true);
    built.use(() -> pool(9, 30), false);
    assertSettings(9, 9, 30, false);
    built.renew();
    assertSettings(9, 9, 30, false);
    built.use(BuiltPoolTest::own, true);
    assertSettings(3, 5, 7, true);
  }

  private void assertSettings(int core, int max, int aliveSeconds, boolean coreTimesOut) {
    assertThat(executor.getCorePoolSize()).isEqualTo(core);
    assertThat(executor.getMaximumPoolSize()).isEqualTo(max);
    assertThat(executor.getKeepAliveTime(TimeUnit.SECONDS)).isEqualTo(aliveSeconds);
    assertThat(executor.allowsCoreThreadTimeOut()).isEqualTo(coreTimesOut);
  }

  private static ExecutorService own() {
    return pool(2, 60);
  }

  private static ThreadPoolExecutor pool(int threads, int aliveSeconds) {
    return new ThreadPoolExecutor(
        threads, threads, aliveSeconds, TimeUnit.SECONDS, new LinkedBlockingQueue<>());
  }
}
