package io.poolbench.config;

import io.poolbench.api.InvalidSettingException;
import io.poolbench.journal.Metric;
import io.poolbench.journal.Unit;
import io.poolbench.spec.Cell;
import io.poolbench.spec.DurationText;
import io.poolbench.spec.Group;
import io.poolbench.spec.Quantity;
import io.poolbench.spec.Section;
import io.poolbench.spec.Sla;
import java.math.BigDecimal;
import java.util.Arrays;
import java.util.List;

/** Reads {@code sla}: a bound by metric, and the load up to which all are asserted. */
final class SlaSection {
  private static final String UP_TO = "upTo";

  private SlaSection() {}

  static Sla sla(Section section) {
    List<Sla.Bound> bounds =
        Arrays.stream(Metric.values())
            .filter(metric -> section.has(metric.setting()))
            .map(metric -> bound(metric, section.text(metric.setting())))
            .toList();
    return new Sla(bounds, section.ifGiven(UP_TO, Section::integer));
  }

  private static Sla.Bound bound(Metric metric, String typed) {
    double limit = limit(metric.unit(), metric.setting(), typed);
    if (metric.unit() == Unit.PERCENT && (!(limit > 0) || limit > 100)) {
      throw new InvalidSettingException(
          metric.setting(), limit + "% out of range (valid: above 0%, at most 100%)");
    }
    if (!(limit > 0)) {
      throw new InvalidSettingException(metric.setting(), limit + " out of range (valid: above 0)");
    }
    return new Sla.Bound(metric.id(), limit);
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

  private static double limit(Unit unit, String name, String text) {
    try {
      return unit == Unit.PERCENT
          ? Quantity.PERCENT.parse(text).doubleValue()
          : unit.isTime()
              ? DurationText.toMillis(DurationText.parse(text)) / millis(unit)
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
}
