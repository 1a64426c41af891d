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
import java.util.Optional;
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

  private static Stream<At> at(String table, HeldRow row) {
    PublishedRows.Row values = new PublishedRows.Row(row.values());
    return row.figures().stream()
        .filter(held -> held.figure().ofStep() != null)
        .map(
            held ->
                new At(
                    table,
                    values.threads().orElse(200),
                    values.users().orElseThrow(),
                    held.figure().column(),
                    held.published()));
  }

  @Test
  void thePublishedFiguresThemselvesAgreeInEveryFigure() {
    Agreement agreement = Agreement.of(PUBLISHED.result());

    // cached: 4 rows of 3 figures, fixed: 7 of 3, fixed with a queue: 6 of 7.
    assertThat(agreement.tally()).isEqualTo(new Agreement.Tally(12 + 21 + 42, 0, 0, 0));
    assertThat(agreement.tally(FigureKind.USERS))
        .isEqualTo(Optional.of(new Agreement.Tally(6, 0, 0, 0)));
    assertThat(agreement.line())
        .isEqualTo(
            "Agreement: 75 of 75 published figures are within their bands: TPS 17 of 17 (+-10 %),"
                + " CPU 17 of 17 (+-10 points), TPn 35 of 35 (+- the larger of 2 ms and 25 %),"
                + " users 6 of 6 (+-2). Beyond it 0, INVALID 0, not measured 0.");
    assertThat(agreement.knee().measuredUsers()).isEqualTo(24);
    assertThat(agreement.knee().agrees()).isTrue();
  }

  @ParameterizedTest
  @MethodSource("figuresOfSteps")
  void aFigureBeyondItsBandIsTheOnlyOneThatDoesNotAgree(At at) {
    FigureKind kind = kind(at);
    double band = kind.band(at.published());
    for (double side : List.of(-1.0, 1.0)) {
      Agreement beyond = with(at, at.published() + side * band * 1.001);
      assertThat(beyond.tally()).isEqualTo(new Agreement.Tally(74, 1, 0, 0));
      HeldFigure held = held(beyond, at);
      assertThat(held.standing()).isEqualTo(Standing.DEVIATES);
      assertThat(held.remark()).startsWith(at.users() + " user").contains("Redis");
      assertThat(with(at, at.published() + side * band * 0.999).tally().agree()).isEqualTo(75);
    }
  }

  @ParameterizedTest
  @MethodSource("figuresOfSteps")
  void aFigureOfInvalidStepsOnlyNeverAgrees(At at) {
    Agreement agreement =
        Agreement.of(
            PUBLISHED.changed(at::is, point -> point.verdict(Verdict.Kind.INVALID)).result());

    assertThat(held(agreement, at).standing()).isEqualTo(Standing.INVALID);
    assertThat(held(agreement, at).measured()).isEqualTo(at.published());
    assertThat(held(agreement, at).remark()).endsWith("INVALID, steal_pct");
    assertThat(agreement.tally().invalid()).isPositive();
    assertThat(agreement.tally().deviate()).isZero();
  }

  @ParameterizedTest
  @MethodSource("figuresOfSteps")
  void aFigureThatWasNotMeasuredIsMissing(At at) {
    Agreement agreement = Agreement.of(PUBLISHED.without(at::is).result());

    assertThat(held(agreement, at).standing()).isEqualTo(Standing.MISSING);
    assertThat(held(agreement, at).measured()).isNull();
    assertThat(agreement.tally().invalid()).isZero();
  }

  @ParameterizedTest
  @CsvSource({"4, 11", "8, 25", "16, 50", "20, 23", "24, 22", "25, 22"})
  void theMostUsersAgreeWithinTwo(int threads, int published) {
    assertThat(mostUsers(threads, published, published + 2).standing()).isEqualTo(Standing.AGREES);
    assertThat(mostUsers(threads, published, published + 3).standing())
        .isEqualTo(Standing.DEVIATES);
    assertThat(mostUsers(threads, published, published - 3).standing())
        .isEqualTo(Standing.DEVIATES);
    assertThat(mostUsers(threads, published, published + 3).measured()).isEqualTo(published + 3);
  }

  @Test
  void mostUsersWhoseEndWasNotMeasuredAgreeWithNothing() {
    PublishedStudy open =
        PUBLISHED.without(
            point ->
                point.table().equals(Published.FIXED_QUEUE)
                    && point.threads() == 4
                    && point.users() > 11);

    HeldFigure held = mostUsers(Agreement.of(open.result()), 4);

    assertThat(held.standing()).isEqualTo(Standing.MISSING);
    assertThat(held.measured()).isNull();
    assertThat(held.remark()).contains("at least 11");
  }

  @Test
  void whereEvenTheFewestUsersThatWereTriedFailTheMostUsersMayBeAnyFewer() {
    PublishedStudy failing =
        PUBLISHED.changed(
            point -> point.table().equals(Published.FIXED_QUEUE) && point.threads() == 4,
            point -> point.verdict(Verdict.Kind.FAIL));
    Point fewer = PUBLISHED.point(Published.FIXED_QUEUE, 4, 11).at(9).verdict(Verdict.Kind.FAIL);

    assertThat(mostUsers(Agreement.of(failing.result()), 4))
        .matches(held -> held.standing() == Standing.MISSING && held.measured() == null)
        .matches(held -> held.remark().contains("fewer than were measured; 11 break it"));
    assertThat(mostUsers(Agreement.of(failing.with(fewer).result()), 4))
        .matches(held -> held.standing() == Standing.DEVIATES && held.measured() == 0);
  }

  @Test
  void mostUsersThatInvalidStepsLeaveUnknownAreInvalid() {
    PublishedStudy disturbed =
        PUBLISHED.changed(
            point -> point.table().equals(Published.FIXED_QUEUE) && point.threads() == 4,
            point -> point.verdict(Verdict.Kind.INVALID));

    assertThat(mostUsers(Agreement.of(disturbed.result()), 4))
        .matches(held -> held.standing() == Standing.INVALID && held.measured() == null);
  }

  @Test
  void ofSeveralStepsAtALoadTheMedianOfThoseThatAreNotInvalidCounts() {
    Point knee = PUBLISHED.point(Published.CACHED, 200, 24);
    PublishedStudy repeated =
        PUBLISHED
            .with(knee.tps(1))
            .with(knee.tps(6600))
            .with(knee.tps(1_000_000).verdict(Verdict.Kind.INVALID));

    Agreement agreement = Agreement.of(repeated.result());

    At at = new At(Published.CACHED, 200, 24, "tps", 6553);
    assertThat(held(agreement, at).measured()).isEqualTo(6553);
  }

  @Test
  void theCellsOfAPoolCountTogetherBeTheyRepetitionsOrAScheduleAndASearch() {
    Point knee = PUBLISHED.point(Published.CACHED, 200, 24);
    StudyResult fast = PUBLISHED.changed(knee::equals, point -> point.tps(7000)).result();
    StudyResult slow = PUBLISHED.changed(knee::equals, point -> point.tps(6000)).result();
    List<CellResult> cells = new ArrayList<>(fast.cells());
    cells.addAll(slow.cells());

    Agreement agreement = Agreement.of(withCells(fast, cells));

    assertThat(agreement.tally().agree()).isEqualTo(75);
    assertThat(held(agreement, new At(Published.CACHED, 200, 24, "tps", 6553)).measured())
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

    assertThat(Agreement.of(withCells(closed, open)).tally().missing()).isEqualTo(75);
  }

  @Test
  void aResultThatNamesNoTableIsHeldAgainstNothing() {
    Agreement agreement = Agreement.of(SampleResult.studyResult());

    assertThat(agreement.isEmpty()).isTrue();
    assertThat(agreement.findings()).isEmpty();
    assertThat(agreement.knee()).isNull();
  }

  @Test
  void trendsInWordsAreNoFigures() {
    HeldTable cached = Agreement.of(PUBLISHED.result()).tables().get(0);

    assertThat(cached.rows())
        .filteredOn(row -> row.name().contains("-"))
        .hasSize(3)
        .allMatch(row -> row.figures().isEmpty());
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
  private static HeldFigure mostUsers(int threads, int published, int measured) {
    Point within = PUBLISHED.point(Published.FIXED_QUEUE, threads, published);
    Verdict.Kind fails = Verdict.Kind.FAIL;
    PublishedStudy moved =
        PUBLISHED
            .without(
                point ->
                    point.is(Published.FIXED_QUEUE, threads, published + 1)
                        || (published > measured && point.equals(within)))
            .with(within.at(measured))
            .with(within.at(measured + 1).verdict(fails));
    return mostUsers(Agreement.of(moved.result()), threads);
  }

  private static HeldFigure mostUsers(Agreement agreement, int threads) {
    return held(agreement, new At(Published.FIXED_QUEUE, threads, 0, "max_users", 0));
  }

  private static FigureKind kind(At at) {
    return held(Agreement.of(PUBLISHED.result()), at).figure().kind();
  }

  private static HeldFigure held(Agreement agreement, At at) {
    String row =
        at.table().equals(Published.CACHED) ? "users " + at.users() : "threads " + at.threads();
    return agreement.tables().stream()
        .filter(table -> table.table().name().equals(at.table()))
        .flatMap(table -> table.rows().stream())
        .filter(held -> held.name().equals(row))
        .flatMap(held -> held.figures().stream())
        .filter(held -> held.figure().column().equals(at.column()))
        .findFirst()
        .orElseThrow();
  }
}
