package io.poolbench.published;

import static org.assertj.core.api.Assertions.assertThat;

import io.poolbench.published.PublishedStudy.Point;
import io.poolbench.result.Verdict;
import java.util.List;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class FindingsTest {
  private static final PublishedStudy PUBLISHED = PublishedStudy.asPublished();

  @Test
  void thePublishedFiguresConfirmEveryStatementOfAllSixFindings() {
    List<DecidedFinding> findings = Agreement.of(PUBLISHED.result()).findings();

    assertThat(findings).extracting(DecidedFinding::number).containsExactly(1, 2, 3, 4, 5, 6);
    assertThat(findings)
        .flatExtracting(DecidedFinding::statements)
        .allSatisfy(
            statement -> {
              assertThat(statement.ruling()).as(statement.text()).isEqualTo(Ruling.CONFIRMED);
              assertThat(statement.because()).isNotBlank();
              assertThat(statement.cause()).isEmpty();
            });
  }

  /** What the study says, one statement falsified each: and by that its finding, none but it. */
  static Stream<Arguments> falsified() {
    return Stream.of(
        refuted(1, "TPS rises linearly", cached(12), point -> point.tps(point.tps() * 0.8)),
        refuted(1, "CPU rises linearly", cached(16), point -> point.cpu(point.cpuPct() * 0.8)),
        refuted(1, "TP99 is below 8 ms", cached(16), point -> point.tp99(10.01)),
        refuted(1, "the SLA holds", cached(24, 23, 20), Judged::fails),
        refuted(1, "CPU is at 99.6 %", cached(24), point -> point.cpu(89)),
        refuted(1, "one more user breaks it", cached(25, 36), Judged::passes),
        refuted(2, "TPS still rises", cached(80), point -> point.tps(6552)),
        refuted(2, "is within 3 % of its peak", cached(140), point -> point.tps(7200)),
        refuted(2, "TP99 there is 74 ms", cached(80), point -> point.tp99(55)),
        refuted(2, "TPS falls by 10 %", cached(200), point -> point.tps(6600)),
        refuted(2, "TPS falls by 10 %", cached(200), point -> point.tps(5800)),
        refuted(2, "TP99 there is 99 ms", cached(200), point -> point.tp99(125)),
        refuted(2, "nothing stops the overload", cached(200), point -> point.rejected(63)),
        refuted(3, "with 4 threads CPU stays", queue(4, 22), point -> point.cpu(37.68)),
        refuted(3, "16 threads use 88 %", queue(16, 50, 51, 100), point -> point.cpu(77)),
        refuted(4, "serve 1063 TPS", fixed(4), point -> point.tps(950)),
        refuted(4, "they serve 1531 TPS", queue(4, 11), point -> point.tps(1370)),
        refuted(4, "11 users are within", queue(4, 12, 22), Judged::passes),
        refuted(4, "raises TPS of 8 threads", queue(8, 25), point -> point.tps(2200)),
        refuted(4, "is 5 ms without", fixed(4), point -> point.tp99(7.1)),
        refuted(4, "and 10 ms with one", queue(4, 11), point -> point.tp99(12.6)),
        refuted(4, "every response waits longer", queue(4, 11), point -> point.tp50(3.6)),
        refuted(5, "24 threads keep TP99", fixed(24), point -> point.tp99(10)),
        refuted(5, "their TP99 is 8 ms", fixed(24), point -> point.tp99(5.9)),
        refuted(5, "at 99.6 % CPU", fixed(24), point -> point.cpu(89)),
        refuted(5, "20 threads use less CPU", fixed(20), point -> point.cpu(99.7)),
        refuted(5, "25 threads break the SLA", fixed(25), point -> point.tp99(9.9)),
        refuted(5, "their TP99 is 19 ms", fixed(26), point -> point.tp99(24)),
        refuted(6, "the best TPS within the SLA", queue(25, 22), point -> point.tps(6410)),
        refuted(6, "25 threads serve less", queue(25, 22), point -> point.tps(6410)));
  }

  @ParameterizedTest
  @MethodSource("falsified")
  void aStatementThatDoesNotHoldRefutesItsFindingAndNoOther(
      int finding, String statement, Predicate<Point> which, UnaryOperator<Point> change) {
    List<DecidedFinding> findings =
        Agreement.of(PUBLISHED.changed(which, change).result()).findings();

    assertThat(findings)
        .filteredOn(decided -> decided.ruling() == Ruling.REFUTED)
        .extracting(DecidedFinding::number)
        .containsExactly(finding);
    assertThat(findings.get(finding - 1).statements())
        .filteredOn(part -> part.text().contains(statement))
        .hasSize(1)
        .allSatisfy(
            part -> {
              assertThat(part.ruling()).isEqualTo(Ruling.REFUTED);
              assertThat(part.because()).isNotBlank();
              assertThat(part.cause()).contains("Redis").contains("CPU per call");
            });
  }

  /** The load without which each finding cannot be told. */
  static Stream<Arguments> deciding() {
    return Stream.of(
        Arguments.of(1, cached(24)),
        Arguments.of(2, cached(80)),
        Arguments.of(2, cached(200)),
        Arguments.of(3, queue(4, 22)),
        Arguments.of(4, fixed(4)),
        Arguments.of(4, queue(4, 11)),
        Arguments.of(5, fixed(24)),
        Arguments.of(5, fixed(26)),
        Arguments.of(6, queue(24, 22)));
  }

  @ParameterizedTest
  @MethodSource("deciding")
  void aFindingWhoseLoadWasNotMeasuredIsUndecidedAndSaysWhatIsMissing(
      int finding, Predicate<Point> which) {
    DecidedFinding decided = finding(PUBLISHED.without(which), finding);

    assertThat(decided.ruling()).isEqualTo(Ruling.UNDECIDED);
    assertThat(decided.because()).containsAnyOf("not measured", "valid at");
  }

  @ParameterizedTest
  @MethodSource("deciding")
  void invalidStepsDecideNothing(int finding, Predicate<Point> which) {
    PublishedStudy disturbed =
        PUBLISHED.changed(
            which, point -> point.tps(1).cpu(1).tp99(500).verdict(Verdict.Kind.INVALID));

    assertThat(finding(disturbed, finding).ruling()).isEqualTo(Ruling.UNDECIDED);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 5, 6})
  void withoutAnyStepEveryFindingIsUndecided(int finding) {
    assertThat(finding(PUBLISHED.without(point -> true), finding).statements())
        .extracting(Statement::ruling)
        .containsOnly(Ruling.UNDECIDED);
  }

  @Test
  void aRefutedStatementTellsWhichPartOfTheTimeGrewMost() {
    DecidedFinding refuted = finding(PUBLISHED.changed(cached(200), point -> point.tps(5000)), 2);

    assertThat(refuted.because())
        .contains("from 80 users on, queue wait grew most, by 28 ms to 37.4 ms in the mean")
        // 99.94 % of the CPUs for 5,000 calls per second.
        .contains("the CPUs are full at 5,003 TPS (calibrated to 6,700)");
  }

  /** 24 threads are not known to fail, and bring more with 22 users than 20 do at their most. */
  @Test
  void whatAPoolBringsAtTheLeastDecidesWhereMoreOfItChangesNothing() {
    PublishedStudy unbounded =
        PUBLISHED.without(queue(24, 23, 44)).changed(queue(24, 22), point -> point.tps(6500));

    DecidedFinding decided = finding(unbounded, 6);

    assertThat(decided.ruling()).isEqualTo(Ruling.REFUTED);
    assertThat(decided.because()).contains("24 threads at least 6,500 TPS at 22 users");
  }

  @Test
  void whatAPoolBringsAtTheLeastDecidesNothingWhereMoreOfItWould() {
    PublishedStudy unbounded = PUBLISHED.without(queue(24, 23, 44));

    assertThat(finding(unbounded, 6).ruling()).isEqualTo(Ruling.UNDECIDED);
  }

  private static DecidedFinding finding(PublishedStudy study, int number) {
    return Agreement.of(study.result()).findings().get(number - 1);
  }

  private static Arguments refuted(
      int finding, String statement, Predicate<Point> which, UnaryOperator<Point> change) {
    return Arguments.of(finding, statement, which, change);
  }

  private static Predicate<Point> cached(Integer... users) {
    return point -> isOf(Published.CACHED, 200, point, users);
  }

  private static Predicate<Point> fixed(int threads) {
    return point -> isOf(Published.FIXED, threads, point, threads);
  }

  private static Predicate<Point> queue(int threads, Integer... users) {
    return point -> isOf(Published.FIXED_QUEUE, threads, point, users);
  }

  private static boolean isOf(String table, int threads, Point point, Integer... users) {
    return Stream.of(users).anyMatch(at -> point.is(table, threads, at));
  }

  /** What changes a verdict. */
  private static final class Judged {
    static Point fails(Point point) {
      return point.verdict(Verdict.Kind.FAIL);
    }

    static Point passes(Point point) {
      return point.verdict(Verdict.Kind.PASS);
    }
  }
}
