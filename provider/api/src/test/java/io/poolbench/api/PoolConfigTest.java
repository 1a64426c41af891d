package io.poolbench.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

class PoolConfigTest {

  @Test
  void whatIsLeftOutIsDubbosDefaultOfThatKind() {
    assertThat(PoolConfig.of(PoolType.FIXED, null, null, null, null))
        .isEqualTo(new PoolConfig(PoolType.FIXED, 200, 200, 0, 0));
    assertThat(PoolConfig.of(PoolType.CACHED, null, null, null, null))
        .isEqualTo(new PoolConfig(PoolType.CACHED, 0, PoolConfig.UNBOUNDED, 0, 60_000));
    assertThat(PoolConfig.of(PoolType.LIMITED, null, null, null, null))
        .isEqualTo(new PoolConfig(PoolType.LIMITED, 0, 200, 0, Long.MAX_VALUE));
    assertThat(PoolConfig.of(PoolType.EAGER, null, 8, null, null))
        .isEqualTo(new PoolConfig(PoolType.EAGER, 0, 8, 1, 60_000));
  }

  @Test
  void aPoolHasAtLeastOneThread() {
    assertInvalid("threads", () -> PoolConfig.of(PoolType.FIXED, null, 0, null, null));
  }

  @Test
  void theCoreFitsTheThreads() {
    assertInvalid("corethreads", () -> PoolConfig.of(PoolType.CACHED, 21, 20, null, null));
    assertInvalid("corethreads", () -> PoolConfig.of(PoolType.CACHED, -1, 20, null, null));
  }

  @Test
  void theCoreOfAFixedPoolIsItsThreads() {
    assertThat(PoolConfig.of(PoolType.FIXED, 4, 4, null, null).coreThreads()).isEqualTo(4);
    assertInvalid("corethreads", () -> PoolConfig.of(PoolType.FIXED, 2, 4, null, null));
    assertInvalid("corethreads", () -> new PoolConfig(PoolType.FIXED, 2, 4, 0, 0));
  }

  @Test
  void anEagerPoolHasABoundAndAQueue() {
    assertInvalid("threads", () -> PoolConfig.of(PoolType.EAGER, null, null, null, null));
    assertInvalid("queues", () -> PoolConfig.of(PoolType.EAGER, null, 8, 0, null));
    assertInvalid("queues", () -> PoolConfig.of(PoolType.EAGER, null, 8, -1, null));
  }

  @Test
  void anIdleThreadCannotEndBeforeItIsIdle() {
    assertInvalid("alive", () -> PoolConfig.of(PoolType.CACHED, null, 8, null, -1L));
  }

  @Test
  void theKindIsFoundByDubbosName() {
    assertThat(PoolType.of("cached")).isEqualTo(PoolType.CACHED);
    assertInvalid("threadpool", () -> PoolType.of("Cached"));
  }

  @Test
  void theLabelSaysSizeAndQueue() {
    assertThat(PoolConfig.of(PoolType.FIXED, null, 24, null, null).label()).isEqualTo("fixed 24");
    assertThat(PoolConfig.of(PoolType.FIXED, null, 24, 100, null).label())
        .isEqualTo("fixed 24 queue 100");
    assertThat(PoolConfig.of(PoolType.CACHED, 20, null, -1, null).label())
        .isEqualTo("cached 20/unbounded queue by memory");
  }

  private static void assertInvalid(String setting, ThrowingCallable pool) {
    assertThatThrownBy(pool)
        .isInstanceOfSatisfying(
            InvalidSettingException.class, e -> assertThat(e.setting()).isEqualTo(setting));
  }
}
