package io.poolbench.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.poolbench.config.StudyLoader;
import io.poolbench.config.StudyLoader.CellCheck;
import io.poolbench.lab.HostFacts;
import io.poolbench.lab.HostProbe;
import io.poolbench.lab.Pinning;
import io.poolbench.lab.RedisLab;
import io.poolbench.load.NanoClock;
import io.poolbench.load.Timeline;
import io.poolbench.result.CellResult;
import io.poolbench.result.Metric;
import io.poolbench.result.StepResult;
import io.poolbench.run.CellRunner.RetryBudget;
import io.poolbench.spec.StopLimits;
import io.poolbench.spec.Study;
import io.poolbench.store.ResultsFolder;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A cached pool has the threads that its level needs, whatever level was run before. {@code
 * PoolRenewalTest} and {@code ProviderIT} renew a pool in every build.
 */
@Tag("nightly")
class RenewedPoolIT {
  private static final int CALLERS = 4;

  @TempDir Path folder;

  @Test
  void stepsBelowTheWarmUpAndBelowTheStepBeforeStartWithANewPool() throws Exception {
    Study study =
        new StudyLoader(CellCheck.NONE)
            .parse(
                "renewed",
                "renewed.yaml",
                """
                title: t
                provider:
                  threadpool: cached
                  corethreads: 0
                  threads: 200
                  queues: 0
                  jvm: {options: [-Xmx256m, "-XX:TieredStopAtLevel=1"]}
                redis: {kind: embedded, records: 10, latency: 20ms}
                load:
                  users: "%d, 200"
                  order: up-and-down
                  warmup: 1s
                  settle: 300ms
                  measure: 300ms
                  measureUpTo: 300ms
                """
                    .formatted(CALLERS),
                List.of());
    var cpus = new HostFacts().cpus();
    NanoClock clock = NanoClock.system();
    Pinning pinning = Pinning.detect();
    try (RedisLab redis = new RedisLab()) {
      Lab lab =
          new Lab(
              Path.of(System.getProperty("poolbench.home"), "provider"),
              cpus,
              pinning,
              new HostProbe(pinning, clock),
              redis,
              clock,
              Timeline.from(Instant.now(), clock),
              StopLimits.DEFAULT,
              Generators.none(),
              Optional.empty());
      CellResult result =
          new CellRunner(
                  lab,
                  new StudyListener() {},
                  study,
                  study.cells(),
                  1,
                  new RetryBudget(Duration.ZERO),
                  new ResultsFolder(folder)
                      .journal(
                          "cell",
                          1,
                          RunJournal.Measured.of(study.cells(), lab),
                          RunJournal.Entry.class),
                  soFar -> null,
                  broken -> {})
              .run(folder.resolve("provider.log"))
              .get(0);

      assertThat(result.failure()).isNull();
      List<StepResult> low =
          result.steps().stream().filter(step -> step.level() == CALLERS).toList();
      assertThat(low).hasSize(2);
      // More than callers: a thread is started while others are on their way back to the queue.
      assertThat(low)
          .allSatisfy(
              step ->
                  assertThat(Metric.POOL_THREADS_BEFORE.of(step)).isBetween(1.0, 10.0 * CALLERS))
          .allSatisfy(
              step -> assertThat(Metric.POOL_THREADS.of(step)).isBetween(1.0, 10.0 * CALLERS));
    } finally {
      // Later tests of this JVM are not to run on the driver's CPUs only.
      pinning.pinSelf(cpus);
    }
  }
}
