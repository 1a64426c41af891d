package io.poolbench.published;

import io.poolbench.result.Calibrated;
import io.poolbench.result.Metric;
import io.poolbench.result.Unit;
import java.util.Optional;

/**
 * Units in which providers on hosts of different speed can be compared: the saturated throughput,
 * the response time of a call that waits for no other, and the users at the knee, which by Little's
 * law are the product of both.
 */
record Units(Size saturationTps, Size uncontendedMillis) {
  private static final double MILLIS_PER_SECOND = 1000;

  record Size(double value, ValueInterval interval) {
    static Size exactly(double value) {
      return new Size(value, new ValueInterval(value, value));
    }

    private static Size of(Calibrated.Reached reached) {
      return new Size(reached.value(), new ValueInterval(reached.low(), reached.high()));
    }
  }

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
    return new Units(
        Size.exactly(theory.saturationTps()), Size.exactly(theory.uncontendedMillis()));
  }

  static Units of(Calibrated calibrated) {
    Calibrated.Reached thread = calibrated.threadMillis();
    Calibrated.Reached outside = calibrated.outsideMillis();
    double value = thread.value() + outside.value();
    double below = Math.hypot(thread.value() - thread.low(), outside.value() - outside.low());
    double above = Math.hypot(thread.high() - thread.value(), outside.high() - outside.value());
    return new Units(
        Size.of(calibrated.saturationTps()),
        new Size(value, new ValueInterval(value - below, value + above)));
  }

  Size size(Kind kind) {
    return switch (kind) {
      case SATURATION_TPS -> saturationTps;
      case UNCONTENDED_MS -> uncontendedMillis;
      case KNEE_USERS -> knee();
    };
  }

  private Size knee() {
    double tpms = saturationTps.value() / MILLIS_PER_SECOND;
    ValueInterval tps = saturationTps.interval();
    ValueInterval perCall =
        ValueInterval.ratio(1, new ValueInterval(1, 1), saturationTps.value(), tps);
    ValueInterval users =
        ValueInterval.ratio(
            uncontendedMillis.value(),
            uncontendedMillis.interval(),
            1 / saturationTps.value(),
            perCall);
    return new Size(tpms * uncontendedMillis.value(), users.times(1 / MILLIS_PER_SECOND));
  }
}
