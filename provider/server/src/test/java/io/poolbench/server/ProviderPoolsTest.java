package io.poolbench.server;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.poolbench.api.LaunchConfig;
import io.poolbench.server.pool.MeasuredExecutor;
import io.poolbench.server.timing.UnansweredCalls;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** Dubbo falls back to pools of its own in silence: a provider on one of these must not start. */
class ProviderPoolsTest {
  @AutoClose("shutdownNow")
  private final ExecutorService dubbos = Executors.newFixedThreadPool(1);

  private final ExecutorService measured = measured();

  private ExecutorService measured() {
    return new MeasuredExecutor(() -> dubbos, System::nanoTime, new UnansweredCalls());
  }

  @Test
  void aPoolThatIsNotMeasuredIsRefused() {
    refused(List.of(dubbos), "executorManagement=isolation");
    started(List.of(measured), "executorManagement=isolation");
  }

  @Test
  void onePoolForAllServicesIsRefusedWhereEachHasItsOwnAndTheOtherWayRound() {
    refused(List.of(measured), "executorManagement=per_service");
    started(List.of(measured, measured()), "executorManagement=per_service");
    refused(List.of(measured, measured()), "executorManagement=isolation");
  }

  private static void refused(List<ExecutorService> pools, String setting) {
    LaunchConfig config = Launches.config("redis://:secret@127.0.0.1", setting);
    assertThatThrownBy(() -> Provider.measured(config, 0, pools))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("does not run requests in")
        .hasMessageNotContaining("secret");
  }

  private static void started(List<ExecutorService> pools, String setting) {
    LaunchConfig config = Launches.config("redis://127.0.0.1", setting);
    assertThatCode(() -> Provider.measured(config, 0, pools)).doesNotThrowAnyException();
  }
}
