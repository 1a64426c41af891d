package io.poolbench.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.poolbench.model.NetworkFit.Crosstalk;
import io.poolbench.model.NetworkFit.Parameter;
import io.poolbench.spec.Sla;
import java.util.List;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A few rows of the published study predict the others. */
class PublishedStudyTest {
  private static final List<PublishedRow> ROWS = PublishedRow.all();

  /** The study met its SLA as reported, in whole milliseconds: TP99 10 is up to 10.5. */
  private static final Sla SLA = new Sla(List.of(new Sla.Bound("tp99", 10.5)));

  private static boolean fixed(PublishedRow row, int... threads) {
    return row.table().equals("jsf-fixed")
        && List.of(threads[0], threads[1], threads[2]).contains(row.load().threads());
  }

  private static boolean queue4(PublishedRow row) {
    return row.table().equals("jsf-fixed-queue") && row.load().threads() == 4;
  }

  private static NetworkFit fit(List<PublishedRow> rows) {
    return NetworkFit.of(rows.stream().map(PublishedRow::load).toList());
  }

  private static List<PublishedRow> fixed4To16() {
    return ROWS.stream().filter(row -> fixed(row, 4, 8, 16)).toList();
  }

  private static List<PublishedRow> measured() {
    return ROWS.stream().filter(row -> fixed(row, 4, 8, 16) || queue4(row)).toList();
  }

  private static double deviationPct(NetworkFit fit, PublishedRow row) {
    return 100 * (fit.predict(row.load()).tps() / row.load().tps() - 1);
  }

  /** Rows of as many users as threads show the cycle, not how much of it holds a thread. */
  @Test
  void rowsWithoutAQueueDoNotShowTheWaitInTheThread() {
    assertThat(fit(fixed4To16()).unidentified()).contains(Parameter.WAIT_IN_THREAD);
    Observation load = fixed4To16().get(2).load();
    CpuDemand cpu = CpuDemand.constant(load.demandMillis());
    double inside = load.network(cpu, 3, 0, 1).solve(load.users()).tps();
    double outside = load.network(cpu, 1, 2, 1).solve(load.users()).tps();
    assertThat(inside).isCloseTo(outside, Percentage.withPercentage(1e-4));
  }

  @Test
  void threeRowsPredictTheOthersWithoutAQueue() {
    NetworkFit fit = fit(fixed4To16());
    List<PublishedRow> others =
        ROWS.stream()
            .filter(row -> !fixed(row, 4, 8, 16) && row.load().users() <= row.load().threads())
            .toList();
    assertThat(others).hasSize(10);
    assertThat(others).allMatch(row -> Math.abs(deviationPct(fit, row)) <= 10);
    assertThat(fit.network(4, 200, 0).kneeUsers()).isCloseTo(24, within(2.0));
  }

  /** Any split of the wait is as likely: the interval is wide enough for the one of the study. */
  @ParameterizedTest
  @ValueSource(ints = {4, 8, 16})
  void rowsWithAQueueAreWithinTheIntervalOfThreeWithout(int threads) {
    CapacityModel model = CapacityModel.of(fixed4To16().stream().map(PublishedRow::load).toList());
    Observation row =
        ROWS.stream()
            .filter(of -> of.table().equals("jsf-fixed-queue") && of.load().threads() == threads)
            .map(PublishedRow::load)
            .findFirst()
            .orElseThrow();
    Scenario pool = new Scenario("", threads, row.queue(), row.cpus(), 0, 1, 0, true);
    Estimate tps = Prediction.of(model, pool, SLA, List.of(row.users())).levels().get(0).tps();
    assertThat(row.tps()).isBetween(tps.low(), tps.high());
  }

  /** 200 threads bring less than 80. */
  @Test
  void theLossOfManyThreadsIsPredictedWhereItIsMeasured() {
    List<PublishedRow> unqueued =
        ROWS.stream().filter(row -> row.load().users() <= row.load().threads()).toList();
    PublishedRow last = unqueued.get(unqueued.size() - 1);
    assertThat(last.load().users()).isEqualTo(200);
    assertThat(Math.abs(deviationPct(fit(unqueued), last))).isLessThan(5);
    assertThat(fit(measured()).crosstalk()).isEqualTo(Crosstalk.NONE);
  }

  /** With one row whose users queue, all others. */
  @Test
  void fourRowsPredictTheOthers() {
    NetworkFit fit = fit(measured());
    assertThat(fit.unidentified()).doesNotContain(Parameter.WAIT_IN_THREAD);
    List<PublishedRow> others = ROWS.stream().filter(row -> !measured().contains(row)).toList();
    assertThat(others).hasSize(13);
    assertThat(others).allMatch(row -> Math.abs(deviationPct(fit, row)) <= 10);
  }

  @ParameterizedTest
  @CsvSource({"4, 11", "8, 25", "16, 50"})
  void maxUsersWithAQueueArePredictedWithinTwo(int threads, int published) {
    CapacityModel model = CapacityModel.of(measured().stream().map(PublishedRow::load).toList());
    Scenario pool =
        new Scenario(
            "fixed " + threads, threads, ClosedNetwork.UNBOUNDED, PublishedRow.CPUS, 0, 1, 0, true);
    Estimate maxUsers = Prediction.of(model, pool, SLA, List.of(threads, 80)).maxUsers();
    assertThat(maxUsers.value()).isCloseTo(published, within(2.0));
    assertThat((double) published).isBetween(maxUsers.low(), maxUsers.high());
  }
}
