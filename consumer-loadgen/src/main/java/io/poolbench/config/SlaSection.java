package io.poolbench.config;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.poolbench.api.InvalidSettingException;
import io.poolbench.result.Metric;
import io.poolbench.result.Unit;
import io.poolbench.sla.SlaEvaluator;
import io.poolbench.spec.Sla;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;

/** The section {@code sla} of a study: a bound by metric, and the load up to which all hold. */
final class SlaSection {
  private static final String UP_TO = "upTo";

  private SlaSection() {}

  /**
   * The SLA that a section stands for, its bounds in the order of the metrics.
   *
   * @throws InvalidSettingException for a limit that is no limit
   */
  static Sla sla(ObjectNode section) {
    List<Sla.Bound> bounds = new ArrayList<>();
    for (Metric metric : Metric.values()) {
      // The short name may hold a default.
      String name = section.has(metric.id()) ? metric.id() : metric.setting();
      if (section.has(name)) {
        bounds.add(new Sla.Bound(metric.id(), limit(metric, name, section.get(name))));
      }
    }
    return new Sla(bounds, section.has(UP_TO) ? (Integer) section.get(UP_TO).intValue() : null);
  }

  private static double limit(Metric metric, String name, JsonNode value) {
    try {
      if (value.isNumber()) {
        return requirePositive(name, value.doubleValue());
      }
      if (metric.unit() == Unit.PERCENT) {
        return percent(name, Quantity.PERCENT.parse(value.textValue()).doubleValue());
      }
      return requirePositive(
          name, Quantity.MILLIS.parse(value.textValue()).doubleValue() / millis(metric.unit()));
    } catch (InvalidSettingException e) {
      throw e;
    } catch (IllegalArgumentException e) {
      throw new InvalidSettingException(name, e.getMessage());
    }
  }

  private static double percent(String name, double limit) {
    if (!(limit > 0) || limit > 100) {
      throw new InvalidSettingException(
          name, limit + "% out of range (valid: above 0%, at most 100%)");
    }
    return limit;
  }

  private static double requirePositive(String name, double limit) {
    if (!(limit > 0)) {
      throw new InvalidSettingException(name, limit + " out of range (valid: above 0)");
    }
    return limit;
  }

  private static double millis(Unit unit) {
    return switch (unit) {
      case SECONDS -> 1000;
      case MICROS -> 0.001;
      default -> 1;
    };
  }

  static ObjectNode of(Sla sla) {
    ObjectNode section = JsonNodeFactory.instance.objectNode();
    for (Sla.Bound bound : sla.bounds()) {
      Metric metric = SlaEvaluator.metric(bound);
      String name = metric.setting();
      if (metric.unit().isTime()) {
        section.put(name, Quantity.MILLIS.print(bound.limit() * millis(metric.unit())));
      } else if (metric.unit() == Unit.PERCENT) {
        section.put(name, Quantity.PERCENT.print(bound.limit()));
      } else {
        section.put(name, plain(BigDecimal.valueOf(bound.limit())));
      }
    }
    if (sla.upTo() != null) {
      section.put(UP_TO, sla.upTo());
    }
    return section;
  }

  /** Without the exponent and the trailing zeros that a double brings. */
  private static BigDecimal plain(BigDecimal number) {
    return number.setScale(Math.max(0, number.stripTrailingZeros().scale()));
  }
}
