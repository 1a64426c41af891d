package io.poolbench.config;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.poolbench.api.InvalidSettingException;
import io.poolbench.spec.Sla;
import io.poolbench.spec.SlaFigure;
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
    for (SlaFigure figure : SlaFigure.values()) {
      if (section.has(figure.id())) {
        bounds.add(new Sla.Bound(figure, limit(figure, section.get(figure.id()))));
      }
    }
    return new Sla(bounds, section.has(UP_TO) ? (Integer) section.get(UP_TO).intValue() : null);
  }

  private static double limit(SlaFigure figure, JsonNode value) {
    try {
      return switch (figure.unit()) {
        case "ms" -> Quantity.MILLIS.parse(value.textValue()).doubleValue();
        case "%" -> Quantity.PERCENT.parse(value.textValue()).doubleValue();
        default -> value.doubleValue();
      };
    } catch (InvalidSettingException e) {
      throw e;
    } catch (IllegalArgumentException e) {
      throw new InvalidSettingException(figure.id(), e.getMessage());
    }
  }

  static ObjectNode of(Sla sla) {
    ObjectNode section = JsonNodeFactory.instance.objectNode();
    for (Sla.Bound bound : sla.bounds()) {
      String id = bound.figure().id();
      switch (bound.figure().unit()) {
        case "ms" -> section.put(id, Quantity.MILLIS.print(bound.limit()));
        case "%" -> section.put(id, Quantity.PERCENT.print(bound.limit()));
        default -> section.put(id, plain(BigDecimal.valueOf(bound.limit())));
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
