package io.poolbench.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.poolbench.Changed;
import io.poolbench.judge.Capacity;
import io.poolbench.judge.RepeatedCell;
import io.poolbench.limits.SampledLoad;
import io.poolbench.report.LimitText.SiteTime;
import io.poolbench.result.Batches;
import io.poolbench.result.CellResult;
import io.poolbench.result.FigureText;
import io.poolbench.result.Metric;
import io.poolbench.result.SampleVerdicts;
import io.poolbench.result.SiteSamples;
import io.poolbench.result.SiteSamples.Site;
import io.poolbench.result.SiteSamples.State;
import io.poolbench.result.StepResult;
import io.poolbench.result.Verdict;
import io.poolbench.spec.Sla;
import io.poolbench.store.SamplePhases;
import io.poolbench.store.SampleResult;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What tables and sentences show of one cell. */
class CellTablesTest {
  private static final CellResult SAMPLE = SampleResult.studyResult().cells().get(0);

  /** Without batches, so that verdicts are not made anew of several steps. */
  private static final StepResult STEP =
      Changed.with(SAMPLE.steps().get(0), "batches", Batches.UNKNOWN);

  private static final StepResult PASSES = STEP.judged(Verdict.pass());
  private static final StepResult FAILS = STEP.judged(SampleVerdicts.FAIL);
  private static final StepResult UNDECIDED = STEP.judged(SampleVerdicts.UNDECIDED);
  private static final StepResult INVALID = STEP.judged(SampleVerdicts.INVALID);

  @Test
  void aLoadThatWasMeasuredAgainHasItsMedianAndSpreadWithoutInvalidSteps() {
    String tps = FigureText.measure(STEP.tps());
    assertThat(tps(PASSES, FAILS)).isEqualTo(tps + " (" + tps + ".." + tps + ")");
    assertThat(tps(PASSES, INVALID, FAILS)).isEqualTo(tps + " (" + tps + ".." + tps + "; 2 of 3)");
    assertThat(tps(INVALID, INVALID)).isEqualTo(FigureText.UNKNOWN);
  }

  @Test
  void ofALoadThatWasMeasuredAgainMostStepsDecideItsMark() {
    assertThat(mark(PASSES, FAILS, PASSES)).isBlank();
    assertThat(mark(PASSES, FAILS, FAILS)).isEqualTo(" !");
    assertThat(mark(INVALID, PASSES)).isBlank();
    assertThat(mark(INVALID, INVALID)).isEqualTo(" ?");
    assertThat(mark(UNDECIDED, INVALID)).isEqualTo(" ~");
    assertThat(mark(UNDECIDED, PASSES)).isEqualTo(" ~");
  }

  private static String tps(StepResult... steps) {
    return SpreadText.of(repeated(cell(steps)), STEP.level(), Metric.TPS);
  }

  private static String mark(StepResult... steps) {
    return SpreadText.mark(repeated(cell(steps)), STEP.level());
  }

  private static CellResult cell(StepResult... steps) {
    return Changed.with(SAMPLE, "allSteps", List.of(steps));
  }

  private static RepeatedCell repeated(CellResult cell) {
    return new RepeatedCell(List.of(cell));
  }

  /** A run that goes on, or a group where the bounds of the whole load ended the steps. */
  @Test
  void aHighestLoadThatIsNotMeasuredIsNamedAndSoIsStopWhenIfItIsTheCause() {
    CellResult open = cell(SAMPLE.steps().get(0), SAMPLE.steps().get(1));
    Sla fewerThanAny = new Sla(List.of(new Sla.Bound(Metric.TP99.id(), 1e-6)));
    CellResult stopped = Changed.with(open, "cell.load.stopWhen", fewerThanAny);
    assertThat(new CapacityText(Capacity.of(open)).why()).isEqualTo("40 users not measured.");
    assertThat(new CapacityText(Capacity.of(stopped)).why())
        .isEqualTo("stopWhen ended the steps before 40 users.");
  }

  @Test
  void stepsStandByTheirLoadAndThoseOfOneLoadInTheOrderTheyRan() {
    StepResult of24 = SAMPLE.steps().get(1);
    Page page = new Page();
    new StepTable(cell(of24, INVALID, of24.judged(SampleVerdicts.FAIL))).writeTo(page);
    assertThat(Terminal.PLAIN.text(page).lines())
        .filteredOn(line -> line.matches(" *(8|24) .*(PASS|FAIL|INVALID).*"))
        .satisfiesExactly(
            line -> assertThat(line).contains("INVALID (1)"),
            line -> assertThat(line).contains("PASS"),
            line -> assertThat(line).contains("FAIL (2)"));
  }

  @Test
  void anInvalidPhaseIsMarkedAndSoIsTheStepThatWentThroughIt() {
    CellResult cell = SamplePhases.studyResult().cells().get(0);
    StepResult step = cell.steps().get(0);
    StepResult other = Changed.with(step, "phases.1.figures.verdict", SampleVerdicts.INVALID);
    StepResult disturbed = step.withPhases(other.phases(), step.slices(), step.capacityTps());
    String table = phases(Changed.with(cell, "allSteps", List.of(disturbed)));
    assertThat(table.lines().filter(line -> line.contains(" ? ")))
        .satisfiesExactly(
            whole -> assertThat(whole).startsWith("| queue 0 ? "),
            phase -> assertThat(phase).startsWith("|   overload ? "));
    assertThat(table.lines()).contains("? INVALID");
    assertThat(phases(cell)).doesNotContain("?");
  }

  /** Half of 1 and of 2 requests/s is a phase of 1 request/s; of 4 it is one of 2. */
  @Test
  void aPhaseHasTheFiguresOfItsOwnStepWherePhasesOfSeveralStepsHaveOneLevel() {
    CellResult cell = SamplePhases.studyResult().cells().get(0);
    StepResult step = Changed.with(cell.steps().get(0), "phases.0.figures.level", 1);
    StepResult higher =
        Changed.with(step, "level", 4, "phases.0.figures.level", 2, "phases.0.figures.tps", 123.0);
    List<StepResult> steps =
        List.of(Changed.with(step, "level", 1), Changed.with(step, "level", 2), higher);
    assertThat(phases(Changed.with(cell, "allSteps", steps)).lines())
        .filteredOn(line -> line.startsWith("|   before "))
        .satisfiesExactly(
            of1 -> assertThat(of1).doesNotContain("123"),
            of2 -> assertThat(of2).doesNotContain("123"),
            of4 -> assertThat(of4).contains("123"));
  }

  private static String phases(CellResult cell) {
    Page page = new Page();
    new PhaseTable(List.of(repeated(cell))).writeTo(page);
    return Markdown.text(page);
  }

  @ParameterizedTest
  @CsvSource({
    "LOCK, com.example.Stock$Cache, a monitor (Stock$Cache) in Stock.level",
    "WAIT, java.util.concurrent.Semaphore$NonfairSync, a wait (Semaphore) in Stock.level",
    "SOCKET, '', a socket in Stock.level"
  })
  void aSiteIsNamedByWhatCallsWaitForThere(State state, String blocker, String name) {
    SampledLoad load =
        new SampledLoad(
            8, 100, new TreeMap<>(), 0, 0, 0, 0, 0, 0, 1, 0, 0, waiting(1, state, blocker));
    assertThat(LimitText.times(List.of(load))).extracting(SiteTime::name).containsExactly(name);
  }

  @Test
  void aNumberOfThreadsHasNoDecimals() {
    CellResult cell = SampleResult.paired().cells().get(0);
    SortedMap<Integer, SiteSamples> sites = new TreeMap<>(cell.sites());
    sites.replaceAll((users, of) -> waiting(users, State.WAIT, ""));
    CellResult full =
        Changed.with(
            cell,
            "sites",
            sites,
            "allSteps.2.figures.POOL_ACTIVE_MEAN",
            24.0,
            "allSteps.2.figures.QUEUE_MEAN",
            8.0);
    assertThat(new LimitText(repeated(full)).sentence().orElseThrow())
        .contains("the 24 threads of the pool, all busy at 32 users");
  }

  private static SiteSamples waiting(int users, State state, String blocker) {
    Site site = new Site(state, "com.example.Stock.level", "", blocker, 1);
    return new SiteSamples(1, users, List.of(site), List.of(), null);
  }
}
