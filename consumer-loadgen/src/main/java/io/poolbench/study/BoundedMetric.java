package io.poolbench.study;

import io.poolbench.api.InvalidSettingException;
import java.math.BigDecimal;

/** A metric that an SLA may bound, as far as a study has to know it. */
public interface BoundedMetric {
  String id();

  /** Its name in the {@code sla} section. */
  String setting();

  LimitForm form();

  /** Whether it is known for each group of users, and not only for all calls together. */
  boolean isKnownByGroup();

  /** Whether it is a response time, in milliseconds. */
  boolean isResponseTime();

  /** How a study writes a limit, which is kept in the metric's unit. */
  enum LimitForm {
    SECONDS("duration", 1e3),
    MILLIS("duration", 1),
    MICROS("duration", 1e-3),
    PERCENT("percentageLimit", 0),
    NUMBER("numberLimit", 0);

    private final String definition;
    private final double millis;

    LimitForm(String definition, double millis) {
      this.definition = definition;
      this.millis = millis;
    }

    /** Its definition in the schema. */
    public String definition() {
      return definition;
    }

    double parse(String setting, String typed) {
      try {
        double limit =
            this == PERCENT
                ? Quantity.PERCENT.parse(typed).doubleValue()
                : this == NUMBER
                    ? new BigDecimal(typed).doubleValue()
                    : DurationText.toMillis(DurationText.parse(typed)) / millis;
        if (!(limit > 0) || (this == PERCENT && limit > 100)) {
          throw new IllegalArgumentException(
              this == PERCENT
                  ? limit + "% out of range (valid: above 0%, at most 100%)"
                  : limit + " out of range (valid: above 0)");
        }
        return limit;
      } catch (NumberFormatException e) {
        throw new InvalidSettingException(
            setting, "invalid number '" + typed + "' (example: 1000)");
      } catch (IllegalArgumentException e) {
        throw new InvalidSettingException(setting, e.getMessage());
      }
    }
  }
}
