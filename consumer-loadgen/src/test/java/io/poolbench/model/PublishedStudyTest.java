package io.poolbench.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.MappingIterator;
import com.fasterxml.jackson.dataformat.csv.CsvMapper;
import com.fasterxml.jackson.dataformat.csv.CsvSchema;
import io.poolbench.model.NetworkFit.Crosstalk;
import io.poolbench.model.NetworkFit.Parameter;
import io.poolbench.spec.Sla;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A few rows of the published study predict the others. */
class PublishedStudyTest {
  private static final Path TABLES =
      Path.of(System.getProperty("poolbench.home"), "bench-configs", "published", "jsf");

  /** As the tables' notes say: 4 cores. */
  private static final int CPUS = 4;

  private static final int CACHED_THREADS = 200;
  private static final String FIXED = "jsf-fixed";
  private static final String QUEUE = "jsf-fixed-queue";

  /** Each row with a throughput, as a load of its closed network; its cell is the table. */
  private static final List<Observation> ROWS =
      Stream.of(FIXED, QUEUE, "jsf-cached").flatMap(PublishedStudyTest::read).toList();

  /** The study met its SLA as reported, in whole milliseconds: TP99 10 is up to 10.5. */
  private static final Sla SLA = new Sla(List.of(new Sla.Bound("tp99", 10.5)));

  private static Stream<Observation> read(String table) {
    CsvSchema named = CsvSchema.emptySchema().withHeader().withComments();
    try (MappingIterator<Map<String, String>> rows =
        new CsvMapper()
            .readerForMapOf(String.class)
            .with(named)
            .readValues(TABLES.resolve(table + ".csv").toFile())) {
      return rows.readAll().stream()
          .filter(row -> row.get("tps").matches("[0-9]+"))
          .map(row -> load(table, row));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Where users queue, all threads are busy: Little's law gives the time in the thread. */
  private static Observation load(String table, Map<String, String> row) {
    int threads = Integer.parseInt(row.getOrDefault("threads", "" + CACHED_THREADS));
    int users = Integer.parseInt(row.getOrDefault("users", row.get("max_users")));
    double tps = Double.parseDouble(row.get("tps"));
    double cpu = Double.parseDouble(row.getOrDefault("cpu_pct", row.get("cpu_max_pct")));
    return new Observation(
        table,
        users,
        threads,
        table.endsWith("queue") ? ClosedNetwork.UNBOUNDED : 0,
        CPUS,
        tps,
        cpu,
        users > 2 * threads ? (Double) (threads / tps * 1e3) : null,
        null,
        null,
        Double.valueOf(row.get("tp99_ms")),
        null,
        0,
        RowNoise.NONE);
  }

  private static boolean isFixed4To16(Observation row) {
    return row.cell().equals(FIXED) && List.of(4, 8, 16).contains(row.threads());
  }

  private static List<Observation> fixed4To16() {
    return ROWS.stream().filter(PublishedStudyTest::isFixed4To16).toList();
  }

  private static List<Observation> measured() {
    return ROWS.stream()
        .filter(row -> isFixed4To16(row) || (row.cell().equals(QUEUE) && row.threads() == 4))
        .toList();
  }

  private static double deviationPct(NetworkFit fit, Observation row) {
    return 100 * (fit.predict(row).tps() / row.tps() - 1);
  }

  /** Rows of as many users as threads show the cycle, not how much of it holds a thread. */
  @Test
  void rowsWithoutAQueueDoNotShowTheWaitInTheThread() {
    assertThat(NetworkFit.of(fixed4To16()).unidentified()).contains(Parameter.WAIT_IN_THREAD);
    Observation load = fixed4To16().get(2);
    CpuDemand cpu = CpuDemand.constant(load.demandMillis());
    double inside = load.network(cpu, 3, 0, 1).solve(load.users()).tps();
    double outside = load.network(cpu, 1, 2, 1).solve(load.users()).tps();
    assertThat(inside).isCloseTo(outside, Percentage.withPercentage(1e-4));
  }

  @Test
  void threeRowsPredictTheOthersWithoutAQueue() {
    NetworkFit fit = NetworkFit.of(fixed4To16());
    List<Observation> others =
        ROWS.stream().filter(row -> !isFixed4To16(row) && row.users() <= row.threads()).toList();
    assertThat(others).hasSize(10);
    assertThat(others).allMatch(row -> Math.abs(deviationPct(fit, row)) <= 10);
    Scenario pool = new Scenario("", 200, 0, CPUS, 0, 0, true);
    assertThat(pool.network(fit).kneeUsers()).isCloseTo(24, within(2.0));
  }

  /** Any split of the wait is as likely: the interval is wide enough for the one of the study. */
  @ParameterizedTest
  @ValueSource(ints = {4, 8, 16})
  void rowsWithAQueueAreWithinTheIntervalOfThreeWithout(int threads) {
    CapacityModel model = CapacityModel.of(fixed4To16());
    Observation row =
        ROWS.stream()
            .filter(of -> of.cell().equals(QUEUE) && of.threads() == threads)
            .findFirst()
            .orElseThrow();
    Scenario pool = new Scenario("", threads, row.queue(), row.cpus(), 0, 0, true);
    Estimate tps = Prediction.of(model, pool, SLA, List.of(row.users())).levels().get(0).tps();
    assertThat(row.tps()).isBetween(tps.low(), tps.high());
  }

  /** 200 threads bring less than 80. */
  @Test
  void theLossOfManyThreadsIsPredictedWhereItIsMeasured() {
    List<Observation> unqueued = ROWS.stream().filter(row -> row.users() <= row.threads()).toList();
    Observation last = unqueued.get(unqueued.size() - 1);
    assertThat(last.users()).isEqualTo(200);
    assertThat(Math.abs(deviationPct(NetworkFit.of(unqueued), last))).isLessThan(5);
    assertThat(NetworkFit.of(measured()).crosstalk()).isEqualTo(Crosstalk.NONE);
  }

  /** With one row whose users queue, all others. */
  @Test
  void fourRowsPredictTheOthers() {
    NetworkFit fit = NetworkFit.of(measured());
    assertThat(fit.unidentified()).doesNotContain(Parameter.WAIT_IN_THREAD);
    List<Observation> others = ROWS.stream().filter(row -> !measured().contains(row)).toList();
    assertThat(others).hasSize(13);
    assertThat(others).allMatch(row -> Math.abs(deviationPct(fit, row)) <= 10);
  }

  @ParameterizedTest
  @CsvSource({"4, 11", "8, 25", "16, 50"})
  void maxUsersWithAQueueArePredictedWithinTwo(int threads, int published) {
    CapacityModel model = CapacityModel.of(measured());
    Scenario pool =
        new Scenario("fixed " + threads, threads, ClosedNetwork.UNBOUNDED, CPUS, 0, 0, true);
    Estimate maxUsers = Prediction.of(model, pool, SLA, List.of(threads, 80)).maxUsers();
    assertThat(maxUsers.value()).isCloseTo(published, within(2.0));
    assertThat((double) published).isBetween(maxUsers.low(), maxUsers.high());
  }
}
