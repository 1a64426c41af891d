package io.poolbench.study;

import static org.assertj.core.api.Assertions.assertThat;

import io.poolbench.result.Metric;
import io.poolbench.result.Violation;
import io.poolbench.spec.Calibration;
import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** Against simulated providers, of which none is quite like another. */
class VerifiedCalibrationTest {
  private static final Calibration PUBLISHED = new Calibration(6700, 2570, 1100);
  private static final int MOST_PROVIDERS = 1 + VerifiedCalibration.MOST_VERIFIED;

  @Example
  void providersThatAreAlikeAreCalibratedInOneAndVerifiedInAnother() throws Exception {
    Providers providers = new Providers(List.of(1.0, 1.0, 1.0, 1.0), 50);
    VerifiedCalibration.Outcome outcome = calibrated(providers);
    assertThat(providers.opened).hasSize(2);
    assertThat(off(outcome)).isLessThan(100 * Calibrator.TOLERANCE + 0.1);
  }

  @Example
  void aFirstProviderUnlikeTheOthersDecidesNothing() throws Exception {
    Providers providers = new Providers(List.of(1.3, 1.0, 1.0, 1.0), 50);
    assertThat(off(calibrated(providers))).isLessThan(100 * Calibrator.TOLERANCE + 0.1);
    assertThat(providers.opened).hasSize(3);
  }

  @Property
  void ofWhatWasVerifiedTheNearestCountsAndItEnds(@ForAll("speeds") List<Double> slower)
      throws Exception {
    Providers providers = new Providers(slower, 50);
    VerifiedCalibration.Outcome outcome = calibrated(providers);
    assertThat(providers.opened).hasSizeBetween(2, MOST_PROVIDERS);
    List<Double> verified =
        providers.opened.stream().skip(1).map(provider -> provider.offAsOpened()).toList();
    assertThat(verified)
        .as("of each verified provider")
        .allMatch(offPct -> offPct >= off(outcome) - 1e-6);
    if (providers.opened.size() < MOST_PROVIDERS) {
      assertThat(off(outcome)).isLessThanOrEqualTo(VerifiedCalibration.NEAR_PCT);
    }
    assertThat(outcome.violations()).containsOnly(violation(providers.nearest()));
  }

  @Example
  void whereNothingIsLeftToTurnItIsVerifiedOnce() throws Exception {
    // An empty call costs more CPU than wanted, and without Redis takes longer than wanted.
    Providers providers = new Providers(List.of(1.0, 1.0, 1.0, 1.0), 400);
    assertThat(calibrated(providers).dials().cpuIterations()).isZero();
    assertThat(providers.opened).hasSize(2);
  }

  @Provide
  Arbitrary<List<Double>> speeds() {
    return Arbitraries.doubles().between(0.7, 1.5).list().ofSize(MOST_PROVIDERS);
  }

  private static VerifiedCalibration.Outcome calibrated(Providers providers) throws Exception {
    VerifiedCalibration.Outcome outcome = new VerifiedCalibration(PUBLISHED, 1).in(providers);
    assertThat(providers.running).isZero();
    return outcome;
  }

  /** Of the provider of this number. */
  private static Violation violation(int provider) {
    return Violation.of(Metric.STEAL, 10 + provider, 5);
  }

  private static double off(VerifiedCalibration.Outcome outcome) {
    return outcome.offPct(PUBLISHED, 1);
  }

  /** Each slower than a usual one by a factor of its own; one runs at a time. */
  private static final class Providers implements CalibrationBench.Source {
    private final List<Double> slower;
    private final double emptyCpuMicros;
    private final List<Provider> opened = new ArrayList<>();
    private int running;

    Providers(List<Double> slower, double emptyCpuMicros) {
      this.slower = slower;
      this.emptyCpuMicros = emptyCpuMicros;
    }

    @Override
    public CalibrationBench open(CalibrationParameters dials, int number) {
      assertThat(running).as("providers that still run").isZero();
      assertThat(number).isEqualTo(opened.size() + 1);
      running++;
      double factor = slower.get(number - 1);
      Provider provider =
          new Provider(
              new SimulatedBench(factor * emptyCpuMicros, factor * 0.001, 300, 400, 0, 1),
              number,
              dials,
              () -> running--);
      opened.add(provider);
      return provider;
    }

    int nearest() {
      Provider nearest = opened.get(1);
      for (Provider provider : opened.subList(1, opened.size())) {
        nearest = provider.offAsOpened() < nearest.offAsOpened() ? provider : nearest;
      }
      return nearest.number();
    }
  }

  private record Provider(
      SimulatedBench truth, int number, CalibrationParameters dials, Runnable closing)
      implements CalibrationBench {
    @Override
    public CalibrationSample measure(CalibrationParameters wanted, int users) {
      return truth.measure(wanted, users);
    }

    @Override
    public List<Violation> violations() {
      return List.of(violation(number));
    }

    double offAsOpened() {
      return off(
          new VerifiedCalibration.Outcome(
              dials,
              truth.truth(dials, Calibrator.saturatingUsers(PUBLISHED)),
              truth.truth(dials, Calibrator.fewUsers(PUBLISHED)),
              List.of()));
    }

    @Override
    public void close() {
      closing.run();
    }
  }
}
