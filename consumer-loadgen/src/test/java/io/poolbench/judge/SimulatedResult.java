package io.poolbench.judge;

import io.poolbench.Changed;
import io.poolbench.api.PoolConfig;
import io.poolbench.config.StudyLoader;
import io.poolbench.config.StudyLoader.CellCheck;
import io.poolbench.judge.SimulatedStudy.Hog;
import io.poolbench.result.StudyResult;
import io.poolbench.spec.Paired;
import io.poolbench.spec.Study;
import io.poolbench.spec.TargetSettings;
import io.poolbench.spec.TargetSettings.ConfiguredBy;
import io.poolbench.store.SampleResult;
import java.util.List;
import java.util.Random;
import java.util.function.DoubleUnaryOperator;
import java.util.stream.DoubleStream;

/** Results of simulated paired studies, for what is computed from whole results. */
public final class SimulatedResult {
  private static final List<Integer> LEVELS = List.of(4, 8, 16, 24, 32);

  private SimulatedResult() {}

  /** A team's program with another pool; null = with the one that it configures. */
  public static TargetSettings target(PoolConfig replacedBy) {
    Study study =
        new StudyLoader(CellCheck.NONE).parse("s", "s", "target: {jar: a.jar}", List.of());
    TargetSettings target = (TargetSettings) study.cells().get(0).provider();
    return Changed.with(
        target,
        "replacedBy",
        replacedBy,
        "program.configuredBy",
        new ConfiguredBy("", "dubbo.protocols.a", 0));
  }

  /** Cells of these capacities, with blocks at 4 to 32 users. */
  public static StudyResult paired(int rounds, double... capacities) {
    SimulatedStudy study =
        new SimulatedStudy(
            LEVELS, rounds, SimulatedStudy.each(LEVELS, 1000), 0.1, 0.05, /* loss= */ 0, Hog.NONE);
    List<DoubleUnaryOperator> curves =
        DoubleStream.of(capacities).mapToObj(of -> SimulatedStudy.logistic(of, 0.3)).toList();
    return Changed.with(
        SampleResult.studyResult(),
        "calibration",
        null,
        "interrupted",
        false,
        "paired",
        new Paired(rounds),
        "cells",
        study.run(new Random(1), curves));
  }
}
