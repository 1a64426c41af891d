package io.poolbench.api;

import static io.poolbench.api.PoolType.CACHED;
import static io.poolbench.api.PoolType.EAGER;
import static io.poolbench.api.PoolType.FIXED;
import static io.poolbench.api.PoolType.LIMITED;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.entry;

import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PoolConfigTest {
  private static final PoolConfig VIRTUAL_THREADS =
      PoolConfig.of(PoolType.VIRTUAL, null, null, null, null);

  @Test
  void unsetValuesAreDubbosDefaultsOfTheType() {
    assertThat(PoolConfig.of(FIXED, null, null, null, null))
        .isEqualTo(new PoolConfig(FIXED, 200, 200, 0, 0));
    assertThat(PoolConfig.of(CACHED, null, null, null, null))
        .isEqualTo(new PoolConfig(CACHED, 0, PoolConfig.UNBOUNDED, 0, 60_000));
    assertThat(PoolConfig.of(LIMITED, null, null, null, null))
        .isEqualTo(new PoolConfig(LIMITED, 0, 200, 0, Long.MAX_VALUE));
    assertThat(PoolConfig.of(EAGER, null, 8, null, null))
        .isEqualTo(new PoolConfig(EAGER, 0, 8, 1, 60_000));
    assertThat(PoolConfig.of(FIXED, 4, 4, null, null).coreThreads()).isEqualTo(4);
  }

  @ParameterizedTest
  @CsvSource({
    // type, core, threads, queues, alive, the setting that is invalid
    "FIXED,  ,   0,   ,   , threads",
    "CACHED, 21, 20,  ,   , corethreads",
    "CACHED, -1, 20,  ,   , corethreads",
    "FIXED,  2,  4,   ,   , corethreads",
    "FIXED,  ,   4,   , 5, alive",
    "LIMITED, ,  4,   , 5, alive",
    "CACHED, ,   8,   , -1, alive",
    "EAGER,  ,   ,    ,   , threads",
    "EAGER,  ,   8,  0,   , queues",
    "EAGER,  ,   8, -1,   , queues",
    "POOLED_VIRTUAL, , 8, 5, , queues",
    "VIRTUAL, ,  8,   ,   , threads",
    "VIRTUAL, 8, ,    ,   , corethreads",
    "VIRTUAL, ,  ,   0,   , queues",
    "VIRTUAL, ,  ,    , 5, alive"
  })
  void anImpossiblePoolNamesItsSetting(
      PoolType type, Integer core, Integer threads, Integer queues, Long alive, String setting) {
    assertInvalid(setting, () -> PoolConfig.of(type, core, threads, queues, alive));
  }

  /** Only threads of fixed and limited pools never end. */
  @Test
  void theIdleTimeOfAVirtualPoolIsRefusedForItsThreadPerTask() {
    assertThatThrownBy(() -> PoolConfig.of(PoolType.VIRTUAL, null, null, null, 5L))
        .hasMessageContaining("virtual pool");
  }

  @Test
  void aTypeIsFoundByDubbosName() {
    assertThat(PoolType.of("cached")).isEqualTo(CACHED);
    assertInvalid("threadpool", () -> PoolType.of("Cached"));
  }

  @Test
  void theLabelGivesSizeAndQueue() {
    assertThat(PoolConfig.of(FIXED, null, 24, null, null).label()).isEqualTo("fixed 24");
    assertThat(PoolConfig.of(FIXED, null, 24, 100, null).label()).isEqualTo("fixed 24 queue 100");
    assertThat(PoolConfig.of(CACHED, 20, null, -1, null).label())
        .isEqualTo("cached 20/unbounded queue by memory");
    assertThat(VIRTUAL_THREADS.label()).isEqualTo("virtual");
  }

  /** Its executor exposes no sizes, so that any pool without sizes would match by them. */
  @Test
  void aThreadForEachTaskMatchesAVirtualPoolOnly() {
    EffectivePool built = EffectivePool.ofClass("ThreadPerTaskExecutor");
    EffectivePool other = new EffectivePool("ThreadPoolExecutor", 0, null, null, null, null);

    assertThat(built.matches(VIRTUAL_THREADS)).isTrue();
    assertThat(built.label()).isEqualTo("virtual");
    assertThat(built.matches(PoolConfig.of(FIXED, null, 4, null, null))).isFalse();
    assertThat(other.matches(VIRTUAL_THREADS)).isFalse();
  }

  private static void assertInvalid(String setting, ThrowingCallable pool) {
    assertThatThrownBy(pool)
        .isInstanceOfSatisfying(
            InvalidSettingException.class, e -> assertThat(e.setting()).isEqualTo(setting));
  }

  @Test
  void propertiesOfDubboAreThoseThatApplyToTheType() {
    assertThat(PoolConfig.of(FIXED, null, 16, 40, null).dubboParameters())
        .containsExactly(
            entry("threadpool", "fixed"), entry("threads", "16"), entry("queues", "40"));
    assertThat(PoolConfig.of(CACHED, 4, 16, null, null).dubboParameters())
        .containsEntry("corethreads", "4")
        .containsEntry("alive", "60000");
    assertThat(PoolConfig.of(LIMITED, 4, 16, null, null).dubboParameters())
        .containsEntry("corethreads", "4")
        .doesNotContainKey("alive");
    assertThat(VIRTUAL_THREADS.dubboParameters()).containsExactly(entry("threadpool", "virtual"));
  }
}
