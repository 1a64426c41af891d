package io.poolbench.capacity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Map;
import java.util.TreeMap;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;

class ScalabilityLawTest {
  /** SPEC SDM91 of Gunther's Guerrilla Capacity Planning, as CRAN's package usl fits it. */
  @Test
  void fitsTheBooksBenchmark() {
    ScalabilityLaw law =
        ScalabilityLaw.fit(
            new TreeMap<>(
                Map.of(
                    1, 64.9, 18, 995.9, 36, 1652.4, 72, 1853.2, 108, 1828.9, 144, 1775.0, 216,
                    1702.2)));
    assertThat(law.sigma()).isCloseTo(0.0277, within(0.001));
    assertThat(law.kappa()).isCloseTo(0.000104, within(0.000003));
    assertThat(law.peakUsers()).isBetween(84.0, 108.0);
  }

  @Property(tries = 50)
  void recoversItsParameters(
      @ForAll @DoubleRange(min = 100, max = 5000) double lambda,
      @ForAll @DoubleRange(min = 0.01, max = 0.2) double sigma,
      @ForAll @DoubleRange(min = 1, max = 100) double kappaBy10000) {
    double kappa = kappaBy10000 / 10_000;
    ScalabilityLaw law = new ScalabilityLaw(lambda, sigma, kappa);
    TreeMap<Integer, Double> tps = new TreeMap<>();
    for (int users : new int[] {1, 2, 4, 8, 16, 32, 64}) {
      tps.put(users, law.tps(users));
    }
    ScalabilityLaw found = ScalabilityLaw.fit(tps);
    assertThat(found.lambda()).isCloseTo(lambda, Percentage.withPercentage(0.1));
    assertThat(found.sigma()).isCloseTo(sigma, Percentage.withPercentage(1));
    assertThat(found.kappa()).isCloseTo(kappa, Percentage.withPercentage(1));
  }
}
