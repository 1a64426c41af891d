package io.poolbench.judge;

import static org.assertj.core.api.Assertions.assertThat;

import io.poolbench.Changed;
import io.poolbench.journal.Entry;
import io.poolbench.journal.Journal;
import io.poolbench.journal.Key;
import io.poolbench.journal.Metric;
import io.poolbench.journal.SampleSlices;
import io.poolbench.journal.Slice;
import io.poolbench.journal.Turn;
import io.poolbench.journal.Violation;
import io.poolbench.journal.ViolationCode;
import io.poolbench.study.PlainStudy;
import io.poolbench.study.Study;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.function.Function;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class JudgedStudyTest {
  private static final Set<Violation> FAULT = Set.of(Violation.of(Metric.DRIVER_CPU, 95, 90));
  private static final Study PAIRED = Studies.paired(2, "rounds: 2", "users: '8, 16'");

  private static SimulatedCalls scripted(Visit visit) {
    return new SimulatedCalls(4_000, visit.level() < 12 ? 0.004 : 0.05);
  }

  private static List<Slice> measured(Study study) {
    return measured(study, JudgedStudyTest::scripted);
  }

  private static List<Slice> measured(Study study, Function<Visit, SimulatedCalls> calls) {
    return Studies.slices(new SimulatedRun(study, calls).run(Duration.ZERO).journal);
  }

  private static List<Slice> measured(Study study, Random random) {
    return Studies.slices(
        new SimulatedRun(study, Journal.inMemory(), random, JudgedStudyTest::scripted)
            .run(Duration.ZERO)
            .journal);
  }

  private static JudgedStudy judged(Study study, List<? extends Entry> entries) {
    return JudgedStudy.of(study, SampleSlices.journal(entries));
  }

  private static List<String> verdicts(JudgedCell cell) {
    return cell.levels().stream()
        .map(level -> level.level() + " " + level.verdict().kind())
        .toList();
  }

  private static List<Long> calls(JudgedStudy study) {
    return study.cells().stream()
        .flatMap(cell -> cell.levels().stream())
        .map(level -> level.together().calls().ok())
        .toList();
  }

  @Test
  void theSlicesOfALevelAreJudgedTogether() {
    JudgedStudy study = judged(PAIRED, measured(PAIRED));

    assertThat(study.cells()).extracting(JudgedCell::name).containsExactly("a", "b");
    assertThat(study.cells()).allMatch(cell -> verdicts(cell).equals(List.of("8 PASS", "16 FAIL")));
    assertThat(calls(study)).as("two rounds of two slices").containsOnly(16_000L);
  }

  @Test
  void aBlockWithAFaultCountsInNoCell() {
    List<Slice> slices = new ArrayList<>(measured(PAIRED));
    slices.set(1, Changed.with(slices.get(1), "violations", FAULT));
    int level = slices.get(1).key().level();

    JudgedStudy study = judged(PAIRED, slices);

    for (JudgedCell cell : study.cells()) {
      assertThat(cell.level(level).orElseThrow().together().calls().ok()).isEqualTo(8_000);
      assertThat(cell.repetitions().get(1).discarded()).hasSize(2);
    }
  }

  /** The last slice of a block of four is lost, or its first one. */
  @Test
  void aBlockThatIsNotCompleteCountsInNoCell() {
    List<Slice> slices = measured(PAIRED);
    int level = slices.get(slices.size() - 1).key().level();

    JudgedStudy study = judged(PAIRED, slices.subList(0, slices.size() - 1));

    assertThat(study.cells())
        .allMatch(cell -> cell.level(level).orElseThrow().together().calls().ok() == 8_000);
  }

  @Test
  void aLevelWithoutABlockThatCountsIsInvalidAndKeepsItsSlices() {
    List<Slice> slices = new ArrayList<>();
    measured(PAIRED)
        .forEach(
            slice ->
                slices.add(
                    slice.key().level() == 16 && slice.key().cell().equals("b")
                        ? Changed.with(slice, "violations", FAULT)
                        : slice));

    JudgedStudy study = judged(PAIRED, slices);

    JudgedLevel ofFault = study.cell("b").orElseThrow().level(16).orElseThrow();
    JudgedLevel beside = study.cell("a").orElseThrow().level(16).orElseThrow();
    assertThat(ofFault.counts()).isFalse();
    assertThat(ofFault.verdict()).isEqualTo(new Verdict(Verdict.Kind.INVALID, List.copyOf(FAULT)));
    assertThat(ofFault.together().calls().ok()).isEqualTo(16_000);
    assertThat(beside.verdict())
        .isEqualTo(Verdict.invalid(ViolationCode.BLOCK_DISCARDED.violation()));
  }

  @Test
  void aFaultySliceOfAStepDoesNotCountAndTheOthersDo() {
    Study study = Studies.steps("users: 8, measureUpTo: 40s");
    List<Slice> slices =
        new ArrayList<>(measured(study, visit -> new SimulatedCalls(4_000, 0.0095)));
    assertThat(slices).as("prolonged").hasSize(4);
    slices.set(2, Changed.with(slices.get(2), "violations", FAULT));

    JudgedCell cell = judged(study, slices).cells().get(0);

    assertThat(cell.levels().get(0).together().calls().ok()).isEqualTo(12_000);
    assertThat(cell.repetitions().get(1).discarded()).containsExactly(slices.get(2));
  }

  /** Users 2 and 3 of the groups make levels of 5 and 6. */
  @Test
  void groupsAreJudgedByTheirOwnSlaAndTheCellByTheWorst() {
    Study study =
        Studies.steps(
            "groups: [{name: fast, users: '2, 3'}, {name: slow, users: 3, sla: {tp99: 50ms}}]");
    List<Slice> slices = measured(study, visit -> new SimulatedCalls(40_000, 0.05));
    assertThat(slices)
        .extracting(slice -> slice.key().part())
        .containsExactly("", "fast", "slow", "", "fast", "slow");

    JudgedCell cell = judged(study, slices).cells().get(0);

    assertThat(cell.parts())
        .extracting(part -> part.name().replaceFirst(".*/", ""))
        .containsExactly("fast", "slow");
    assertThat(verdicts(cell)).containsExactly("5 FAIL", "6 FAIL");
    assertThat(verdicts(cell.parts().get(0))).containsExactly("5 FAIL", "6 FAIL");
    assertThat(verdicts(cell.parts().get(1))).containsExactly("5 PASS", "6 PASS");
    assertThat(cell.parts().get(0).levels()).extracting(JudgedLevel::load).containsExactly(2, 3);
    assertThat(cell.parts().get(1).levels()).extracting(JudgedLevel::load).containsExactly(3, 3);
    assertThat(cell.levels().get(0).together().calls().ok()).as("all calls").isEqualTo(40_000);

    List<Slice> withFault = new ArrayList<>(slices);
    withFault.set(2, Changed.with(slices.get(2), "violations", FAULT));
    assertThat(verdicts(judged(study, withFault).cells().get(0)))
        .as("a fault of one group")
        .containsExactly("5 INVALID", "6 FAIL");
  }

  @Test
  void phasesAreJudgedEachAndTheCellIsTheirSum() {
    Study study =
        PlainStudy.parse(
            "provider: {threadpool: fixed, threads: 4}",
            "load:",
            "  rate: '1000, 2000'",
            "  warmup: 1s",
            "  settle: 1s",
            "  phases:",
            "    - {name: calm, for: 5s, rate: 50%}",
            "    - {name: peak, for: 5s, rate: 200%}",
            "sla: {tp99: 10ms}");
    List<Slice> slices =
        measured(study, visit -> new SimulatedCalls(10_000, visit.level() < 1_500 ? 0.001 : 0.05));

    JudgedCell cell = judged(study, slices).cells().get(0);

    assertThat(verdicts(cell)).containsExactly("1000 PASS", "2000 FAIL");
    assertThat(cell.levels().get(0).together().calls().ok()).isEqualTo(20_000);
    assertThat(cell.parts().get(1).levels())
        .extracting(JudgedLevel::load)
        .containsExactly(2_000, 4_000);
    assertThat(cell.parts().get(1).levels().get(0).together().seconds()).isEqualTo(5);
    assertThat(verdicts(judged(study, slices.subList(0, 1)).cells().get(0)))
        .as("broken off after its first phase")
        .containsExactly("1000 INVALID");
  }

  /** Each repetition measures its own capacity, which is the level of the first one for both. */
  @Test
  void capacitiesThatRepetitionsMeasuredAreOneLevel() {
    Study study =
        PlainStudy.parse(
            "provider: {threadpool: fixed, threads: 4}",
            "repetitions: 2",
            "load:",
            "  capacity: {users: 64}",
            "  warmup: 1s",
            "  settle: 1s",
            "  phases: [{name: over, for: 5s, rate: 200%}]",
            "sla: {tp99: 10ms}");
    String name = study.cells().get(0).name();
    List<Slice> slices = new ArrayList<>();
    for (int repetition = 1; repetition <= 2; repetition++) {
      slices.add(
          new SimulatedCalls(10_000, 0)
              .slice(
                  new Key(name, repetition, new Turn(1, 1), 900 + repetition, "over"),
                  SimulatedCalls.START.plusSeconds(100L * repetition),
                  Duration.ofSeconds(5)));
    }

    JudgedCell cell = judged(study, slices).cells().get(0);

    assertThat(cell.levels()).singleElement().matches(level -> level.level() == 901);
    assertThat(cell.levels().get(0).byRepetition(Metric.OK)).containsExactly(10_000.0, 10_000.0);
  }

  @Property(tries = 20)
  void theVerdictsDoNotDependOnTheOrderOfBlocksOrOnWhatLiesBetweenThem(@ForAll Random random) {
    Study study = Studies.paired(2, "rounds: 3", "users: '8, 12, 16'");
    List<Slice> slices = measured(study, random);
    List<Entry> shuffled = new ArrayList<>(slices);
    Collections.shuffle(shuffled, random);
    for (int at = 0; at < shuffled.size(); at += 5) {
      shuffled.add(at, new Entry.Ended(SimulatedCalls.START, false));
    }

    JudgedStudy one = judged(study, slices);
    JudgedStudy other = judged(study, shuffled);

    for (int cell = 0; cell < 2; cell++) {
      assertThat(other.cells().get(cell).levels())
          .usingElementComparator(
              Comparator.comparing((JudgedLevel level) -> level.verdict().toString())
                  .thenComparing(level -> level.together().sum().toString()))
          .isEqualTo(one.cells().get(cell).levels());
    }
  }

  @Property(tries = 40)
  void anyPrefixOfAJournalCanBeJudged(
      @ForAll Random random, @ForAll @IntRange(max = 60) int length) {
    Study study = Studies.paired(3, "rounds: 2", "users: '8, 12, 16'");
    List<Slice> slices = measured(study, random);

    JudgedStudy judged = judged(study, slices.subList(0, Math.min(length, slices.size())));

    for (JudgedCell cell : judged.cells()) {
      assertThat(cell.levels()).allMatch(level -> level.verdict() != null);
      assertThat(new PassedLevel(cell).answer()).isNotEmpty();
    }
  }

  /** By the whole load, 10 and 12 users, where a group has the same users in all steps. */
  @Test
  void aGroupsCapacityIsInItsOwnLoadUnlessThatIsTheSameInAllSteps() {
    Study study =
        Studies.steps(
            "groups: [{name: fast, users: 9}, {name: slow, users: '1, 3'}], measureUpTo: 10s");
    JudgedStudy judged =
        judged(
            study,
            measured(
                study, visit -> new SimulatedCalls(40_000, visit.level() > 10 ? 0.05 : 0.001)));
    JudgedCell fast = judged.cells().get(0).parts().get(0);
    JudgedCell slow = judged.cells().get(0).parts().get(1);

    assertThat(fast.levels()).extracting(JudgedLevel::at).containsExactly(10, 12);
    assertThat(slow.levels()).extracting(JudgedLevel::at).containsExactly(1, 3);
    assertThat(new PassedLevel(fast).level()).isEqualTo(10);
    assertThat(new PassedLevel(slow).level()).isEqualTo(1);
    assertThat(EstimatedCell.of(fast, judged).asItWas().orElseThrow().load()).isBetween(10.0, 12.0);
    assertThat(EstimatedCell.of(slow, judged).asItWas().orElseThrow().load()).isBetween(1.0, 3.0);
  }
}
