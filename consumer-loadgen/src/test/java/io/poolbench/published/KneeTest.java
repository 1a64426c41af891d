package io.poolbench.published;

import static org.assertj.core.api.Assertions.assertThat;

import io.poolbench.published.PublishedStudy.Point;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class KneeTest {
  /**
   * A closed network at its asymptotes: X(N) = min(N / R0, Xmax), which bend at N* = Xmax * R0
   * (Little's law). TPS is within 3 % of Xmax from 0.97 N* on.
   */
  @ParameterizedTest
  @CsvSource({"6711, 3.66", "6711, 1.5", "1000, 60", "250, 100", "6228, 2.57"})
  void theKneeOfAClosedNetworkIsWhereItsAsymptotesCross(double maxTps, double cycleMillis) {
    double knee = maxTps * cycleMillis / 1000;

    assertThat(knee(IntStream.rangeClosed(1, 200), users -> asymptotes(users, maxTps, cycleMillis)))
        .contains((int) Math.ceil(0.97 * knee - 1e-9));
  }

  @Test
  void aSlowCreepFarBeyondTheKneeDoesNotMoveIt() {
    assertThat(
            knee(
                IntStream.rangeClosed(1, 200),
                users ->
                    asymptotes(users, 6711, 3.66) * (1 + 0.06 * Math.max(0, users - 60) / 140.0)))
        .contains(24);
  }

  @Test
  void whereTpsStillGrowsAtTheEndThereIsNoKnee() {
    assertThat(knee(IntStream.rangeClosed(1, 20), users -> asymptotes(users, 6711, 3.66)))
        .isEmpty();
  }

  @Test
  void aLoadBeyondWhichNothingWasMeasuredIsNoKnee() {
    assertThat(knee(IntStream.of(1, 8, 100), users -> users * 100.0)).isEmpty();
  }

  @Test
  void noiseOfTwoPercentMovesTheKneeByAtMostThreeUsers() {
    Random noise = new Random(42);
    assertThat(
            knee(
                IntStream.rangeClosed(1, 100),
                users -> asymptotes(users, 6711, 3.66) * (1 + 0.02 * (2 * noise.nextDouble() - 1))))
        .hasValueSatisfying(users -> assertThat(users).isBetween(21, 27));
  }

  private static double asymptotes(int users, double maxTps, double cycleMillis) {
    return Math.min(users * 1000 / cycleMillis, maxTps);
  }

  private static Optional<Integer> knee(IntStream loads, IntToDoubleFunction tps) {
    List<Point> points = new ArrayList<>();
    loads.forEach(
        users ->
            points.add(
                Point.of(
                    PublishedStudy.CACHED, 200, users, tps.applyAsDouble(users), 50, 1, 1, 1, 1)));
    return new Curves(new PublishedStudy(points).judged()).of(PublishedStudy.CACHED).knee();
  }
}
