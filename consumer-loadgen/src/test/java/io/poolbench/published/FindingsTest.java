package io.poolbench.published;

import static io.poolbench.journal.Metric.PROVIDER_CPU;
import static io.poolbench.journal.Metric.REJECTED;
import static io.poolbench.journal.Metric.TP50;
import static io.poolbench.journal.Metric.TP99;
import static io.poolbench.journal.Metric.TPS;
import static io.poolbench.judge.Verdict.Kind.FAIL;
import static io.poolbench.judge.Verdict.Kind.INVALID;
import static io.poolbench.judge.Verdict.Kind.PASS;
import static org.assertj.core.api.Assertions.assertThat;

import io.poolbench.journal.Metric;
import io.poolbench.judge.Decision;
import io.poolbench.judge.Statement;
import io.poolbench.published.Published.NumberedFinding;
import io.poolbench.published.Published.PublishedValue;
import io.poolbench.published.PublishedStudy.Point;
import java.io.BufferedReader;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The findings of {@code bench-configs/published/jsf}. */
class FindingsTest {
  private static final PublishedStudy PUBLISHED = PublishedStudy.asPublished();

  /**
   * The decisions of an independent implementation, with a class for each finding, on random
   * changes of the published result whose percentiles do not contradict each other: the seed,
   * statements by initials, values by status.
   */
  static Stream<String> decisionsOfVariants() {
    InputStream variants = FindingsTest.class.getResourceAsStream("/published/rulings.txt");
    return new BufferedReader(new InputStreamReader(variants, StandardCharsets.UTF_8)).lines();
  }

  @ParameterizedTest
  @MethodSource("decisionsOfVariants")
  void expressionsDecideAsAnIndependentImplementation(String expected) {
    long seed = Long.parseLong(expected.substring(0, expected.indexOf(' ')));
    Published published = variant(seed).published();

    String decisions =
        published.findings().stream()
            .map(finding -> initials(finding.statements().stream().map(Statement::decision)))
            .collect(Collectors.joining("/"));
    String values =
        published.tables().stream()
            .map(table -> initials(table.values().stream().map(PublishedValue::agreement)))
            .collect(Collectors.joining("/"));
    assertThat(seed + " " + decisions + " " + values).isEqualTo(expected);
  }

  /**
   * A random change of the published study, the same one for the same seed: points left out,
   * INVALID, repeated, with other values and other verdicts.
   */
  private static PublishedStudy variant(long seed) {
    Random random = new Random(seed);
    // Rare changes leave most findings decided, frequent ones most undecided.
    double often = 0.2 * random.nextDouble();
    List<Point> points = new ArrayList<>();
    for (Point published : PublishedStudy.asPublished().points()) {
      Point point = published;
      if (random.nextDouble() < often) {
        point = point.scaled(Metric.TPS, 0.8 + 0.4 * random.nextDouble());
      }
      if (random.nextDouble() < often) {
        point = point.scaled(Metric.PROVIDER_CPU, 0.8 + 0.3 * random.nextDouble());
      }
      if (random.nextDouble() < often) {
        point = point.scaled(Metric.TP99, 0.5 + 1.5 * random.nextDouble());
      }
      if (random.nextDouble() < often) {
        point = point.scaled(Metric.TP50, 0.3 + 2 * random.nextDouble());
      }
      if (random.nextDouble() < often / 2) {
        point = point.with(Metric.REJECTED, random.nextInt(200));
      }
      if (random.nextDouble() < often / 2) {
        point = point.verdict(point.verdict() == PASS ? FAIL : PASS);
      }
      if (random.nextDouble() < often / 2) {
        point = point.verdict(INVALID);
      }
      if (random.nextDouble() < often / 2) {
        points.add(point.scaled(Metric.TPS, 0.9 + 0.2 * random.nextDouble()));
      }
      if (random.nextDouble() >= often / 2) {
        points.add(point);
      }
    }
    return new PublishedStudy(points);
  }

  private static String initials(Stream<? extends Enum<?>> values) {
    return values.map(each -> each.name().substring(0, 1)).collect(Collectors.joining());
  }

  @Test
  void thePublishedValuesConfirmEveryStatementOfAllSixFindings() {
    List<NumberedFinding> findings = PUBLISHED.published().findings();

    assertThat(findings).extracting(NumberedFinding::number).containsExactly(1, 2, 3, 4, 5, 6);
    assertThat(findings)
        .flatExtracting(NumberedFinding::statements)
        .allSatisfy(
            statement -> {
              assertThat(statement.decision()).as(statement.text()).isEqualTo(Decision.SHOWN);
              assertThat(statement.because()).isNotBlank();
            });
  }

  /** One statement falsified each; the independent implementation decides all of them. */
  static Stream<Arguments> falsified() {
    return Stream.of(
        refuted(1, "TP99 is below 8 ms", cached(16), point -> point.with(TP99, 10.01)),
        refuted(1, "the SLA holds", cached(24, 23, 20), point -> point.verdict(FAIL)),
        refuted(2, "TPS falls by 10 %", cached(200), point -> point.with(TPS, 6600)),
        refuted(2, "nothing stops the overload", cached(200), point -> point.with(REJECTED, 63)),
        refuted(
            3, "with 4 threads CPU stays", queue(4, 22), point -> point.with(PROVIDER_CPU, 37.68)),
        refuted(4, "11 users are within", queue(4, 12, 22), point -> point.verdict(PASS)),
        refuted(4, "every response waits longer", queue(4, 11), point -> point.with(TP50, 3.6)),
        refuted(5, "25 threads break the SLA", fixed(25), point -> point.with(TP99, 9.9)),
        refuted(6, "25 threads serve less", queue(25, 22), point -> point.with(TPS, 6410)));
  }

  @ParameterizedTest
  @MethodSource("falsified")
  void aStatementThatDoesNotHoldRefutesItsFindingAndNoOther(
      int finding, String statement, Predicate<Point> which, UnaryOperator<Point> change) {
    List<NumberedFinding> findings = PUBLISHED.changed(which, change).published().findings();

    assertThat(findings)
        .filteredOn(each -> each.finding().decision() == Decision.REFUTED)
        .extracting(NumberedFinding::number)
        .containsExactly(finding);
    assertThat(findings.get(finding - 1).statements())
        .filteredOn(part -> part.text().contains(statement))
        .singleElement()
        .satisfies(
            part -> {
              assertThat(part.decision()).isEqualTo(Decision.REFUTED);
              assertThat(part.because()).contains("; counters at ", "CPU/call");
            });
  }

  @Test
  void withoutAnyStepEveryStatementIsUndecided() {
    assertThat(PUBLISHED.without(point -> true).published().findings())
        .hasSize(6)
        .flatExtracting(NumberedFinding::statements)
        .extracting(Statement::decision)
        .containsOnly(Decision.NOT_SHOWN);
  }

  @Test
  void aRefutedStatementNamesThePartOfTheTimeThatGrewMost() {
    PublishedStudy slower = PUBLISHED.changed(cached(200), point -> point.with(TPS, 5000));

    assertThat(slower.published().findings().get(1).statements().get(3).because())
        .contains("; from 80 users on queue wait grew most; counters at 200 users: ");
  }

  private static Arguments refuted(
      int finding, String statement, Predicate<Point> which, UnaryOperator<Point> change) {
    return Arguments.of(finding, statement, which, change);
  }

  private static Predicate<Point> cached(Integer... users) {
    return point -> isOf(PublishedStudy.CACHED, 200, point, users);
  }

  private static Predicate<Point> fixed(int threads) {
    return point -> isOf(PublishedStudy.FIXED, threads, point, threads);
  }

  private static Predicate<Point> queue(int threads, Integer... users) {
    return point -> isOf(PublishedStudy.FIXED_QUEUE, threads, point, users);
  }

  private static boolean isOf(String table, int threads, Point point, Integer... users) {
    return Stream.of(users).anyMatch(at -> point.is(table, threads, at));
  }
}
