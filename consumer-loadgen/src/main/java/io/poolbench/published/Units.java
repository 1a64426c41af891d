package io.poolbench.published;

import io.poolbench.result.Calibrated;
import io.poolbench.result.Calibrated.Reached;
import io.poolbench.result.Metric;
import io.poolbench.result.Unit;
import java.util.Optional;

/**
 * Units in which providers on hosts of different speed can be compared: the saturated throughput,
 * the response time of a call that waits for no other, and the users at the knee, which by Little's
 * law are the product of both.
 */
record Units(Reached saturationTps, Reached uncontendedMillis) {
  private static final double MILLIS_PER_SECOND = 1000;

  enum Kind {
    SATURATION_TPS("saturation_tps"),
    UNCONTENDED_MS("uncontended_ms"),
    KNEE_USERS("knee_users");

    private final String id;

    Kind(String id) {
      this.id = id;
    }

    String id() {
      return id;
    }

    /** The unit of a column; empty if its values do not depend on the host's speed. */
    static Optional<Kind> of(PublishedColumn column) {
      if (column.isCapacity()) {
        return Optional.of(KNEE_USERS);
      }
      if (column.metric() == Metric.TPS) {
        return Optional.of(SATURATION_TPS);
      }
      return column.metric().unit() == Unit.MILLIS ? Optional.of(UNCONTENDED_MS) : Optional.empty();
    }
  }

  static Units of(Theory theory) {
    return new Units(exactly(theory.saturationTps()), exactly(theory.uncontendedMillis()));
  }

  private static Reached exactly(double value) {
    return new Reached(value, value, value);
  }

  static Units of(Calibrated calibrated) {
    Reached thread = calibrated.threadMillis();
    Reached outside = calibrated.outsideMillis();
    double value = thread.value() + outside.value();
    double below = Math.hypot(thread.value() - thread.low(), outside.value() - outside.low());
    double above = Math.hypot(thread.high() - thread.value(), outside.high() - outside.value());
    return new Units(calibrated.saturationTps(), new Reached(value, value - below, value + above));
  }

  Reached size(Kind kind) {
    return switch (kind) {
      case SATURATION_TPS -> saturationTps;
      case UNCONTENDED_MS -> uncontendedMillis;
      case KNEE_USERS -> knee();
    };
  }

  private Reached knee() {
    Reached perCall = ratio(exactly(1), saturationTps).around(1 / saturationTps.value());
    return ratio(uncontendedMillis, perCall)
        .times(1 / MILLIS_PER_SECOND)
        .around(saturationTps.value() / MILLIS_PER_SECOND * uncontendedMillis.value());
  }

  /** The interval of a ratio of independent values: squared deviations of logarithms add up. */
  static ValueInterval ratio(Reached of, Reached divisor) {
    double ratio = of.value() / divisor.value();
    double below =
        Math.hypot(Math.log(of.value() / of.low()), Math.log(divisor.high() / divisor.value()));
    double above =
        Math.hypot(Math.log(of.high() / of.value()), Math.log(divisor.value() / divisor.low()));
    return new ValueInterval(ratio * Math.exp(-below), ratio * Math.exp(above));
  }
}
