package io.poolbench.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.poolbench.Changed;
import io.poolbench.config.StudyLoader;
import io.poolbench.config.StudyLoader.CellCheck;
import io.poolbench.load.MeasuredWindow;
import io.poolbench.load.NanoClock;
import io.poolbench.model.CapacityModel;
import io.poolbench.model.ClosedNetwork;
import io.poolbench.model.CpuDemand;
import io.poolbench.model.MeasuredLoads;
import io.poolbench.model.Recommendation;
import io.poolbench.result.CellEnvironment;
import io.poolbench.result.CellResult;
import io.poolbench.result.CellResult.PredictedUsers;
import io.poolbench.result.Figures;
import io.poolbench.result.Latency;
import io.poolbench.result.Metric;
import io.poolbench.result.StepResult;
import io.poolbench.run.BlockLog.MeasuredBlock;
import io.poolbench.run.BlockLog.VisitSlices;
import io.poolbench.run.BlockOrder.CellBlock.Visit;
import io.poolbench.run.CellRunner.RetryBudget;
import io.poolbench.run.VerificationPlan.VerificationPool;
import io.poolbench.spec.Cell;
import io.poolbench.spec.Paired;
import io.poolbench.spec.Study;
import io.poolbench.spec.Study.Sizing;
import io.poolbench.store.SampleResult;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The first phase of a sizing study on a simulated provider of known capacity. */
class LearningRunTest {
  private static final Study STUDY =
      new StudyLoader(CellCheck.NONE)
          .load(
              Path.of(System.getProperty("poolbench.home"), "bench-configs", "sizing.yaml"),
              List.of());

  private final List<CellResult> measured = new ArrayList<>();

  private SimulatedPools run(double cpuMillis, double waitMillis, int loads) throws Exception {
    SimulatedPools pools = pools(cpuMillis, waitMillis);
    run(pools, loads, new ArrayList<>());
    return pools;
  }

  private static SimulatedPools pools(double cpuMillis, double waitMillis) {
    return new SimulatedPools(
        STUDY.cells(),
        new ClosedNetwork(
            CpuDemand.constant(cpuMillis), 1, waitMillis, 0.6, 1, ClosedNetwork.UNBOUNDED, 1));
  }

  private void run(
      BlockBench<SimulatedPools.Windows> pools,
      int loads,
      List<MeasuredBlock<SimulatedPools.Windows>> kept)
      throws Exception {
    Study study = Changed.with(STUDY, "sizing", new Sizing(loads, 20));
    List<Integer> levels = STUDY.cells().get(0).load().levels();
    BlockRun<SimulatedPools.Windows> run =
        new BlockRun<>(
            STUDY.cells(),
            study.sizing().blocks(STUDY.cells().size(), levels.size()),
            pools,
            new RetryBudget(Duration.ZERO),
            NanoClock.system(),
            new StudyListener() {},
            new SimulatedPools.Log<>(kept));
    new LearningRun(study, run, () -> results(run)).run();
    measured.addAll(results(run));
  }

  private static List<CellResult> results(BlockRun<?> run) {
    CellEnvironment environment =
        Changed.with(SampleResult.studyResult().cells().get(0).environment(), "providerCpus", "0");
    List<CellResult> results = new ArrayList<>();
    for (Cell cell : STUDY.cells()) {
      int number = results.size();
      CellResult result =
          new CellResult(cell, 1, null, environment, null, run.steps(number), Map.of(), null);
      results.add(Changed.with(result, "blocks", run.samples(number)));
    }
    return results;
  }

  @Test
  void ruleAsManyLoadsAsAskedForAreMeasuredSideBySideInEqualRounds() throws Exception {
    List<Visit> visits = run(0.2, 2.4, 14).visits();

    int times = Sizing.ROUNDS * Paired.SLICES;
    assertThat(visits).hasSize(14 * times);
    assertThat(visits.stream().distinct()).hasSize(14).allMatch(of -> count(visits, of) == times);
    // Nine loads before there is a fit, then three and two; in each of their rounds each twice.
    int from = 0;
    for (int loads : new int[] {9, 3, 2}) {
      for (int round = 0; round < Sizing.ROUNDS; round++) {
        List<Visit> ofRound = visits.subList(from, from + loads * Paired.SLICES);
        assertThat(ofRound.stream().distinct()).hasSize(loads);
        from += ofRound.size();
      }
    }
  }

  /** Nine loads in four rounds of three blocks, then those that the model chooses. */
  @Test
  void ruleAResumedRunMeasuresEachLoadInAsManyRoundsAsAnUninterruptedOne() throws Exception {
    List<MeasuredBlock<SimulatedPools.Windows>> whole = new ArrayList<>();
    run(pools(0.2, 2.4), 14, whole);
    for (int blocks : new int[] {1, 4, 11, 12, 13, 17}) {
      List<MeasuredBlock<SimulatedPools.Windows>> kept = new ArrayList<>(whole.subList(0, blocks));

      run(pools(0.2, 2.4), 14, kept);

      Map<Visit, Long> rounds =
          kept.stream()
              .flatMap(block -> block.slices().stream())
              .collect(Collectors.groupingBy(VisitSlices::visit, Collectors.counting()));
      assertThat(rounds).as("killed after %d blocks", blocks).hasSize(14);
      assertThat(rounds.values()).containsOnly((long) Sizing.ROUNDS);
    }
  }

  @Test
  void ruleLoadsThatOthersDisturbedAreMeasuredAgainUntilAPoolIsRecommended() throws Exception {
    int loads = 18;
    int planned = loads * Sizing.ROUNDS * Paired.SLICES;
    SimulatedPools pools = pools(0.2, 2.4);

    run(new BesideOthers(pools, planned), loads, new ArrayList<>());

    assertThat(pools.visits()).hasSizeBetween(planned + 1, 2 * planned);
    MeasuredLoads usable = MeasuredLoads.of("study", measured);
    Recommendation found = Recommendation.ofMostUsers(CapacityModel.of(usable.loads()), usable, 20);
    int truth = pools.maxUsers(found.pool().pool().threads(), found.pool().pool().queues());
    assertThat(found.pool().maxUsers().value()).isCloseTo(truth, within(0.15 * truth));
  }

  /** A bench on whose host others take CPU time during the first slices, and none after them. */
  private record BesideOthers(SimulatedPools pools, int slices)
      implements BlockBench<SimulatedPools.Windows> {
    @Override
    public MeasuredWindow<SimulatedPools.Windows> measure(Visit visit, boolean first) {
      return pools.measure(visit, first);
    }

    @Override
    public Assessment assess(Visit visit, int step, MeasuredWindow<SimulatedPools.Windows> window) {
      StepResult alone = pools.assess(visit, step, window).step();
      long slice = window.openedNanos();
      double slower = slice > slices ? 1 : new SplittableRandom(slice).nextDouble(1.1, 8);
      Figures figures =
          alone
              .figures()
              .with(Metric.OTHERS_CPU, slice > slices ? 0.0 : 40.0)
              .with(Metric.STEAL, 0.0)
              .with(Metric.SERVICE_MEAN, Metric.SERVICE_MEAN.of(alone) * slower)
              .with(Metric.PROVIDER_CPU, Metric.PROVIDER_CPU.of(alone) / slower)
              .with(
                  Metric.PROVIDER_CPU_PER_CALL, Metric.PROVIDER_CPU.of(alone) * 1e4 / alone.tps());
      Latency latency =
          SimulatedPools.latency(
              alone.latency().meanMillis() * slower, alone.latency().tp99Millis() * slower);
      return new Assessment(
          Changed.with(alone, "tps", alone.tps() / slower, "figures", figures, "latency", latency),
          false,
          false);
    }
  }

  private static long count(List<Visit> visits, Visit visit) {
    return visits.stream().filter(visit::equals).count();
  }

  /** Capacities of pools that were not measured, between and beyond the measured ones. */
  @ParameterizedTest
  @CsvSource({"0.2, 2.4, 18", "0.3, 2.0, 18"})
  void ruleTheMaxUsersOfTheRecommendedPoolAndItsNeighboursAreKnownWithinTheirIntervals(
      double cpuMillis, double waitMillis, int loads) throws Exception {
    SimulatedPools pools = run(cpuMillis, waitMillis, loads);

    MeasuredLoads usable = MeasuredLoads.of("study", measured);
    CapacityModel model = CapacityModel.of(usable.loads());
    List<VerificationPool> predicted =
        VerificationPool.of(model, usable, Recommendation.ofMostUsers(model, usable, 20));
    assertThat(predicted)
        .extracting(of -> of.predicted().role())
        .contains(PredictedUsers.Role.RECOMMENDED);
    assertThat(predicted)
        .allMatch(
            of ->
                (of.predicted().planned() != null)
                    == (of.predicted().role() == PredictedUsers.Role.RECOMMENDED));
    for (VerificationPool pool : predicted) {
      int truth = pools.maxUsers(pool.pool().threads(), pool.pool().queues());
      PredictedUsers users = pool.predicted();
      assertThat(users.users()).as("%s", pool).isCloseTo(truth, within(0.15 * truth));
      assertThat(users.low()).as("%s", pool).isLessThanOrEqualTo(truth);
      if (users.high() != null) {
        assertThat(users.high()).as("%s", pool).isGreaterThanOrEqualTo(truth);
      }
    }
  }
}
