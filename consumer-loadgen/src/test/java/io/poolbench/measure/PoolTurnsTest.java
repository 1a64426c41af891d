package io.poolbench.measure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.poolbench.Changed;
import io.poolbench.api.EffectivePool;
import io.poolbench.api.PoolConfig;
import io.poolbench.api.PoolType;
import io.poolbench.journal.ViolationCode;
import io.poolbench.lab.CountersReading;
import io.poolbench.lab.CpuPlan;
import io.poolbench.lab.LabException;
import io.poolbench.lab.RunningProvider;
import io.poolbench.load.Probe;
import io.poolbench.study.Cell;
import io.poolbench.study.PlainStudy;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class PoolTurnsTest {
  /** A wrapped executor: the agent exchanges a {@code ThreadPoolExecutor} only. */
  private static final EffectivePool WRAPPED = EffectivePool.ofClass("ExecutorServiceTtlWrapper");

  @Test
  void aPoolOfATargetThatWasNotReplacedIsNotMeasuredAsTheOther() {
    PoolConfig other = PoolConfig.of(PoolType.FIXED, null, 8, 0, null);

    assertThatExceptionOfType(LabException.class)
        .isThrownBy(() -> turns(other).require())
        .withMessageContaining("ExecutorServiceTtlWrapper")
        .withMessageContaining("fixed 8")
        .satisfies(e -> assertThat(e.code()).isEqualTo(ViolationCode.POOL_MISMATCH));
    assertThatCode(() -> turns(null).require()).as("as configured").doesNotThrowAnyException();
  }

  private static PoolTurns turns(PoolConfig replacedBy) {
    Cell cell = PlainStudy.cell("target: {jar: a.jar}");
    return new PoolTurns(
        List.of(Changed.with(cell, "provider.replacedBy", replacedBy)), new Wrapping());
  }

  private static final class Wrapping implements RunningProvider {
    @Override
    public List<Integer> ports() {
      return List.of(20880);
    }

    @Override
    public Optional<EffectivePool> pool(int endpoint) {
      return Optional.of(WRAPPED);
    }

    @Override
    public Probe<CountersReading, LabException> probe(int endpoint, CpuPlan cpus) {
      throw new UnsupportedOperationException();
    }

    @Override
    public void close() {}
  }
}
