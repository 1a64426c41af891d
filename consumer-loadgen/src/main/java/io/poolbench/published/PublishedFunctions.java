package io.poolbench.published;

import io.poolbench.journal.Calibrated;
import io.poolbench.journal.FigureText;
import io.poolbench.judge.ExpressionFunction;
import io.poolbench.judge.ExpressionFunction.Arguments;
import io.poolbench.judge.Parameter;
import io.poolbench.published.Published.Agreement;
import io.poolbench.study.Publication;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Expression functions that compare values with published tables and their bands. */
final class PublishedFunctions {
  private final CurveReader reader;
  private final Optional<Calibrated> calibration;
  private final List<Publication> publications;
  private final Map<String, Publication.Band> bands = new LinkedHashMap<>();

  PublishedFunctions(
      CurveReader reader, Optional<Calibrated> calibration, List<Publication> publications) {
    this.reader = reader;
    this.calibration = calibration;
    this.publications = List.copyOf(publications);
    publications.forEach(publication -> bands.putAll(publication.bands()));
  }

  List<ExpressionFunction> all(Parameter pool) {
    Parameter metric = Parameter.metric();
    Parameter level = Parameter.number("level");
    Parameter band = Parameter.oneOf("band", bands.keySet());
    return List.of(
        ExpressionFunction.logical(
            "capacity_within", this::capacityWithin, pool, Parameter.number("value"), band),
        ExpressionFunction.logical(
            "within",
            this::within,
            Parameter.number("measured"),
            Parameter.number("published"),
            band),
        ExpressionFunction.number("published", this::published, metric, pool, level),
        ExpressionFunction.logical("agrees", this::agrees, metric, pool, level));
  }

  private boolean capacityWithin(Arguments call) {
    Curve curve = reader.curve(call.text(0));
    CapacityAgreement capacity = CapacityAgreement.of(curve, call.number(1), band(call.text(2)));
    curve.at((int) call.number(1)).ifPresent(level -> reader.explainBy(curve, level));
    if (!capacity.isDecided()) {
      reader.missing(curve.name() + ": " + capacity.text());
      return false;
    }
    reader.known(curve.name() + ": " + capacity.text());
    requireCalibrated();
    return capacity.agreement() == Agreement.AGREES;
  }

  private boolean within(Arguments call) {
    requireCalibrated();
    return band(call.text(2)).agrees(call.number(1), call.number(0));
  }

  /** If calls cost other than in the study, published values decide nothing. */
  private void requireCalibrated() {
    calibration
        .filter(calibrated -> !calibrated.holds())
        .ifPresent(
            calibrated ->
                reader.missing(
                    "published units, as the calibration does not hold: "
                        + calibrated.shortfall()));
  }

  private double published(Arguments call) {
    return publishedValue(call).map(PublishedValue::value).orElse(CurveReader.STAND_IN);
  }

  private boolean agrees(Arguments call) {
    double measured =
        reader.at(CurveFunctions.metric(call), call.text(1), Double.valueOf(call.number(2)));
    requireCalibrated();
    return publishedValue(call)
        .map(published -> published.band().agrees(published.value(), measured))
        .orElse(false);
  }

  private record PublishedValue(double value, Band band) {}

  /** A published value of a pool at a level; recorded as missing if there is none. */
  private Optional<PublishedValue> publishedValue(Arguments call) {
    Optional<PublishedValue> value =
        publications.stream()
            .flatMap(PublishedRow::of)
            .filter(row -> row.isSelectedBy(call.text(1)))
            .filter(row -> row.level().orElse(-1) == call.number(2))
            .flatMap(
                row ->
                    row.columns().stream()
                        .filter(column -> column.id().equals(call.text(0)))
                        .flatMap(column -> value(row, column).stream()))
            .findFirst();
    if (value.isEmpty()) {
      String metric = call.text(0);
      reader.missing(
          "no published %s of %s at %s"
              .formatted(metric, call.text(1), FigureText.exact(call.number(2))));
    }
    return value;
  }

  private static Optional<PublishedValue> value(PublishedRow row, PublishedColumn column) {
    return row.value(column).map(value -> new PublishedValue(value, column.band()));
  }

  private Band band(String name) {
    return new Band(name, bands.get(name));
  }
}
