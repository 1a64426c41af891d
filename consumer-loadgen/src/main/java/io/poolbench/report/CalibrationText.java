package io.poolbench.report;

import io.poolbench.api.AddedLatency;
import io.poolbench.journal.Calibrated;
import io.poolbench.journal.FigureText;
import io.poolbench.journal.Units;
import io.poolbench.report.format.Page;
import io.poolbench.report.format.Table;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/** Writes the choice of a calibration, and how far its constants are from their targets. */
final class CalibrationText {
  private CalibrationText() {}

  static void writeTo(Page page, Calibrated calibration) {
    page.heading(2, "Calibration");
    page.paragraph(
        ("Chosen in %s s: %s CPU iterations a call, Redis latency %s, network latency %s. Verified"
                + " in a fresh provider with pool %s:")
            .formatted(
                FigureText.measure(calibration.seconds()),
                FigureText.count(calibration.chosen().cpuIterations()),
                latency(calibration.chosen().redis()),
                latency(calibration.chosen().network()),
                calibration.pool()));
    page.table(
        Table.of(
            calibration.constants(),
            Table.text("a call", Calibrated.Constant::name),
            Table.figure("target", constant -> FigureText.measure(constant.wanted())),
            Table.figure("reached", constant -> constant.reached().text()),
            Table.figure("deviation", CalibrationText::deviation)));
    shortcomings(calibration).forEach(page::paragraph);
  }

  private static List<String> shortcomings(Calibrated calibration) {
    List<Calibrated.Constant> constants = calibration.constants();
    return Stream.of(
            calibration.holds()
                ? ""
                : "The calibration does not hold (limit "
                    + FigureText.exact(Calibrated.TOLERANCE_PCT)
                    + " %): no published value is compared.",
            calibration.chosen().cpuIterations() == 0
                    && constants.get(0).deviationPct() < -Calibrated.TOLERANCE_PCT
                ? "The provider's CPUs are too slow for the target TPS, even without CPU work per"
                    + " call."
                : "",
            calibration.chosen().redis().isNone()
                    && constants.get(1).deviationPct() > Calibrated.TOLERANCE_PCT
                ? "Thread time exceeds its target without added Redis latency."
                : "",
            calibration.chosen().network().isNone()
                    && constants.get(2).deviationPct() > Calibrated.TOLERANCE_PCT
                ? "Network + client time exceeds its target without added network latency."
                : "")
        .filter(text -> !text.isEmpty())
        .toList();
  }

  private static String latency(AddedLatency latency) {
    if (latency.isNone()) {
      return "none";
    }
    String deviation =
        latency.deviationMicros() == 0
            ? ""
            : " (deviation " + millis(latency.deviationMicros()) + " ms)";
    return millis(latency.meanMicros()) + " ms" + deviation;
  }

  private static String millis(long micros) {
    return FigureText.exact(micros / Units.MICROS_PER_MILLI);
  }

  private static String deviation(Calibrated.Constant constant) {
    return String.format(Locale.ROOT, "%+.1f %%", constant.deviationPct());
  }
}
