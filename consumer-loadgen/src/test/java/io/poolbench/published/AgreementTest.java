package io.poolbench.published;

import static org.assertj.core.api.Assertions.assertThat;

import io.poolbench.Changed;
import io.poolbench.published.PublishedStudy.Point;
import io.poolbench.result.CellResult;
import io.poolbench.result.StudyResult;
import io.poolbench.result.Verdict;
import io.poolbench.spec.ArrivalProcess;
import io.poolbench.spec.Cell;
import io.poolbench.spec.LoadSchedule;
import io.poolbench.spec.Workload;
import io.poolbench.store.SampleResult;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class AgreementTest {
  private static final PublishedStudy PUBLISHED = PublishedStudy.asPublished();

  /** A published figure, by its table, the pool, the load and its column. */
  record At(String table, int threads, int users, String column, double published) {
    boolean is(Point point) {
      return point.is(table, threads, users);
    }

    UnaryOperator<Point> becomes(double figure) {
      return switch (column) {
        case "tps" -> point -> point.tps(figure);
        case "cpu_pct", "cpu_max_pct" -> point -> point.cpu(figure);
        case "tp50_ms" -> point -> point.tp50(figure);
        case "tp90_ms" -> point -> point.tp90(figure);
        case "tp99_ms" -> point -> point.tp99(figure);
        case "tp999_ms" -> point -> point.tp999(figure);
        default -> throw new IllegalArgumentException(column);
      };
    }
  }

  /** Every figure of a step; the most users are no step's. */
  static List<At> figuresOfSteps() {
    return Agreement.of(PUBLISHED.result()).tables().stream()
        .flatMap(table -> table.rows().stream().flatMap(row -> at(table.table().name(), row)))
        .toList();
  }

  private static Stream<At> at(String table, AgreementTable.Row row) {
    PublishedRow values = row.published();
    return row.values().stream()
        .filter(held -> !held.column().isCapacity())
        .map(
            held ->
                new At(
                    table,
                    values.setting("threads").map(Integer::valueOf).orElse(200),
                    values.level().orElseThrow(),
                    held.column().column(),
                    held.published()));
  }

  @Test
  void thePublishedFiguresThemselvesAgreeInEveryFigure() {
    Agreement agreement = Agreement.of(PUBLISHED.result());

    // cached: 4 rows of 3 figures, fixed: 7 of 3, fixed with a queue: 6 of 7.
    assertThat(agreement.tally())
        .isEqualTo(new Agreement.Tally(Map.of(AgreementStatus.AGREES, 75L)));
    assertThat(agreement.line())
        .isEqualTo(
            "Agreement: 75 of 75 published values are within their bands: TPS 17 of 17 (+-10 %),"
                + " CPU 17 of 17 (+-10 points), TPn 35 of 35 (+- the larger of 2 ms and 25 %),"
                + " users 6 of 6 (+-2). Beyond 0, INVALID 0, not measured 0.");
    assertThat(agreement.knees().get(0).measuredUsers()).isEqualTo(24);
    assertThat(agreement.knees().get(0).agrees()).isTrue();
  }

  @ParameterizedTest
  @MethodSource("figuresOfSteps")
  void aFigureBeyondItsBandIsTheOnlyOneThatDoesNotAgree(At at) {
    double band = band(at).width(at.published());
    for (double side : List.of(-1.0, 1.0)) {
      Agreement beyond = with(at, at.published() + side * band * 1.001);
      assertThat(beyond.tally())
          .isEqualTo(
              new Agreement.Tally(
                  Map.of(AgreementStatus.AGREES, 74L, AgreementStatus.DEVIATES, 1L)));
      AgreementValue held = held(beyond, at);
      assertThat(held.status()).isEqualTo(AgreementStatus.DEVIATES);
      assertThat(held.remark()).startsWith(at.users() + " user").contains("Redis");
      assertThat(
              with(at, at.published() + side * band * 0.999).tally().count(AgreementStatus.AGREES))
          .isEqualTo(75);
    }
  }

  @ParameterizedTest
  @MethodSource("figuresOfSteps")
  void aFigureOfInvalidStepsOnlyNeverAgrees(At at) {
    Agreement agreement =
        Agreement.of(
            PUBLISHED.changed(at::is, point -> point.verdict(Verdict.Kind.INVALID)).result());

    assertThat(held(agreement, at).status()).isEqualTo(AgreementStatus.INVALID);
    assertThat(held(agreement, at).measured()).isEqualTo(at.published());
    assertThat(held(agreement, at).remark()).endsWith("INVALID, steal_pct");
    assertThat(agreement.tally().count(AgreementStatus.INVALID)).isPositive();
    assertThat(agreement.tally().count(AgreementStatus.DEVIATES)).isZero();
  }

  @ParameterizedTest
  @MethodSource("figuresOfSteps")
  void aFigureThatWasNotMeasuredIsMissing(At at) {
    Agreement agreement = Agreement.of(PUBLISHED.without(at::is).result());

    assertThat(held(agreement, at).status()).isEqualTo(AgreementStatus.MISSING);
    assertThat(held(agreement, at).measured()).isNull();
    assertThat(agreement.tally().count(AgreementStatus.INVALID)).isZero();
  }

  @ParameterizedTest
  @CsvSource({"4, 11", "8, 25", "16, 50", "20, 23", "24, 22", "25, 22"})
  void theMostUsersAgreeWithinTwo(int threads, int published) {
    assertThat(mostUsers(threads, published, published + 2).status())
        .isEqualTo(AgreementStatus.AGREES);
    assertThat(mostUsers(threads, published, published + 3).status())
        .isEqualTo(AgreementStatus.DEVIATES);
    assertThat(mostUsers(threads, published, published - 3).status())
        .isEqualTo(AgreementStatus.DEVIATES);
    assertThat(mostUsers(threads, published, published + 3).measured()).isEqualTo(published + 3);
  }

  @Test
  void mostUsersWhoseEndWasNotMeasuredAgreeWithNothing() {
    PublishedStudy open =
        PUBLISHED.without(
            point ->
                point.table().equals(PublishedStudy.FIXED_QUEUE)
                    && point.threads() == 4
                    && point.users() > 11);

    AgreementValue held = mostUsers(Agreement.of(open.result()), 4);

    assertThat(held.status()).isEqualTo(AgreementStatus.MISSING);
    assertThat(held.measured()).isNull();
    assertThat(held.remark()).contains("at least 11");
  }

  @Test
  void whereEvenTheFewestUsersThatWereTriedFailTheMostUsersMayBeAnyFewer() {
    PublishedStudy failing =
        PUBLISHED.changed(
            point -> point.table().equals(PublishedStudy.FIXED_QUEUE) && point.threads() == 4,
            point -> point.verdict(Verdict.Kind.FAIL));
    Point fewer =
        PUBLISHED.point(PublishedStudy.FIXED_QUEUE, 4, 11).at(9).verdict(Verdict.Kind.FAIL);

    assertThat(mostUsers(Agreement.of(failing.result()), 4))
        .matches(held -> held.status() == AgreementStatus.MISSING && held.measured() == null)
        .matches(held -> held.remark().contains("below the lowest measured level; 11 fail"));
    assertThat(mostUsers(Agreement.of(failing.with(fewer).result()), 4))
        .matches(held -> held.status() == AgreementStatus.DEVIATES && held.measured() == 0);
  }

  @Test
  void mostUsersThatInvalidStepsLeaveUnknownAreInvalid() {
    PublishedStudy disturbed =
        PUBLISHED.changed(
            point -> point.table().equals(PublishedStudy.FIXED_QUEUE) && point.threads() == 4,
            point -> point.verdict(Verdict.Kind.INVALID));

    assertThat(mostUsers(Agreement.of(disturbed.result()), 4))
        .matches(held -> held.status() == AgreementStatus.INVALID && held.measured() == null);
  }

  @Test
  void ofSeveralStepsAtALoadTheMedianOfThoseThatAreNotInvalidCounts() {
    Point knee = PUBLISHED.point(PublishedStudy.CACHED, 200, 24);
    PublishedStudy repeated =
        PUBLISHED
            .with(knee.tps(1))
            .with(knee.tps(6600))
            .with(knee.tps(1_000_000).verdict(Verdict.Kind.INVALID));

    Agreement agreement = Agreement.of(repeated.result());

    At at = new At(PublishedStudy.CACHED, 200, 24, "tps", 6553);
    assertThat(held(agreement, at).measured()).isEqualTo(6553);
  }

  @Test
  void theCellsOfAPoolCountTogetherBeTheyRepetitionsOrAScheduleAndASearch() {
    Point knee = PUBLISHED.point(PublishedStudy.CACHED, 200, 24);
    StudyResult fast = PUBLISHED.changed(knee::equals, point -> point.tps(7000)).result();
    StudyResult slow = PUBLISHED.changed(knee::equals, point -> point.tps(6000)).result();
    List<CellResult> cells = new ArrayList<>(fast.cells());
    cells.addAll(slow.cells());

    Agreement agreement = Agreement.of(withCells(fast, cells));

    assertThat(agreement.tally().count(AgreementStatus.AGREES)).isEqualTo(75);
    assertThat(held(agreement, new At(PublishedStudy.CACHED, 200, 24, "tps", 6553)).measured())
        .isEqualTo(6500);
  }

  @Test
  void ratesAreNoUsers() {
    StudyResult closed = PUBLISHED.result();
    List<CellResult> open =
        closed.cells().stream()
            .map(
                result -> {
                  Cell cell = result.cell();
                  LoadSchedule load = cell.load();
                  LoadSchedule rates =
                      Changed.with(
                          load, "workload", new Workload.Open(ArrivalProcess.POISSON, 500));
                  return Changed.with(result, "cell", Changed.with(cell, "load", rates));
                })
            .toList();

    assertThat(Agreement.of(withCells(closed, open)).tally().count(AgreementStatus.MISSING))
        .isEqualTo(75);
  }

  @Test
  void aResultThatNamesNoTableIsHeldAgainstNothing() {
    Agreement agreement = Agreement.of(SampleResult.studyResult());

    assertThat(agreement.isEmpty()).isTrue();
    assertThat(agreement.findings()).isEmpty();
    assertThat(agreement.knees()).isEmpty();
  }

  @Test
  void trendsInWordsAreNoFigures() {
    AgreementTable cached = Agreement.of(PUBLISHED.result()).tables().get(0);

    assertThat(cached.rows())
        .filteredOn(row -> row.published().name().contains("-"))
        .hasSize(3)
        .allMatch(row -> row.values().isEmpty());
  }

  private static StudyResult withCells(StudyResult result, List<CellResult> cells) {
    return new StudyResult(
        result.version(),
        result.study(),
        result.title(),
        result.poolbench(),
        result.started(),
        result.finished(),
        result.interrupted(),
        result.host(),
        result.calibration(),
        result.published(),
        cells);
  }

  private static Agreement with(At at, double figure) {
    return Agreement.of(PUBLISHED.changed(at::is, at.becomes(figure)).result());
  }

  /** The most users of a pool of which as many pass, and no one more. */
  private static AgreementValue mostUsers(int threads, int published, int measured) {
    Point within = PUBLISHED.point(PublishedStudy.FIXED_QUEUE, threads, published);
    Verdict.Kind fails = Verdict.Kind.FAIL;
    PublishedStudy moved =
        PUBLISHED
            .without(
                point ->
                    point.is(PublishedStudy.FIXED_QUEUE, threads, published + 1)
                        || (published > measured && point.equals(within)))
            .with(within.at(measured))
            .with(within.at(measured + 1).verdict(fails));
    return mostUsers(Agreement.of(moved.result()), threads);
  }

  private static AgreementValue mostUsers(Agreement agreement, int threads) {
    return held(agreement, new At(PublishedStudy.FIXED_QUEUE, threads, 0, "max_users", 0));
  }

  private static Band band(At at) {
    return held(Agreement.of(PUBLISHED.result()), at).column().band();
  }

  private static AgreementValue held(Agreement agreement, At at) {
    String row =
        at.table().equals(PublishedStudy.CACHED)
            ? "users " + at.users()
            : "threads " + at.threads();
    return agreement.tables().stream()
        .filter(table -> table.table().name().equals(at.table()))
        .flatMap(table -> table.rows().stream())
        .filter(held -> held.published().name().equals(row))
        .flatMap(held -> held.values().stream())
        .filter(held -> held.column().column().equals(at.column()))
        .findFirst()
        .orElseThrow();
  }
}
