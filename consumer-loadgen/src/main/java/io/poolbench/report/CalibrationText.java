package io.poolbench.report;

import io.poolbench.redis.AddedLatency;
import io.poolbench.report.Table.Column;
import io.poolbench.result.Calibrated;
import io.poolbench.result.FigureText;
import io.poolbench.spec.Calibration;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/** What calibration wanted, what it chose, and how far that is off: in words, and as a table. */
public final class CalibrationText {
  private static final double MICROS_PER_MILLI = 1000;

  private CalibrationText() {}

  /** What a study's calls are to cost. */
  public static String wanted(Calibration target) {
    return FigureText.count(target.saturationTps())
        + " TPS at saturation, "
        + millis(target.threadMicros())
        + " ms in the thread and "
        + millis(target.outsideMicros())
        + " ms outside it";
  }

  /** What was chosen. */
  public static String chosen(Calibrated calibration) {
    return FigureText.count(calibration.cpuIterations())
        + " CPU iterations a call, Redis latency "
        + latency(calibration.redis())
        + ", network latency "
        + latency(calibration.network());
  }

  /** How far each of the three is off, and where one cannot be had, why: a line each. */
  public static List<String> outcome(Calibrated calibration) {
    return Stream.concat(
            calibration.constants().stream().map(CalibrationText::line),
            shortcomings(calibration).stream())
        .toList();
  }

  static void writeTo(Page page, Calibrated calibration) throws IOException {
    page.heading(2, "Calibration of calls to this host");
    page.paragraph(
        "Chosen in "
            + FigureText.measure(calibration.seconds())
            + " s: "
            + chosen(calibration)
            + ". Verified in a fresh provider with pool "
            + calibration.pool()
            + ", which limits nothing:");
    page.table(
        new Table(
            List.of(
                Column.text("a call"),
                Column.figure("wanted"),
                Column.figure("measured"),
                Column.figure("off by")),
            calibration.constants().stream().map(CalibrationText::row).toList()));
    for (String shortcoming : shortcomings(calibration)) {
      page.paragraph(shortcoming);
    }
  }

  private static List<String> shortcomings(Calibrated calibration) {
    List<Calibrated.Constant> constants = calibration.constants();
    return Stream.of(
            calibration.cpuIterations() == 0 && constants.get(0).offPct() < 0
                ? "The provider's CPUs are too slow for the TPS wanted: a call without any CPU work"
                    + " takes more of them already."
                : "",
            calibration.redis().isNone() && constants.get(1).offPct() > 0
                ? "A call is longer in its thread than wanted without any latency added to Redis."
                : "",
            calibration.network().isNone() && constants.get(2).offPct() > 0
                ? "A call is longer outside its thread than wanted without any latency added to the"
                    + " network."
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
    return FigureText.exact(micros / MICROS_PER_MILLI);
  }

  private static List<String> row(Calibrated.Constant constant) {
    return List.of(
        constant.name(),
        FigureText.measure(constant.wanted()),
        FigureText.measure(constant.measured()),
        off(constant));
  }

  private static String line(Calibrated.Constant constant) {
    return "%s: wanted %s, is %s (%s)"
        .formatted(
            constant.name(),
            FigureText.measure(constant.wanted()),
            FigureText.measure(constant.measured()),
            off(constant));
  }

  private static String off(Calibrated.Constant constant) {
    return constant.measured() == null
        ? FigureText.UNKNOWN
        : String.format(Locale.ROOT, "%+.1f %%", constant.offPct());
  }
}
