package io.poolbench.limits;

import static org.assertj.core.api.Assertions.assertThat;

import io.poolbench.api.PoolConfig;
import io.poolbench.api.PoolType;
import org.junit.jupiter.api.Test;

class AdvisedQueueTest {
  @Test
  void aQueueThatNobodyChoseIsKnownByTheCellsName() {
    PoolConfig fixed = PoolConfig.of(PoolType.FIXED, null, 8, AdvisedQueue.COMPARED, null);
    PoolConfig shorter = PoolConfig.of(PoolType.FIXED, null, 8, 100, null);
    PoolConfig cached = PoolConfig.of(PoolType.CACHED, 0, 8, AdvisedQueue.COMPARED, null);

    assertThat(AdvisedQueue.isUnchosen("fixed 8", fixed)).isTrue();
    assertThat(AdvisedQueue.isUnchosen(fixed.label(), fixed)).isFalse();
    assertThat(AdvisedQueue.isUnchosen("fixed 8", shorter)).isFalse();
    assertThat(AdvisedQueue.isUnchosen("cached 8", cached)).isFalse();
  }
}
