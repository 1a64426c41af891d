package io.poolbench.server.timing;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.Test;

class ThreadTallyTest {
  @Test
  void eachThreadHasItsOwnTotal() throws Exception {
    ThreadTally tally = new ThreadTally();
    tally.add(5);
    FutureTask<Long> other =
        new FutureTask<>(
            () -> {
              tally.add(100);
              return tally.ofThisThread();
            });
    new Thread(other).start();

    assertThat(other.get()).isEqualTo(100);
    tally.add(2);
    assertThat(tally.ofThisThread()).isEqualTo(7);
  }
}
