package io.poolbench.server.pool;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.LinkedBlockingQueue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class PoolShapeTest {
  /** A queue whose size is never read twice alike. */
  private static final class Moving extends LinkedBlockingQueue<Runnable> {
    private int reading;

    @Override
    public int size() {
      return ++reading;
    }

    @Override
    public int remainingCapacity() {
      return 1_000;
    }
  }

  @Test
  @Timeout(10)
  void aQueueThatMovesAllTheTimeHasACapacity() {
    assertThat(PoolShape.capacity(new Moving())).isBetween(1_000, 1_010);
  }
}
