package io.poolbench.judge;

import static io.poolbench.judge.Steps.ok;
import static io.poolbench.judge.Steps.step;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.poolbench.Changed;
import io.poolbench.result.Batches;
import io.poolbench.result.CellResult;
import io.poolbench.result.GroupResult;
import io.poolbench.result.Metric;
import io.poolbench.result.StepResult;
import io.poolbench.result.StepResult.Pending;
import io.poolbench.result.Verdict;
import io.poolbench.spec.Group;
import io.poolbench.spec.LoadSchedule;
import io.poolbench.spec.Sla;
import io.poolbench.spec.Workload;
import io.poolbench.spec.Workload.ArrivalProcess;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Groups of users: {@code fast} within the cell's 10 ms, {@code slow} within 50 ms of its own. */
class GroupsTest {
  @ParameterizedTest(name = "fast {0} ms, slow {1} ms: {2}")
  @CsvSource({
    "9, 49, PASS, PASS PASS",
    "9, 51, FAIL, PASS FAIL",
    "11, 49, FAIL, FAIL PASS",
    "51, 51, FAIL, FAIL FAIL"
  })
  void aStepPassesIfEveryGroupIsWithinItsOwnSla(
      double fastMillis, double slowMillis, Verdict.Kind expected, String each) {
    CellResult cell = cell(measured(9, fastMillis, slowMillis));

    StepResult judged = SlaEvaluator.judged(cell.cell(), cell.steps().get(0), List.of());

    assertThat(judged.verdict().kind()).isEqualTo(expected);
    assertThat(judged.groups())
        .extracting(group -> group.verdict().kind().name())
        .containsExactly(each.split(" "));
    assertThat(judged.verdict().violations())
        .containsExactlyElementsOf(
            judged.groups().stream()
                .flatMap(group -> group.verdict().violations().stream())
                .toList());
  }

  /** Little's law holds in each group, not only in the sum. */
  @Test
  void aViolationOfOneGroupInvalidatesTheStep() {
    StepResult step = measured(9, 1, 1);
    GroupResult lost =
        Changed.with(step.groups().get(1), "figures.pending", new Pending(0, null, 0.5));

    assertThat(violations(step)).isEmpty();
    assertThat(violations(step.withGroups(List.of(step.groups().get(0), lost))))
        .containsExactly("littles_law");
  }

  @Test
  void aGroupIsACellUnderItsOwnLevelsUnlessItStays() {
    CellResult cell = cell(measured(9, 1, 2), measured(19, 3, 4));

    List<CellResult> groups = cell.groups();

    assertThat(groups)
        .extracting(of -> of.cell().name())
        .containsExactly("mixed/fast", "mixed/slow");
    assertThat(groups.get(0).steps()).extracting(StepResult::level).containsExactly(9, 19);
    assertThat(groups.get(1).steps()).extracting(StepResult::level).containsExactly(10, 20);
    assertThat(groups.get(1).steps()).extracting(Metric.MEAN::of).containsExactly(2.0, 4.0);
    assertThat(groups.get(1).cell().sla().bounds()).containsExactly(new Sla.Bound("tp99", 50));
  }

  /** Its own load is the same in all steps, which differ by the load of the other groups. */
  @Test
  void aGroupThatStaysIsCountedInTheUnitOfTheWholeLoad() {
    CellResult users = cell(measured(9, 1, 2), measured(19, 3, 4));
    Workload rate = new Workload.Open(ArrivalProcess.POISSON);
    CellResult open =
        Changed.with(
            users,
            "cell.load.groups",
            List.of(
                new Group("fast", null, rate, List.of(10, 20), null),
                new Group("slow", null, Cells.USERS, List.of(900), null)));

    LoadSchedule stays = open.groups().get(1).cell().load();

    assertThat(stays.workload()).isEqualTo(rate);
    assertThat(stays.levels()).containsExactly(10, 20);
    assertThat(Capacity.of(open.groups().get(1)).end()).isEqualTo(Capacity.End.SCHEDULE_COMPLETE);
  }

  /** Users that wait 10 ms too long in each second, whatever the load beside them. */
  @Test
  void timeOfAGroupThatStaysIsOfItsOwnUsers() {
    Batches batches = Steps.batches(List.of(1), 10, 10_000, List.of(0L));
    Map<String, List<Double>> beyond = Map.of("tp99", List.of(900.0));
    StepResult slow = step(9, Changed.with(batches, "beyondMillis", beyond));
    StepResult beside = step(200, ok(20_000), 1).of(new GroupResult("slow", slow), 200);
    ShareBound time = ShareBound.of(new Sla.Bound("tp99", 50)).get(1);

    assertThat(time.share(beside)).isEqualTo(time.share(slow));
    assertThat(time.share(beside).share()).isCloseTo(0.01, within(1e-9));
  }

  /** What is known of all calls together is not that of a group. */
  @Test
  void timesWithinTheProviderAreUnknownByGroup() {
    StepResult all =
        Changed.with(
            step(9, ok(10_000), 1), "figures.SERVICE_TP99", 2.0, "figures.SERVICE_MEAN", 1.0);
    StepResult view = all.of(new GroupResult("fast", all));

    assertThat(Metric.values())
        .filteredOn(metric -> !metric.isKnownByGroup())
        .contains(Metric.QUEUE_WAIT_MEAN, Metric.SERVICE_TP99, Metric.OUTSIDE_MEAN)
        .allMatch(metric -> metric.of(view) == null);
    assertThat(Metric.PROVIDER_CPU.isKnownByGroup()).isTrue();
    assertThat(Metric.PROVIDER_CPU.of(view)).isEqualTo(50);
  }

  private static List<String> violations(StepResult step) {
    return new Measurement(step, cell(step).cell())
        .violations().stream().map(of -> of.code()).toList();
  }

  private static StepResult measured(int fast, double fastMillis, double slowMillis) {
    return step(fast + 1, ok(20_000), 1)
        .withGroups(
            List.of(
                new GroupResult("fast", step(fast, ok(10_000), fastMillis)),
                new GroupResult("slow", step(1, ok(10_000), slowMillis))));
  }

  private static CellResult cell(StepResult... steps) {
    Sla slow = new Sla(List.of(new Sla.Bound("tp99", 50)));
    LoadSchedule load =
        Changed.with(
            Cells.users(List.of(1)),
            "groups",
            List.of(
                new Group("fast", null, Cells.USERS, List.of(9, 19), null),
                new Group("slow", null, Cells.USERS, List.of(1), slow)));
    return Cells.cell("mixed", 1, load, Cells.SLA, List.of(steps));
  }
}
