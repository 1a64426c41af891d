package io.poolbench.config;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.poolbench.api.InvalidSettingException;
import io.poolbench.journal.Metric;
import io.poolbench.journal.Unit;
import io.poolbench.spec.Cell;
import io.poolbench.spec.Group;
import io.poolbench.spec.Sla;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;

/** Converts {@code sla}: a bound by metric, and the load up to which all are asserted. */
final class SlaSection {
  private static final String UP_TO = "upTo";

  private SlaSection() {}

  static Sla sla(ObjectNode section) {
    List<Sla.Bound> bounds = new ArrayList<>();
    for (Metric metric : Metric.values()) {
      String name = metric.setting();
      if (section.has(name)) {
        bounds.add(new Sla.Bound(metric.id(), limit(metric, name, section.get(name))));
      }
    }
    return new Sla(bounds, section.has(UP_TO) ? (Integer) section.get(UP_TO).intValue() : null);
  }

  static void requireKnownByGroup(Cell cell) {
    List<Group> groups = cell.load().groups();
    for (int i = 0; i < groups.size(); i++) {
      Sla own = groups.get(i).sla();
      for (Sla.Bound bound : (own == null ? cell.sla() : own).bounds()) {
        Metric metric = Metric.of(bound);
        if (!metric.isKnownByGroup()) {
          // A group's SLA has the cell's bounds, too.
          boolean inherited = cell.sla().bounds().contains(bound);
          throw new InvalidSettingException(
              (inherited ? "sla." : "load.groups." + i + ".sla.") + metric.setting(),
              "not known by group (valid: metrics of response times, provider, driver and host)");
        }
      }
    }
  }

  private static double limit(Metric metric, String name, JsonNode value) {
    boolean isPercentage = value.isTextual() && metric.unit() == Unit.PERCENT;
    double limit =
        value.isNumber() ? value.doubleValue() : parse(metric.unit(), name, value.textValue());
    if (isPercentage && (!(limit > 0) || limit > 100)) {
      throw new InvalidSettingException(
          name, limit + "% out of range (valid: above 0%, at most 100%)");
    }
    if (!(limit > 0)) {
      throw new InvalidSettingException(name, limit + " out of range (valid: above 0)");
    }
    return limit;
  }

  private static double parse(Unit unit, String name, String text) {
    try {
      return unit == Unit.PERCENT
          ? Quantity.PERCENT.parse(text).doubleValue()
          : unit.isTime()
              ? Quantity.MILLIS.parse(text).doubleValue() / millis(unit)
              : new BigDecimal(text).doubleValue();
    } catch (NumberFormatException e) {
      throw new InvalidSettingException(name, "invalid number '" + text + "' (example: 1000)");
    } catch (IllegalArgumentException e) {
      throw new InvalidSettingException(name, e.getMessage());
    }
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
      Metric metric = Metric.of(bound);
      String name = metric.setting();
      if (metric.unit().isTime()) {
        section.put(name, Quantity.MILLIS.print(bound.limit() * millis(metric.unit())));
      } else if (metric.unit() == Unit.PERCENT) {
        section.put(name, Quantity.PERCENT.print(bound.limit()));
      } else {
        section.set(name, YamlTree.number(BigDecimal.valueOf(bound.limit())));
      }
    }
    if (sla.upTo() != null) {
      section.put(UP_TO, sla.upTo());
    }
    return section;
  }
}
