package io.poolbench.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.poolbench.Changed;
import io.poolbench.api.PoolConfig;
import io.poolbench.api.PoolType;
import io.poolbench.config.SettingsDifference;
import io.poolbench.result.BlockSample;
import io.poolbench.result.CellResult.PredictedUsers;
import io.poolbench.result.CellResult.PredictedUsers.Role;
import io.poolbench.result.Figures;
import io.poolbench.result.Metric;
import io.poolbench.run.VerificationPlan.VerificationPool;
import io.poolbench.spec.Cell;
import io.poolbench.spec.Paired;
import io.poolbench.spec.PlainStudy;
import io.poolbench.spec.Repetitions;
import io.poolbench.spec.Study;
import io.poolbench.store.SampleResult;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

class VerificationPlanTest {
  private static final Cell CELL = SampleResult.studyResult().cells().get(0).cell();
  private static final Study STUDY =
      Changed.with(
          PlainStudy.of("sample", "", Repetitions.ONCE, null, List.of(), List.of(CELL)),
          "paired",
          new Paired(3, null));

  private static VerificationPool pool(Role role, int threads, double users) {
    return new VerificationPool(
        PoolConfig.of(PoolType.FIXED, null, threads, 1000, null),
        new PredictedUsers(role, users, users * 0.9, users * 1.2, null, false));
  }

  @Property
  void ruleLevelsSurroundAllIntervalsAndThePlannedLoadIsOne(
      @ForAll @IntRange(min = 1, max = 300) int users,
      @ForAll @IntRange(min = 0, max = 500) int wide,
      @ForAll @IntRange(min = 6, max = 10) int count) {
    int planned = users + wide / 2;
    List<Integer> levels =
        VerificationPlan.levels(
            List.of(
                new PredictedUsers(Role.SMALLER, users, users, (double) users, null, false),
                new PredictedUsers(
                    Role.LARGER, users + wide, users, users + wide + 0.0, planned, false)),
            count);

    assertThat(levels).hasSizeLessThanOrEqualTo(count).isSorted().doesNotHaveDuplicates();
    assertThat(levels).contains(planned);
    assertThat(levels.get(0)).isBetween(1, users);
    assertThat(levels.get(levels.size() - 1)).isGreaterThanOrEqualTo(users + wide);
  }

  @Example
  void ruleAPoolBeyondWhatWasLookedAtIsMeasuredBeyondItToo() {
    assertThat(
            VerificationPlan.levels(
                List.of(new PredictedUsers(Role.LARGER, 100, 80, null, null, false)), 10))
        .last()
        .satisfies(level -> assertThat((int) level).isGreaterThan(125));
  }

  @Example
  void ruleOnlyPoolAndLevelsDifferFromTheMeasuredCell() {
    VerificationPlan plan =
        VerificationPlan.of(
            STUDY,
            CELL.sla(),
            List.of(pool(Role.SMALLER, 8, 20), pool(Role.RECOMMENDED, 12, 30)),
            List.of());

    assertThat(plan.study().paired()).isEqualTo(STUDY.paired());
    assertThat(plan.study().sizing()).isNull();
    for (Cell cell : plan.study().cells()) {
      Cell alike = Changed.with(cell, "provider.pool", CELL.dubbo().pool(), "load", CELL.load());
      assertThat(SettingsDifference.between(CELL, alike)).isEmpty();
      assertThat(cell.load().measure()).isLessThanOrEqualTo(Duration.ofSeconds(1));
      assertThat(plan.predictions()).containsKey(cell.name());
    }
  }

  @Example
  void ruleAVerificationIsLongerByTheShareOfDisturbedBlocksUpToThreeTimes() {
    int rounds = STUDY.paired().rounds();
    assertThat(rounds(0, 5)).isEqualTo(rounds);
    assertThat(rounds(1, 5)).isEqualTo((int) Math.ceil(1.25 * rounds));
    assertThat(rounds(4, 5)).isEqualTo(3 * rounds);
    assertThat(rounds(5, 5)).isEqualTo(3 * rounds);
  }

  private static int rounds(int disturbed, int of) {
    List<BlockSample> blocks =
        IntStream.range(0, of)
            .mapToObj(
                block ->
                    new BlockSample(
                        1 + block,
                        8,
                        1,
                        false,
                        List.of(),
                        Figures.UNKNOWN.with(Metric.OTHERS_CPU, block < disturbed ? 20.0 : 1.0)))
            .toList();
    return VerificationPlan.of(STUDY, CELL.sla(), List.of(pool(Role.RECOMMENDED, 12, 30)), blocks)
        .study()
        .paired()
        .rounds();
  }

  @Example
  void ruleAResultOfAVerificationHasItsPredictionAndIsVerifiedAnewWhenResumed() {
    VerificationPlan verification =
        VerificationPlan.of(STUDY, CELL.sla(), List.of(pool(Role.RECOMMENDED, 12, 30)), List.of());
    StudyPlan plan =
        StudyPlan.of(STUDY, SampleResult.STARTED)
            .with(SampleResult.studyResult().cells().get(0))
            .verifiedBy(verification);
    Cell verified = verification.study().cells().get(0);
    plan = plan.with(SampleResult.studyResult().cells().get(0).of(verified));

    assertThat(plan.results()).hasSize(2);
    assertThat(plan.results().get(0).predicted()).isNull();
    assertThat(plan.results().get(1).predicted())
        .isEqualTo(verification.predictions().get(verified.name()));
  }
}
