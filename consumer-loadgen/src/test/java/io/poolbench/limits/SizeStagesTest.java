package io.poolbench.limits;

import static org.assertj.core.api.Assertions.assertThat;

import io.poolbench.api.PoolConfig;
import io.poolbench.api.PoolType;
import io.poolbench.judge.EstimatedCell;
import io.poolbench.judge.JudgedCell;
import io.poolbench.judge.JudgedLevel;
import io.poolbench.judge.JudgedStudy;
import io.poolbench.judge.PoolAdvice;
import io.poolbench.judge.Rankings;
import io.poolbench.judge.RetryBudget;
import io.poolbench.judge.StudyPlanner;
import io.poolbench.judge.Trials;
import io.poolbench.limits.SizeStages.Stage;
import io.poolbench.study.Cell;
import io.poolbench.study.LoadSchedule;
import io.poolbench.study.PlainStudy;
import io.poolbench.study.Study;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The studies by which a pool is sized, of programs in virtual time. */
class SizeStagesTest {
  private static final RetryBudget NO_RETRIES = new RetryBudget(Duration.ZERO);
  private static final Duration LEFT = Duration.ofMinutes(5);

  private final SizeStages stages = stages(List.of(), 1, 2, 4, 8, 16, 32, 64, 128);

  private static Study study(Stage stage) {
    return study(stage, "50ms");
  }

  private static Study study(Stage stage, String bound) {
    return PlainStudy.parse(
        "target: {jar: shop.jar}",
        "call: {service: a.B, method: c}",
        "repetitions: " + stage.repetitions(),
        "paired: {rounds: " + stage.rounds() + "}",
        "load:",
        "  users: " + stage.levels(),
        "  warmup: 1s",
        "  settle: " + stage.settle().toMillis() + "ms",
        "  measure: " + stage.measure().toMillis() + "ms",
        "sla: {tp99: " + bound + "}",
        "cells:",
        "- {name: " + stage.own() + ", provider: {threadpool: as-configured}}",
        stage.pools().stream()
            .map(pool -> "- {name: %s, provider: %s}%n".formatted(pool.label(), settings(pool)))
            .collect(Collectors.joining()));
  }

  private static String settings(PoolConfig pool) {
    return "{threadpool: %s, threads: %s, queues: %s}"
        .formatted(pool.type().id(), pool.threads(), pool.queues());
  }

  private static SizeStages stages(List<PoolConfig> named, Integer... users) {
    Study base =
        study(
            new Stage(
                "own",
                List.of(),
                List.of(users),
                Duration.ofMillis(100),
                Duration.ofMillis(250),
                10,
                1));
    return new SizeStages(base, named, users.length == 2, 2, SizeStagesTest::study);
  }

  private static List<Integer> levels(Study study) {
    return study.cells().get(0).load().levels();
  }

  private static List<String> names(Study study) {
    return study.cells().stream().map(Cell::name).toList();
  }

  /** A program whose calls hold a thread for 5 ms, at the loads that were learned. */
  private SimulatedProvider learned(int threads, int usable) {
    SimulatedProvider provider = new SimulatedProvider(threads, usable, 5);
    learned(provider, stages);
    return provider;
  }

  private static List<Integer> learned(SimulatedProvider provider, SizeStages stages) {
    Study learning = stages.learning(1);
    provider.run(learning, 1, new RisingLoads(learning, 1));
    return provider.journal.slices().map(slice -> slice.key().level()).distinct().toList();
  }

  private static Duration run(SimulatedProvider provider, Study study, int repetition) {
    return provider.run(
        study,
        repetition,
        StudyPlanner.ofRepetition(study, repetition, NO_RETRIES, Duration.ofHours(1), Trials.NONE));
  }

  /** 8 threads of 5 ms answer 64 users in 40 ms, and 128 in 80 ms. */
  @Test
  void loadsRiseUntilTwoBreakTheSla() {
    assertThat(learned(new SimulatedProvider(8, 1_000, 5), stages))
        .containsExactly(1, 2, 4, 8, 16, 32, 64, 128);
    assertThat(learned(new SimulatedProvider(2, 1_000, 5), stages))
        .containsExactly(1, 2, 4, 8, 16, 32, 64);
    assertThat(learned(new SimulatedProvider(200, 1, 5), stages))
        .containsExactly(1, 2, 4, 8, 16, 32);
  }

  /** In both slices of the first load. */
  @Test
  void aLoadAtWhichTheDriverWasDisturbedIsLearnedOnceMore() {
    SimulatedProvider provider = new SimulatedProvider(8, 1_000, 5);
    provider.disturbed = 2;

    assertThat(learned(provider, stages)).containsExactly(1, 2, 4, 8, 16, 32, 64, 128);

    assertThat(provider.journal.slices().map(slice -> slice.key().level()))
        .startsWith(1, 1, 1, 1, 2, 2, 4, 4)
        .hasSize(2 * 8 + 2);
    assertThat(stages.learned(provider.journal).level(1))
        .hasValueSatisfying(level -> assertThat(level.counts()).isTrue());
  }

  /** Both times at all of the eight loads. */
  @Test
  void poolsAreComparedOnlyWhereALoadWasLearned() {
    SimulatedProvider provider = new SimulatedProvider(8, 1_000, 5);
    provider.disturbed = 8 * 2 * 2;
    learned(provider, stages);
    assertThat(stages.isToCompare(provider.journal)).isFalse();
    assertThat(stages(List.of(), 4, 8).isToCompare(provider.journal)).isTrue();

    SimulatedProvider calm = learned(8, 1_000);
    assertThat(stages.isToCompare(calm.journal)).isTrue();
  }

  @Test
  void aLoadThatIsCarriedIsDoubledUpTo1024Users() {
    SimulatedProvider fast = learned(200, 1_000);

    assertThat(stages.isToGoOn(fast.journal)).isTrue();
    assertThat(levels(stages.learning(2))).containsExactly(256, 512, 1024);

    SimulatedProvider slow = learned(2, 1_000);
    assertThat(stages.isToGoOn(slow.journal)).isFalse();
  }

  /** 200 calls/s of a user, 40 us of the driver's CPU each: half of it at 64 users, all at 128. */
  @Test
  void loadsThatFillTheDriverAreNotCompared() {
    SimulatedProvider provider = new SimulatedProvider(200, 1_000, 5, 40);
    learned(provider, stages);

    assertThat(stages.isToGoOn(provider.journal)).isFalse();
    Study compared = stages.compared(provider.journal, LEFT);
    assertThat(levels(compared)).containsExactly(32, 64);

    run(provider, compared, SizeStages.COMPARED);
    assertThat(JudgedStudy.of(compared, provider.journal).cells().get(0).levels())
        .extracting(JudgedLevel::level)
        .containsExactly(32, 64, 96);
  }

  /**
   * Each accepts at least the 8 calls at once of today, and what it may answer in time: 1,600 calls
   * a second of 8 threads are 80 in 50 ms.
   */
  @Test
  void largerPoolsAreComparedWithOneWhoseThreadsAreAllHeld() {
    SimulatedProvider provider = learned(8, 1_000);

    Study compared = stages.compared(provider.journal, LEFT);

    assertThat(names(compared)).hasSize(4);
    assertThat(names(compared).subList(1, 4))
        .allMatch(name -> name.matches("fixed \\d+ queue \\d+"))
        .extracting(name -> name.replaceAll("\\D+", " ").strip().split(" "))
        .allSatisfy(
            numbers ->
                assertThat(Double.parseDouble(numbers[1]) / Double.parseDouble(numbers[0]))
                    .isBetween(9.5, 10.5))
        .extracting(numbers -> Math.round(Double.parseDouble(numbers[0]) / 16))
        .containsExactly(1L, 2L, 4L);
    assertThat(levels(compared)).containsExactly(16, 32, 64, 128, 256);
    assertThat(compared.cells().get(0).load().measure()).isEqualTo(Duration.ofMillis(250));
  }

  /** A second provider would have no time for six rounds. */
  @Test
  void aShortTimeIsSpentOnOneProvider() {
    SimulatedProvider provider = learned(8, 1_000);
    Duration left = Duration.ofSeconds(150);

    Study compared = stages.compared(provider.journal, left);

    assertThat(run(provider, compared, SizeStages.COMPARED)).isBetween(left.dividedBy(2), left);
    assertThat(stages.verified(compared, provider.journal, Duration.ofSeconds(30))).isEmpty();
  }

  /** Six rounds of all pools take more than the part of the time before a second provider. */
  @ParameterizedTest
  @CsvSource({"200, 8", "240, 11", "280, 13"})
  void timeThatIsTooShortForASecondProviderIsSpentOnMoreRounds(int seconds, int rounds) {
    SimulatedProvider provider = learned(8, 1_000);
    Duration left = Duration.ofSeconds(seconds);

    Study compared = stages.compared(provider.journal, left);

    assertThat(compared.cells()).hasSize(4);
    assertThat(compared.paired().rounds()).isEqualTo(rounds);
    assertThat(run(provider, compared, SizeStages.COMPARED))
        .isBetween(left.multipliedBy(7).dividedBy(10), left.minusSeconds(22));
  }

  /** Too few calls end in a slice of learning to decide at up to 32 users. */
  @Test
  void slowCallsAreComparedAtTheirCapacityInTheTimeThatThereIs() {
    Study base = study(List.of(1, 2, 4, 8, 16, 32));
    SizeStages stages = new SizeStages(base, List.of(), false, 2, stage -> study(stage, "600ms"));
    SimulatedProvider provider = new SimulatedProvider(200, 10_000, 250);
    learned(provider, stages);
    assertThat(stages.isToGoOn(provider.journal)).isTrue();
    Study higher = stages.learning(2);
    provider.run(higher, 2, new RisingLoads(higher, 2));

    Study compared = stages.compared(provider.journal, LEFT);

    assertThat(levels(compared)).contains(128, 256, 512);
    assertThat(compared.cells()).hasSize(2);
    LoadSchedule load = compared.cells().get(0).load();
    assertThat(load.settle().plus(load.measure()))
        .as("as long as a call within the SLA may take, and not much longer")
        .isBetween(Duration.ofMillis(600), Duration.ofMillis(1_200));
    assertThat(run(provider, compared, SizeStages.COMPARED)).isLessThan(LEFT);
    assertThat(stages.compared(provider.journal, LEFT.multipliedBy(2)).cells()).hasSize(4);
  }

  /** Calls of 1 s: a block of two pools takes 12 s. */
  @Test
  void slowCallsAreComparedAtFewerLevelsWhereThereIsNoTimeForAll() {
    Study base = study(List.of(1, 2, 4, 8, 16, 32));
    SizeStages stages = new SizeStages(base, List.of(), false, 2, stage -> study(stage, "1300ms"));
    SimulatedProvider provider = new SimulatedProvider(200, 24, 1_000);
    learned(provider, stages);
    Duration left = Duration.ofMinutes(5);

    Study compared = stages.compared(provider.journal, left);

    assertThat(levels(compared)).hasSize(3);
    assertThat(stages.compared(provider.journal, left.dividedBy(2)).paired().rounds()).isEqualTo(4);
    assertThat(run(provider, compared, SizeStages.COMPARED)).isLessThan(left);
    assertThat(levels(stages.compared(provider.journal, left.multipliedBy(3)))).hasSize(6);
  }

  private static Study study(List<Integer> users) {
    Duration slice = Duration.ofMillis(500);
    return study(new Stage("own", List.of(), users, Duration.ofMillis(100), slice, 10, 1), "600ms");
  }

  @Test
  void poolsAndLoadsThatAreNamedAreThoseThatAreCompared() {
    PoolConfig cached = PoolConfig.of(PoolType.CACHED, 0, 50, 0, null);
    SizeStages stages = stages(List.of(cached), 4, 8);
    SimulatedProvider provider = new SimulatedProvider(8, 1_000, 5);
    learned(provider, stages);

    Study compared = stages.compared(provider.journal, LEFT);

    assertThat(names(compared).subList(1, 2)).containsExactly("cached 0/50");
    assertThat(levels(compared)).containsExactly(4, 8);
  }

  @Test
  void thePoolThatLooksBestIsMeasuredAgainInAnotherProvider() {
    SimulatedProvider provider = learned(8, 20);
    Study compared = stages.compared(provider.journal, LEFT);
    Duration took = run(provider, compared, SizeStages.COMPARED);

    Study verified = stages.verified(compared, provider.journal, LEFT).orElseThrow();
    run(provider, verified, SizeStages.VERIFIED);
    Study all = stages.all(compared, Optional.of(verified));

    assertThat(took).isBetween(Duration.ofSeconds(60), Duration.ofSeconds(200));
    assertThat(verified.cells()).hasSizeBetween(2, 3);
    assertThat(names(compared)).contains(names(verified).get(1));
    JudgedStudy judged = JudgedStudy.of(all, provider.journal);
    Advice advice =
        Advice.of(judged, provider.journal.entries(), Rankings.of(EstimatedCell.of(judged), judged))
            .orElseThrow();
    assertThat(advice.kind()).isEqualTo(PoolAdvice.Advice.REPLACE);
    assertThat(names(all)).contains(advice.pool());
    assertThat(judged.cell(advice.pool()).orElseThrow().repetitions().keySet())
        .containsExactly(1, 2);
    assertThat(advice.change().line())
        .startsWith("dubbo.protocol.threadpool=fixed\ndubbo.protocol.threads=");
    assertThat(advice.notes().get(0))
        .matches("fixed \\d+ queue \\d+ refuses beyond \\d+ at once; fixed 8 beyond 8 at once\\.");
    assertThat(String.join(" ", advice.notes()))
        .as("the pool of today is smaller, and was tried")
        .doesNotContain("smallest of the pools compared");
  }

  /** Of two CPUs: a thread that waits would leave one of them idle. */
  @Test
  void aPoolOfFewerThreadsThanCpusAndOneIsNotAdvised() {
    SizeStages stages =
        stages(
            List.of(
                PoolConfig.of(PoolType.FIXED, null, 2, 1_000, null),
                PoolConfig.of(PoolType.FIXED, null, 3, 1_000, null)),
            4,
            8);
    SimulatedProvider provider = new SimulatedProvider(8, 1_000, 5);
    learned(provider, stages);
    Study compared = stages.compared(provider.journal, LEFT);
    run(provider, compared, SizeStages.COMPARED);

    List<JudgedCell> cells = JudgedStudy.of(compared, provider.journal).cells();
    assertThat(cells)
        .extracting(cell -> Advice.isTooSmall(cell, cells.get(0)))
        .containsExactly(false, true, false);
  }

  @Test
  void nothingIsMeasuredAgainWithoutTime() {
    SimulatedProvider provider = learned(8, 20);
    Study compared = stages.compared(provider.journal, LEFT);
    run(provider, compared, SizeStages.COMPARED);

    assertThat(stages.verified(compared, provider.journal, Duration.ofSeconds(20))).isEmpty();
  }

  /** One call at a time is all that the program can do, whatever its pool. */
  @Test
  void poolsThatAreNoBetterAreNotMeasuredAgain() {
    SimulatedProvider provider = learned(200, 1);
    Study compared = stages.compared(provider.journal, LEFT);
    run(provider, compared, SizeStages.COMPARED);

    assertThat(names(compared).get(1)).startsWith("fixed 3 queue 197");
    assertThat(stages.verified(compared, provider.journal, LEFT)).isEmpty();
  }
}
