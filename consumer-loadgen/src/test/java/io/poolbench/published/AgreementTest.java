package io.poolbench.published;

import static io.poolbench.published.AgreementValue.AgreementStatus.AGREES;
import static io.poolbench.published.AgreementValue.AgreementStatus.DEVIATES;
import static io.poolbench.published.AgreementValue.AgreementStatus.INVALID;
import static io.poolbench.published.AgreementValue.AgreementStatus.MISSING;
import static org.assertj.core.api.Assertions.assertThat;

import io.poolbench.Changed;
import io.poolbench.judge.Decision;
import io.poolbench.published.Agreement.AgreementTable;
import io.poolbench.published.AgreementValue.AgreementStatus;
import io.poolbench.published.PublishedStudy.Point;
import io.poolbench.result.Calibrated;
import io.poolbench.result.CellResult;
import io.poolbench.result.Metric;
import io.poolbench.result.SampleVerdicts;
import io.poolbench.result.StudyResult;
import io.poolbench.result.Verdict;
import io.poolbench.spec.Workload;
import io.poolbench.spec.Workload.ArrivalProcess;
import io.poolbench.store.SampleResult;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class AgreementTest {
  private static final PublishedStudy PUBLISHED = PublishedStudy.asPublished();
  private static final Agreement AS_PUBLISHED = Agreement.of(PUBLISHED.result());
  private static final At KNEE_TPS = new At(PublishedStudy.CACHED, 200, 24, "tps");

  /** A published value, by its table, the pool, the load and its column. */
  record At(String table, int threads, int users, String column) {
    boolean is(Point point) {
      return point.is(table, threads, users);
    }

    AgreementValue in(PublishedStudy study) {
      return in(Agreement.of(study.result()));
    }

    AgreementValue in(Agreement agreement) {
      String row = table.equals(PublishedStudy.CACHED) ? "users " + users : "threads " + threads;
      return agreement.tables().stream()
          .filter(of -> of.table().name().equals(table))
          .flatMap(of -> of.rows().stream())
          .filter(of -> of.published().name().equals(row))
          .flatMap(of -> of.values().stream())
          .filter(value -> value.column().column().equals(column))
          .findFirst()
          .orElseThrow();
    }
  }

  /** Otherwise the line would count the values of both in each of two equal bands. */
  @Test
  void aBandThatTwoPublicationsDeclareAlikeIsOne() {
    List<Band> bands = AS_PUBLISHED.bands();
    List<Band> twice = Stream.concat(bands.stream(), bands.stream()).toList();
    Agreement both = new Agreement(twice, AS_PUBLISHED.tables(), List.of());
    assertThat(both.line()).isEqualTo(AS_PUBLISHED.line());
  }

  /** All published values of steps; a capacity is no single step's. */
  static List<At> valuesOfSteps() {
    return AS_PUBLISHED.tables().stream()
        .flatMap(table -> table.rows().stream().flatMap(row -> at(table.table().name(), row)))
        .toList();
  }

  /** One for each column of each table: rows are compared alike. */
  static Collection<At> valuesByColumn() {
    return valuesOfSteps().stream()
        .collect(
            Collectors.toMap(
                at -> at.table() + at.column(),
                at -> at,
                (one, other) -> other,
                LinkedHashMap::new))
        .values();
  }

  private static Stream<At> at(String table, AgreementTable.Row row) {
    PublishedRow published = row.published();
    return row.values().stream()
        .filter(value -> !value.column().isCapacity())
        .map(
            value ->
                new At(
                    table,
                    published.setting("threads").map(Integer::valueOf).orElse(200),
                    published.level().orElseThrow(),
                    value.column().column()));
  }

  @Test
  void thePublishedValuesAgreeWithThemselves() {
    // cached: 4 rows of 3 values, fixed: 7 of 3, fixed with a queue: 6 of 7.
    assertThat(AS_PUBLISHED.tally()).isEqualTo(new Agreement.Tally(Map.of(AGREES, 75L)));
  }

  @ParameterizedTest
  @MethodSource("valuesByColumn")
  void aValueBeyondItsBandIsTheOnlyOneThatDeviates(At at) {
    AgreementValue published = at.in(AS_PUBLISHED);
    Metric metric = published.column().metric();
    double band = published.column().band().width(published.published());
    for (double side : List.of(-band, band)) {
      double beyond = published.published() + side * 1.001;
      Agreement deviating =
          Agreement.of(PUBLISHED.changed(at::is, point -> point.with(metric, beyond)).result());

      assertThat(deviating.tally())
          .isEqualTo(new Agreement.Tally(Map.of(AGREES, 74L, DEVIATES, 1L)));
      assertThat(at.in(deviating).status()).isEqualTo(DEVIATES);
      assertThat(at.in(deviating).remark()).startsWith(at.users() + " user").contains("Redis");
    }
  }

  @ParameterizedTest
  @ValueSource(doubles = {-0.999, 0.999})
  void valuesWithinTheirBandsAgree(double ofBand) {
    PublishedStudy within = PUBLISHED;
    for (At at : valuesOfSteps()) {
      AgreementValue published = at.in(AS_PUBLISHED);
      double band = published.column().band().width(published.published());
      double value = published.published() + ofBand * band;
      within = within.changed(at::is, point -> point.with(published.column().metric(), value));
    }

    assertThat(Agreement.of(within.result()).tally().count(AGREES)).isEqualTo(75);
  }

  @Test
  void aValueOfInvalidStepsOnlyIsInvalid() {
    AgreementValue invalid =
        KNEE_TPS.in(PUBLISHED.changed(KNEE_TPS::is, point -> point.verdict(Verdict.Kind.INVALID)));
    assertThat(invalid.status()).isEqualTo(INVALID);
    assertThat(invalid.measured()).isEqualTo(6553);
    assertThat(invalid.remark()).endsWith("INVALID, steal_pct");
  }

  @Test
  void aValueThatWasNotMeasuredIsMissing() {
    AgreementValue missing = KNEE_TPS.in(PUBLISHED.without(KNEE_TPS::is));
    assertThat(missing.status()).isEqualTo(MISSING);
    assertThat(missing.measured()).isNull();
  }

  @ParameterizedTest
  @CsvSource({"4, 11", "8, 25", "16, 50", "20, 23", "24, 22", "25, 22"})
  void capacitiesAgreeWithinTwoUsers(int threads, int published) {
    for (int distance : List.of(-3, -2, 0, 2, 3)) {
      int users = published + distance;
      AgreementValue value = capacity(threads, users + "P " + (users + 1) + "F");
      assertThat(value.status()).isEqualTo(Math.abs(distance) <= 2 ? AGREES : DEVIATES);
      assertThat(value.measured()).isEqualTo(users);
    }
  }

  @ParameterizedTest
  @CsvSource({
    // Users with their verdicts; published are 11. Without a failing level there may be more.
    "11P, MISSING, , at least 11",
    "8P, MISSING, , at least 8",
    "32P, DEVIATES, 32, at least 32",
    // Where the lowest measured level fails, any capacity below it is possible.
    "11F 12F, MISSING, , below the lowest measured level; 11 fail",
    "9F 11F 12F, DEVIATES, 0, max users within SLA: none",
    "11I 12I, INVALID, , unknown (INVALID steps)",
  })
  void aCapacityThatIsNotKnownExactlyAgreesWithNothing(
      String verdicts, AgreementStatus status, Double measured, String remark) {
    AgreementValue value = capacity(4, verdicts);

    assertThat(value.status()).isEqualTo(status);
    assertThat(value.measured()).isEqualTo(measured);
    assertThat(value.remark()).contains(remark);
  }

  @Test
  void theMedianIsOfValidSteps() {
    Point knee = PUBLISHED.point(PublishedStudy.CACHED, 200, 24);
    PublishedStudy repeated =
        PUBLISHED
            .with(knee.with(Metric.TPS, 1))
            .with(knee.with(Metric.TPS, 6600))
            .with(knee.with(Metric.TPS, 1_000_000).verdict(Verdict.Kind.INVALID));

    assertThat(KNEE_TPS.in(repeated).measured()).isEqualTo(6553);
  }

  @Test
  void repetitionsSchedulesAndSearchesOfAPoolCountTogether() {
    Agreement agreement = repeated(6510, 6490);

    assertThat(agreement.tally().count(AGREES)).isEqualTo(75);
    assertThat(KNEE_TPS.in(agreement).measured()).isEqualTo(6500);
  }

  /** Two repetitions far apart show neither that a value is in its band nor that it is not. */
  @Test
  void ruleAnIntervalOnBothSidesOfTheBandsEndLeavesTheValueOpen() {
    AgreementValue open = KNEE_TPS.in(repeated(7000, 6000));

    assertThat(open.status()).isEqualTo(AgreementStatus.OPEN);
    assertThat(open.interval().low()).isLessThan(6000);
    assertThat(open.interval().high()).isGreaterThan(7000);
  }

  private static Agreement repeated(double... knees) {
    List<StudyResult> results =
        Arrays.stream(knees)
            .mapToObj(
                tps ->
                    PUBLISHED.changed(KNEE_TPS::is, point -> point.with(Metric.TPS, tps)).result())
            .toList();
    List<CellResult> cells = results.stream().flatMap(of -> of.cells().stream()).toList();
    return Agreement.of(Changed.with(results.get(0), "cells", cells));
  }

  @Test
  void ratesAreNotComparedWithUsers() {
    StudyResult open = PUBLISHED.result();
    for (int i = 0; i < open.cells().size(); i++) {
      Workload rates = new Workload.Open(ArrivalProcess.POISSON);
      open = Changed.with(open, "cells." + i + ".cell.load.workload", rates);
    }

    assertThat(Agreement.of(open).tally().count(MISSING)).isEqualTo(75);
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
      double saturationTps, AgreementStatus status) {
    Agreement agreement = Agreement.of(reaching(saturationTps));

    assertThat(KNEE_TPS.in(agreement).status()).isEqualTo(status);
    assertThat(agreement.tally().count(AGREES)).isEqualTo(status == AGREES ? 75 : 0);
    assertThat(agreement.tally().count(DEVIATES)).isZero();
  }

  /** No finding is refuted by values in units that mean nothing here. */
  @Test
  void ruleFindingsInPublishedUnitsNameTheConstantThatLeavesThemOpen() {
    FindingResult fourth = Agreement.of(reaching(4_280)).findings().get(3);

    assertThat(fourth.statements())
        .filteredOn(of -> of.decision() == Decision.NOT_SHOWN)
        .isNotEmpty()
        .allMatch(of -> of.because().contains("saturation TPS 4,280"));
    assertThat(fourth.statements())
        .filteredOn(of -> of.text().startsWith("a queue raises"))
        .hasSize(3)
        .allMatch(of -> of.decision() == Decision.SHOWN);
  }

  private static StudyResult reaching(double saturationTps) {
    Calibrated.Reached reached =
        new Calibrated.Reached(saturationTps, saturationTps, saturationTps);
    return Changed.with(PUBLISHED.result(), "calibration.saturationTps", reached);
  }

  @Test
  void aResultThatNamesNoTableIsComparedWithNothing() {
    Agreement agreement = Agreement.of(SampleResult.studyResult());

    assertThat(agreement.isEmpty()).isTrue();
    assertThat(agreement.findings()).isEmpty();
  }

  /** The capacity of a pool with these verdicts alone, such as {@code 11P 12F}. */
  private static AgreementValue capacity(int threads, String verdicts) {
    At capacity = new At(PublishedStudy.FIXED_QUEUE, threads, 0, "max_users");
    PublishedStudy study =
        PUBLISHED.without(
            point -> point.table().equals(capacity.table()) && point.threads() == threads);
    Point any = PUBLISHED.point(PublishedStudy.CACHED, 200, 24);
    for (String level : List.of(verdicts.split(" "))) {
      int last = level.length() - 1;
      Verdict.Kind verdict = SampleVerdicts.of(level.charAt(last)).kind();
      study =
          study.with(
              new Point(
                  capacity.table(),
                  threads,
                  Integer.parseInt(level.substring(0, last)),
                  any.values(),
                  verdict));
    }
    return capacity.in(study);
  }
}
