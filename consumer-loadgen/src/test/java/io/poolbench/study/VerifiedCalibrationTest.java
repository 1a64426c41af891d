package io.poolbench.study;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.poolbench.Changed;
import io.poolbench.result.Metric;
import io.poolbench.result.Violation;
import io.poolbench.spec.Calibration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** Calibrates simulated providers of different speeds. */
class VerifiedCalibrationTest {
  private static final Calibration PUBLISHED = new Calibration(6700, 2570, 1100);
  private static final int MAX_PROVIDERS = 1 + VerifiedCalibration.MAX_VERIFICATIONS;

  @Example
  void equalProvidersAreCalibratedInOneAndVerifiedInAnother() throws Exception {
    Providers providers = new Providers(List.of(1.0, 1.0, 1.0, 1.0), 50);
    VerifiedCalibration.Outcome outcome = calibrated(providers);
    assertThat(providers.opened).hasSize(2);
    assertThat(deviationPct(outcome)).isLessThan(100 * Calibrator.TOLERANCE + 0.1);
  }

  @Example
  void aFirstProviderOfAnotherSpeedDoesNotCount() throws Exception {
    Providers providers = new Providers(List.of(1.3, 1.0, 1.0, 1.0), 50);
    assertThat(deviationPct(calibrated(providers))).isLessThan(VerifiedCalibration.TOLERANCE_PCT);
  }

  @Property
  void theMeanOfTheVerificationsIsUsed(@ForAll("speeds") List<Double> slower) throws Exception {
    Providers providers = new Providers(slower, 50);
    VerifiedCalibration.Outcome outcome = calibrated(providers);
    assertThat(providers.opened).hasSizeBetween(2, MAX_PROVIDERS);
    List<VerifiedCalibration.Outcome> verified =
        near(providers.opened.stream().skip(1).map(Provider::initialOutcome).toList());
    assertThat(outcome.lowLoad().threadMicros())
        .isCloseTo(mean(verified, each -> each.lowLoad().threadMicros()), within(1e-6));
    assertThat(outcome.saturated().cpuMicros())
        .isCloseTo(mean(verified, each -> each.saturated().cpuMicros()), within(1e-6));
    assertThat((double) outcome.parameters().cpuIterations())
        .isCloseTo(mean(verified, each -> each.parameters().cpuIterations()), within(0.5));
    assertThat(outcome.violations()).hasSize(2 * verified.size());
  }

  private static List<VerifiedCalibration.Outcome> near(List<VerifiedCalibration.Outcome> all) {
    List<VerifiedCalibration.Outcome> near =
        all.stream()
            .filter(each -> deviationPct(each) <= VerifiedCalibration.MAX_DEVIATION_PCT)
            .toList();
    return near.isEmpty() ? all : near;
  }

  private static double mean(
      List<VerifiedCalibration.Outcome> outcomes,
      ToDoubleFunction<VerifiedCalibration.Outcome> figure) {
    return outcomes.stream().mapToDouble(figure).average().orElseThrow();
  }

  @Example
  void itIsVerifiedOnceIfNoParameterCanChange() throws Exception {
    // An empty call costs more CPU than wanted, and without Redis takes longer than wanted.
    Providers providers = new Providers(List.of(1.0, 1.0, 1.0, 1.0), 400);
    assertThat(calibrated(providers).parameters().cpuIterations()).isZero();
    assertThat(providers.opened).hasSize(2);
  }

  @Provide
  Arbitrary<List<Double>> speeds() {
    return Arbitraries.doubles().between(0.7, 1.5).list().ofSize(MAX_PROVIDERS);
  }

  private static VerifiedCalibration.Outcome calibrated(Providers providers) throws Exception {
    VerifiedCalibration.Outcome outcome = new VerifiedCalibration(PUBLISHED, 1).run(providers);
    assertThat(providers.running).isZero();
    return outcome;
  }

  /** The violation by the measurements of a provider. */
  private static Violation violation(int provider) {
    return Violation.of(Metric.STEAL, 10 + provider, 5);
  }

  private static double deviationPct(VerifiedCalibration.Outcome outcome) {
    return outcome.deviationPct(PUBLISHED, 1);
  }

  /** Providers with a factor of slowness each; one runs at a time. */
  private static final class Providers implements CalibrationBench.Factory {
    private final List<Double> slower;
    private final double emptyCpuMicros;
    private final List<Provider> opened = new ArrayList<>();
    private int running;

    Providers(List<Double> slower, double emptyCpuMicros) {
      this.slower = slower;
      this.emptyCpuMicros = emptyCpuMicros;
    }

    @Override
    public CalibrationBench open(CalibrationParameters parameters, int number) {
      assertThat(running).as("providers that still run").isZero();
      assertThat(number).isEqualTo(opened.size() + 1);
      running++;
      double factor = slower.get(number - 1);
      Provider provider =
          new Provider(
              new SimulatedBench(factor * emptyCpuMicros, factor * 0.001, 300, 400, 0, 1),
              number,
              parameters,
              () -> running--);
      opened.add(provider);
      return provider;
    }
  }

  private record Provider(
      SimulatedBench truth, int number, CalibrationParameters parameters, Runnable closing)
      implements CalibrationBench {
    @Override
    public CalibrationSample measure(CalibrationParameters wanted, int users) {
      return Changed.with(truth.measure(wanted, users), "violations", List.of(violation(number)));
    }

    VerifiedCalibration.Outcome initialOutcome() {
      return new VerifiedCalibration.Outcome(
          parameters,
          truth.truth(parameters, Calibrator.saturatingUsers(PUBLISHED)),
          truth.truth(parameters, Calibrator.lowLoadUsers(PUBLISHED)));
    }

    @Override
    public void close() {
      closing.run();
    }
  }
}
