package io.poolbench.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Loads whose target can no longer call, as of a driver without a free port. */
class StoppedLoadTest {
  private static final Duration SECOND = Duration.ofSeconds(1);

  private final SimulatedTime time = new SimulatedTime();

  private record Stopped(int slots, Target.Completion completion) implements Target {
    @Override
    public void send(int slot) {
      throw new AssertionError("a call");
    }

    @Override
    public long sentNanos(int slot) {
      return 0;
    }

    @Override
    public void check() {
      throw new CallsStoppedException("no free port");
    }

    @Override
    public void close() {}
  }

  @Test
  void theyStopAndCanBeClosed() throws Exception {
    for (Load load :
        List.of(
            time.closed(Stopped::new, 4),
            time.open(Stopped::new, 4, SECOND, rate -> Arrivals.none()))) {
      assertThatExceptionOfType(CallsStoppedException.class)
          .isThrownBy(() -> load.level(1))
          .withMessage("no free port");
      assertThat(load.drain(SECOND)).isTrue();
      load.close();
    }
  }
}
