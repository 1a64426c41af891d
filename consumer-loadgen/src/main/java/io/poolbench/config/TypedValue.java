package io.poolbench.config;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.poolbench.api.InvalidSettingException;
import io.poolbench.result.Metric;
import io.poolbench.spec.Sla;
import java.util.Collection;
import java.util.Optional;
import java.util.stream.Collectors;

/** Parses values of command-line options that are written as in a study. */
public final class TypedValue {
  private TypedValue() {}

  /** An SLA such as {@code tp99=10ms,cpu=80%}. */
  public static Sla sla(String option, String typed, Collection<Metric> valid) {
    String place = option + " " + typed;
    ObjectNode section = JsonNodeFactory.instance.objectNode();
    for (String bound : typed.split(",", -1)) {
      String[] parts = bound.strip().split("=", -1);
      if (parts.length != 2 || parts[1].isBlank()) {
        throw ConfigException.of(place, "invalid bound '" + bound + "' (example: tp99=10ms)");
      }
      Optional<Metric> metric = Metric.of(parts[0].strip());
      if (metric.filter(valid::contains).isEmpty()) {
        throw ConfigException.of(
            place, "unknown SLA metric '" + parts[0].strip() + "' (valid: " + ids(valid) + ")");
      }
      String name = metric.get().id();
      if (section.has(name)) {
        throw ConfigException.of(place, name + " bounded twice (valid: once)");
      }
      section.put(name, parts[1].strip());
    }
    try {
      return SlaSection.sla(section);
    } catch (InvalidSettingException e) {
      throw ConfigException.of(place, e.setting() + ": " + e.getMessage());
    }
  }

  public static String ids(Collection<Metric> metrics) {
    return metrics.stream().map(Metric::setting).collect(Collectors.joining(", "));
  }

  /** A percentage such as {@code 20%}. */
  public static double percentage(String option, String typed) {
    try {
      return Quantity.PERCENT.parse(typed).doubleValue();
    } catch (IllegalArgumentException e) {
      throw ConfigException.of(option + " " + typed, e.getMessage());
    }
  }
}
