package io.poolbench.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.poolbench.api.PoolType;
import io.poolbench.core.AgentLaunch;
import java.util.Map;
import org.apache.dubbo.common.URL;
import org.apache.dubbo.common.threadpool.support.fixed.FixedThreadPool;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class PoolBuilderTest {
  private final PoolBuilder configured =
      new PoolBuilder(
          new FixedThreadPool(), new DubboUrl(URL.valueOf("dubbo://127.0.0.1:20880/Orders")));

  /** Except virtual threads: only a later JDK loads their class, and Dubbo has no pooled ones. */
  @ParameterizedTest
  @EnumSource(
      value = PoolType.class,
      mode = EnumSource.Mode.EXCLUDE,
      names = {"VIRTUAL", "POOLED_VIRTUAL"})
  void everyPoolOfAStudyIsFoundInDubbo(PoolType type) throws Exception {
    assertThat(configured.replacedBy(asked(type.id())).extension())
        .isEqualToIgnoringCase(type.id() + "ThreadPool");
  }

  @Test
  void aPoolThatThisDubboLacksIsNotFound() {
    assertThatThrownBy(() -> configured.replacedBy(asked("bogus")))
        .isInstanceOf(ClassNotFoundException.class);
  }

  private static Map<String, String> asked(String type) {
    return Map.of(AgentLaunch.THREADPOOL, type);
  }
}
