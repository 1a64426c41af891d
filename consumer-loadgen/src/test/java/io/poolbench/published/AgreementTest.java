package io.poolbench.published;

import static io.poolbench.published.Published.Agreement.AGREES;
import static io.poolbench.published.Published.Agreement.DEVIATES;
import static io.poolbench.published.Published.Agreement.INVALID;
import static io.poolbench.published.Published.Agreement.MISSING;
import static io.poolbench.published.Published.Agreement.NOT_CALIBRATED;
import static io.poolbench.published.Published.Agreement.OPEN;
import static org.assertj.core.api.Assertions.assertThat;

import io.poolbench.journal.Metric;
import io.poolbench.judge.Decision;
import io.poolbench.judge.Statement;
import io.poolbench.judge.Verdict;
import io.poolbench.published.Published.Agreement;
import io.poolbench.published.Published.PublishedTable;
import io.poolbench.published.Published.PublishedValue;
import io.poolbench.published.PublishedStudy.Point;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class AgreementTest {
  private static final PublishedStudy PUBLISHED = PublishedStudy.asPublished();
  private static final At KNEE_TPS = new At(PublishedStudy.CACHED, 200, 24, Metric.TPS);

  /** A published value, by its table, the pool, the load and its metric. */
  record At(String table, int threads, int users, Metric metric) {
    boolean is(Point point) {
      return point.is(table, threads, users);
    }

    PublishedValue in(Published published) {
      return find(published, table, threads, metric.heading(), users);
    }
  }

  private static PublishedValue find(
      Published published, String table, int threads, String figure, int users) {
    return published.tables().stream()
        .filter(each -> each.name().equals(table))
        .flatMap(each -> each.values().stream())
        .filter(value -> value.figure().equals(figure))
        .filter(value -> isIn(value.row(), "threads", threads) && isIn(value.row(), "users", users))
        .findFirst()
        .orElseThrow();
  }

  private static boolean isIn(Map<String, String> row, String setting, int value) {
    return row.getOrDefault(setting, String.valueOf(value)).equals(String.valueOf(value));
  }

  /** All published values of levels; a capacity is no single level's. */
  static List<At> values() {
    List<At> values = new ArrayList<>();
    for (int users : List.of(24, 25, 80, 200)) {
      of(values, PublishedStudy.CACHED, 200, users, Metric.TPS, Metric.TP99, Metric.PROVIDER_CPU);
    }
    for (int threads : List.of(4, 8, 16, 20, 24, 25, 26)) {
      of(
          values,
          PublishedStudy.FIXED,
          threads,
          threads,
          Metric.TPS,
          Metric.TP99,
          Metric.PROVIDER_CPU);
    }
    new TreeMap<>(Map.of(4, 11, 8, 25, 16, 50, 20, 23, 24, 22, 25, 22))
        .forEach(
            (threads, users) ->
                of(
                    values,
                    PublishedStudy.FIXED_QUEUE,
                    threads,
                    users,
                    Metric.TPS,
                    Metric.PROVIDER_CPU,
                    Metric.TP50,
                    Metric.TP90,
                    Metric.TP99,
                    Metric.TP999));
    return values;
  }

  private static void of(List<At> values, String table, int threads, int users, Metric... metrics) {
    Stream.of(metrics).map(metric -> new At(table, threads, users, metric)).forEach(values::add);
  }

  /** The values of the last row of each table: rows are compared alike. */
  static List<At> valuesByMetric() {
    Map<String, At> values = new LinkedHashMap<>();
    values().forEach(at -> values.put(at.table() + at.metric(), at));
    return List.copyOf(values.values());
  }

  /** The bands of bench-configs/published/jsf/findings.yaml. */
  private static double band(At at, double published) {
    return switch (at.metric()) {
      case TPS -> 0.1 * published;
      case PROVIDER_CPU -> 10;
      default -> Math.max(2, 0.25 * published);
    };
  }

  private static double value(At at) {
    return PUBLISHED.point(at.table(), at.threads(), at.users()).value(at.metric());
  }

  @Test
  void thePublishedValuesAgreeWithThemselves() {
    Published published = PUBLISHED.published();
    // cached: 4 rows of 3 values, fixed: 7 of 3, fixed with a queue: 6 of 7.
    assertThat(published.count(AGREES)).isEqualTo(75);
    assertThat(published.compared()).isEqualTo(75);
    assertThat(published.bands())
        .isEqualTo("TPS +-10 %, CPU +-10 points, TPn +- the larger of 2 ms and 25 %, users +-2");
  }

  @Test
  void aTableHasItsSettingsAndItsValuesAsTexts() {
    PublishedTable table = PUBLISHED.published().tables().get(2);
    assertThat(table.name()).isEqualTo(PublishedStudy.FIXED_QUEUE);
    assertThat(table.settings()).containsExactly("threads");
    assertThat(table.values().get(0))
        .isEqualTo(
            new PublishedValue(
                Map.of("threads", "4"),
                "highest level passed",
                "11",
                "11 [11, 11]",
                "+0",
                AGREES,
                ""));
  }

  @ParameterizedTest
  @MethodSource("valuesByMetric")
  void aValueBeyondItsBandIsTheOnlyOneThatDeviates(At at) {
    for (double side : List.of(-1.01, 1.01)) {
      double beyond = value(at) + side * band(at, value(at));
      Published deviating =
          PUBLISHED
              .changed(at::is, point -> around(point.with(at.metric(), beyond), at.metric()))
              .published();

      assertThat(deviating.count(DEVIATES)).isEqualTo(1);
      assertThat(deviating.count(AGREES)).isEqualTo(74);
      assertThat(at.in(deviating).agreement()).isEqualTo(DEVIATES);
      assertThat(at.in(deviating).remark()).startsWith(at.users() + " user").contains("Redis");
    }
  }

  /** Moves the other percentiles, within their bands, so that there are such response times. */
  private static Point around(Point point, Metric moved) {
    List<Metric> percentiles = List.of(Metric.TP50, Metric.TP90, Metric.TP99, Metric.TP999);
    int at = percentiles.indexOf(moved);
    Point possible = point;
    for (int i = 0; at >= 0 && i < percentiles.size(); i++) {
      Metric other = percentiles.get(i);
      double value = point.value(other);
      double limit = point.value(moved);
      possible =
          possible.with(
              other, i < at ? Math.min(value, limit) : i > at ? Math.max(value, limit) : value);
    }
    return possible;
  }

  @ParameterizedTest
  @ValueSource(doubles = {-0.99, 0.99})
  void valuesWithinTheirBandsAgree(double ofBand) {
    PublishedStudy within = PUBLISHED;
    for (At at : values()) {
      double value = value(at) + ofBand * band(at, value(at));
      within = within.changed(at::is, point -> point.with(at.metric(), value));
    }

    assertThat(within.published().count(AGREES)).isEqualTo(75);
  }

  @Test
  void aValueOfInvalidSlicesOnlyIsInvalid() {
    PublishedValue invalid =
        KNEE_TPS.in(
            PUBLISHED
                .changed(KNEE_TPS::is, point -> point.verdict(Verdict.Kind.INVALID))
                .published());
    assertThat(invalid.agreement()).isEqualTo(INVALID);
    assertThat(invalid.measured()).isEqualTo("6,553");
    assertThat(invalid.remark()).endsWith("INVALID, steal_pct");
  }

  @Test
  void aValueThatWasNotMeasuredIsMissing() {
    PublishedValue missing = KNEE_TPS.in(PUBLISHED.without(KNEE_TPS::is).published());
    assertThat(missing.agreement()).isEqualTo(MISSING);
    assertThat(missing.measured()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({"4, 11", "8, 25", "16, 50", "20, 23", "24, 22", "25, 22"})
  void capacitiesAgreeWithinTwoUsers(int threads, int published) {
    for (int distance : List.of(-3, -2, 0, 2, 3)) {
      int users = published + distance;
      PublishedValue value = capacity(threads, users + "P " + (users + 1) + "F");
      assertThat(value.agreement()).isEqualTo(Math.abs(distance) <= 2 ? AGREES : DEVIATES);
      assertThat(value.measured()).isEqualTo(users + " [" + users + ", " + users + "]");
    }
  }

  @ParameterizedTest
  @CsvSource({
    // Users with their verdicts; published are 11. Without a failing level there may be more.
    "11P, MISSING, '', at least 11",
    "8P, MISSING, '', at least 8",
    "32P, DEVIATES, 32, at least 32",
    // Where the lowest measured level fails, any capacity below it is possible.
    "11F 12F, MISSING, '', below the lowest measured level; 11 fail",
    "9F 11F 12F, DEVIATES, '0 [0, 8]', highest level that passed: none",
    "11I 12I, INVALID, '', unknown (INVALID levels)",
  })
  void aCapacityThatIsNotKnownExactlyAgreesWithNothing(
      String verdicts, Agreement agreement, String measured, String remark) {
    PublishedValue value = capacity(4, verdicts);

    assertThat(value.agreement()).isEqualTo(agreement);
    assertThat(value.measured()).isEqualTo(measured);
    assertThat(value.remark()).contains(remark);
  }

  /** The capacity of a pool with these verdicts alone, such as {@code 11P 12F}. */
  private static PublishedValue capacity(int threads, String verdicts) {
    String table = PublishedStudy.FIXED_QUEUE;
    PublishedStudy study =
        PUBLISHED.without(point -> point.table().equals(table) && point.threads() == threads);
    Point any = PUBLISHED.point(PublishedStudy.CACHED, 200, 24);
    for (String level : List.of(verdicts.split(" "))) {
      int last = level.length() - 1;
      Verdict.Kind verdict =
          Stream.of(Verdict.Kind.values())
              .filter(kind -> kind.name().charAt(0) == level.charAt(last))
              .findFirst()
              .orElseThrow();
      int users = Integer.parseInt(level.substring(0, last));
      study = study.with(new Point(table, threads, users, any.values(), verdict));
    }
    return find(study.published(), table, threads, "highest level passed", 0);
  }

  /** Slices that count together have one value: all of their calls per all of their time. */
  @Test
  void theValueIsThatOfAllSlicesThatCount() {
    Point knee = PUBLISHED.point(PublishedStudy.CACHED, 200, 24);
    PublishedStudy repeated =
        PUBLISHED
            .with(knee.with(Metric.TPS, 6653))
            .with(knee.with(Metric.TPS, 100_000).verdict(Verdict.Kind.INVALID));

    assertThat(KNEE_TPS.in(repeated.published()).measured()).isEqualTo("6,603");
  }

  @Test
  void repetitionsOfAPoolCountTogether() {
    Published published = repeated(6510, 6490);

    assertThat(published.count(AGREES)).isEqualTo(75);
    assertThat(KNEE_TPS.in(published).measured()).startsWith("6,500 [");
  }

  /** Two repetitions far apart show neither that a value is in its band nor that it is not. */
  @Test
  void ruleAnIntervalOnBothSidesOfTheBandsEndLeavesTheValueOpen() {
    assertThat(KNEE_TPS.in(repeated(7000, 6000)).agreement()).isEqualTo(OPEN);
  }

  private static Published repeated(double... knees) {
    List<PublishedStudy> repetitions =
        Arrays.stream(knees)
            .mapToObj(tps -> PUBLISHED.changed(KNEE_TPS::is, point -> point.with(Metric.TPS, tps)))
            .toList();
    return new PublishedComparison(
            PublishedStudy.judged(PublishedStudy.STUDY, repetitions), Optional.empty())
        .published()
        .orElseThrow();
  }

  /** The published units are those of calls that cost as much as in the study, within 5 %. */
  @ParameterizedTest
  @CsvSource({
    "6700, AGREES",
    "6390, AGREES",
    "7020, AGREES",
    "6300, NOT_CALIBRATED",
    "4280, NOT_CALIBRATED"
  })
  void ruleWhereTheCalibrationDoesNotHoldPublishedUnitsSaySo(
      double saturationTps, Agreement agreement) {
    Published published = PUBLISHED.published(saturationTps);

    assertThat(KNEE_TPS.in(published).agreement()).isEqualTo(agreement);
    assertThat(published.count(AGREES)).isEqualTo(agreement == AGREES ? 75 : 0);
    assertThat(published.count(NOT_CALIBRATED)).isEqualTo(agreement == AGREES ? 0 : 75);
  }

  /** No finding is refuted by values in units that mean nothing here. */
  @Test
  void ruleFindingsInPublishedUnitsNameTheConstantThatLeavesThemOpen() {
    List<Statement> fourth = PUBLISHED.published(4_280).findings().get(3).statements();

    assertThat(fourth)
        .filteredOn(statement -> statement.decision() == Decision.NOT_SHOWN)
        .isNotEmpty()
        .allMatch(statement -> statement.because().contains("saturation TPS 4,280"));
    assertThat(fourth)
        .filteredOn(statement -> statement.text().startsWith("a queue raises"))
        .hasSize(3)
        .allMatch(statement -> statement.decision() == Decision.SHOWN);
  }

  /** The knee of a host on which calls cost other than in the study is elsewhere. */
  @ParameterizedTest
  @CsvSource({"6700, true", "4280, false"})
  void ruleOnlyWhereTheCalibrationHoldsAFindingIsRefuted(double saturationTps, boolean refuted) {
    Published published =
        PUBLISHED
            .changed(
                point -> point.is(PublishedStudy.CACHED, 200, 23),
                point -> point.scaled(Metric.TPS, 0.5))
            .published(saturationTps);

    assertThat(published.findings().get(0).finding().decision() == Decision.REFUTED)
        .isEqualTo(refuted);
  }

  @Test
  void aResultThatNamesNoTableIsComparedWithNothing() {
    var study = PublishedStudy.parse("{load: {users: 4}, cells: [{name: a}]}");
    assertThat(
            new PublishedComparison(PublishedStudy.judged(study, List.of()), Optional.empty())
                .published())
        .isEmpty();
  }

  @Test
  void ratesAreNotComparedWithUsers() {
    var study =
        PublishedStudy.parse(
            "{load: {rate: 24}, cells: [{published: jsf-cached, provider: {threadpool: cached,"
                + " threads: 200}}]}");
    Published published =
        new PublishedComparison(PublishedStudy.judged(study, List.of(PUBLISHED)), Optional.empty())
            .published()
            .orElseThrow();
    assertThat(published.count(MISSING)).isEqualTo(published.compared());
  }
}
