package io.poolbench.cli;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.poolbench.api.InvalidSettingException;
import io.poolbench.api.PoolConfig;
import io.poolbench.api.PoolType;
import io.poolbench.journal.Metric;
import io.poolbench.study.ConfigException;
import io.poolbench.study.NearestNames;
import io.poolbench.study.Section;
import io.poolbench.study.Sla;
import io.poolbench.study.TargetSettings;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** Parses values of command-line options that are written as in a study. */
final class TypedValue {
  /** The forms of {@link #exchangeablePool}. */
  static final String EXCHANGEABLE_POOLS =
      "fixed:THREADS[:QUEUE], cached|limited|eager:CORE:THREADS[:QUEUE]";

  /** The forms of {@link #pool}. */
  static final String POOLS = EXCHANGEABLE_POOLS + ", virtual, pooled-virtual:CORE:THREADS";

  private TypedValue() {}

  /** An SLA such as {@code tp99=10ms,tps=5000}. */
  static Sla sla(String option, String typed) {
    String place = option + " " + typed;
    ObjectNode section = JsonNodeFactory.instance.objectNode();
    for (String bound : typed.split(",", -1)) {
      String[] parts = bound.strip().split("=", -1);
      if (parts.length != 2 || parts[1].isBlank()) {
        throw ConfigException.of(place, "invalid bound '" + bound + "' (example: tp99=10ms)");
      }
      Optional<Metric> metric = Metric.of(parts[0].strip());
      if (metric.isEmpty()) {
        String name = parts[0].strip();
        List<String> valid = Arrays.stream(Metric.values()).map(Metric::setting).toList();
        throw ConfigException.of(
            place,
            "unknown SLA metric '%s'%s (valid: tp99, tps and the others of docs/reference/metrics.md)"
                .formatted(name, NearestNames.hint(name, valid)));
      }
      String name = metric.get().id();
      if (section.has(name)) {
        throw ConfigException.of(place, name + " bounded twice (valid: once)");
      }
      section.put(name, parts[1].strip());
    }
    try {
      return Sla.of(new Section(section, Metric.ALL));
    } catch (InvalidSettingException e) {
      throw ConfigException.of(place, e.setting() + ": " + e.getMessage());
    }
  }

  /**
   * A pool such as {@code fixed:16:1000}, {@code cached:0:200}, {@code cached:20/200} or {@code
   * virtual}; a queue that is left out is Dubbo's default.
   */
  static PoolConfig pool(String option, String typed) {
    String place = option + " " + typed;
    String[] parts = typed.strip().split("[:/]", -1);
    try {
      PoolType type = type(place, parts[0]);
      int counts = !type.hasSizes() ? 0 : type.isElastic() ? 2 : 1;
      int given = parts.length - 1;
      if (given < counts || given > (counts == 0 ? 0 : counts + 1)) {
        throw new NumberFormatException();
      }
      Integer[] sizes = Arrays.stream(parts).skip(1).map(Integer::valueOf).toArray(Integer[]::new);
      return PoolConfig.of(
          type,
          counts == 2 ? sizes[0] : null,
          counts == 0 ? null : sizes[counts - 1],
          given > counts ? sizes[counts] : null,
          null);
    } catch (InvalidSettingException e) {
      throw ConfigException.of(place, e.setting() + ": " + e.getMessage());
    } catch (NumberFormatException e) {
      throw ConfigException.of(place, "invalid pool (valid: " + POOLS + ")");
    }
  }

  private static PoolType type(String place, String typed) {
    List<String> ids = Arrays.stream(PoolType.values()).map(PoolType::id).toList();
    if (!ids.contains(typed)) {
      throw ConfigException.of(
          place,
          "unknown pool '%s'%s (valid: %s)".formatted(typed, NearestNames.hint(typed, ids), POOLS));
    }
    return PoolType.of(typed);
  }

  /** A pool, as {@link #pool} parses it, that can be exchanged while a program runs. */
  static PoolConfig exchangeablePool(String option, String typed) {
    PoolConfig pool = pool(option, typed);
    if (!TargetSettings.isReplaceable(pool.type())) {
      throw ConfigException.of(
          option + " " + typed,
          "cannot be exchanged while the program runs (valid: " + EXCHANGEABLE_POOLS + ")");
    }
    return pool;
  }
}
