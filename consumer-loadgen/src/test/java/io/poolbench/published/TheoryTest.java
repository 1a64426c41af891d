package io.poolbench.published;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.poolbench.api.PoolConfig;
import io.poolbench.api.PoolType;
import io.poolbench.result.CellResult;
import io.poolbench.result.Metric;
import io.poolbench.spec.Cell;
import io.poolbench.spec.Publication;
import io.poolbench.spec.Publication.PublishedSystem;
import java.util.List;
import java.util.Map;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Theory against values that were computed apart from it, and the declared system's arithmetic. */
class TheoryTest {
  private static final PublishedSystem SYSTEM =
      PublishedStudy.asPublished().result().published().get(0).system();
  private static final Theory STUDY = Theory.of(SYSTEM);
  private static final Theory ONE_CPU =
      Theory.of(new PublishedSystem(1, 0.149, 2.42, 1.08, SYSTEM.deviation()));

  /** Solved by a script of its own; TPS for 4 CPUs and for one. */
  @ParameterizedTest
  @CsvSource({
    "4, 0, 4, 1095, 1090",
    "24, 0, 24, 5966, 5802",
    "4, 1000, 11, 1554, 1540",
    "20, 1000, 23, 5799, 5630",
    "200, 0, 200, 6734, 6711"
  })
  void theThroughputIsThatOfTheClosedNetwork(
      int threads, int queues, int users, double four, double one) {
    PoolConfig pool = PoolConfig.of(PoolType.FIXED, null, threads, queues, null);
    assertThat(STUDY.state(pool, users).tps()).isCloseTo(four, Percentage.withPercentage(0.2));
    assertThat(ONE_CPU.state(pool, users).tps()).isCloseTo(one, Percentage.withPercentage(0.2));
  }

  /** Each parameter by the rows that show it. */
  @Test
  void theDeclaredSystemIsArithmeticOnPublishedRows() {
    assertThat(SYSTEM.cpuMillis()).isCloseTo(4 * 0.9962 / 6711 * 1e3, within(0.002));
    double inThread = SYSTEM.cpuMillis() + SYSTEM.waitMillis();
    // All threads are busy: fixed 4, 8 and 16 with a queue.
    for (double row : new double[] {4 / 1531.0, 8 / 3113.0, 16 / 6228.0}) {
      assertThat(inThread).isCloseTo(row * 1e3, Percentage.withPercentage(2));
    }
    // A cycle without a queue: fixed 4 to 24.
    double cycle = inThread + SYSTEM.outsideMillis();
    for (double row : new double[] {4 / 1063.0, 8 / 2216.0, 16 / 4262.0, 24 / 6711.0}) {
      assertThat(cycle).isCloseTo(row * 1e3, Percentage.withPercentage(3));
    }
    assertThat(STUDY.network().kneeUsers()).isCloseTo(4 * cycle / SYSTEM.cpuMillis(), within(0.01));
  }

  /** A user alone: the times add up, and their variances. */
  @Test
  void percentilesOfOneUserAreThoseOfTheSumOfItsTimes() {
    double deviation = 0.25;
    Theory theory = Theory.of(new PublishedSystem(4, 0.6, 2, 1, deviation));
    Map<PublishedColumn, Double> values =
        theory.values(
            PublishedStudy.asPublished().result().cells().get(0).cell(),
            1,
            List.of(column(Metric.TP50), column(Metric.TP99)));
    double sd = Math.sqrt(2 * 0.3 * 0.3 + Math.pow(2 * deviation, 2) + Math.pow(deviation, 2));
    assertThat(values.get(column(Metric.TP50))).isCloseTo(3.6, within(0.2));
    // Between the normal distribution's percentile and that of a longer tail.
    assertThat(values.get(column(Metric.TP99))).isBetween(3.6 + 2.33 * sd, 3.6 + 3.5 * sd);
  }

  /** Without time outside the pool a user is refused again and again in no time. */
  @Test
  void whereAllSimulatedCallsAreRefusedThereIsNoPercentile() {
    Theory theory = Theory.of(new PublishedSystem(1, 1, 2, 0, 0));
    PublishedColumn capacity = new PublishedColumn("max_users", null, column(Metric.TPS).band());
    Cell four =
        PublishedStudy.asPublished().result().cells().stream()
            .map(CellResult::cell)
            .filter(cell -> cell.provider().pool().maxTasks() == 4)
            .findFirst()
            .orElseThrow();

    assertThat(theory.values(four, 8, List.of(column(Metric.TPS), column(Metric.TP99), capacity)))
        .containsOnlyKeys(column(Metric.TPS), capacity);
  }

  private static PublishedColumn column(Metric metric) {
    return new PublishedColumn(
        metric.column(), metric, new Band("any", new Publication.Band(List.of(metric.id()), 1, 0)));
  }
}
