package io.poolbench.study;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.poolbench.api.InvalidSettingException;
import io.poolbench.study.LoadSchedule.CapacityLoad;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * A part of each step of a load, with its own load or its own Redis latency.
 *
 * @param length 1 s or more
 * @param ratePct requests per second in percent of the step's; null = 100 %, or a closed loop
 * @param redisLatency mean latency added to Redis; null = the cell's
 */
public record Phase(
    String name, @JsonProperty("for") Duration length, Integer ratePct, Duration redisLatency) {
  private static final Duration MIN_LENGTH = Duration.ofSeconds(1);
  private static final Duration MAX_LATENCY = Duration.ofMinutes(1);
  private static final Duration SLICE = Duration.ofMillis(500);
  private static final Duration MAX_SUM = Duration.ofHours(1);

  public Phase {
    if (name == null) {
      throw new InvalidSettingException("name", "missing (example: slow)");
    }
    if (length == null) {
      throw new InvalidSettingException("for", "missing (example: 5s)");
    }
    if (length.compareTo(MIN_LENGTH) < 0) {
      throw new InvalidSettingException("for", "too short (valid: 1s or more)");
    }
    if (redisLatency != null && redisLatency.compareTo(MAX_LATENCY) > 0) {
      throw new InvalidSettingException("redisLatency", "out of range (valid: 0us..60s)");
    }
  }

  /** The phase's level in a step: users, or requests per second, at least 1. */
  public int level(int ofStep) {
    return ratePct == null ? ofStep : (int) Math.max(1, Math.round(ofStep * (ratePct / 100.0)));
  }

  /** The number of equally long slices, of some {@link #SLICE} each. */
  public int slices() {
    return (int) Math.round(length.toNanos() / (double) SLICE.toNanos());
  }

  static Duration sum(List<Phase> phases) {
    return phases.stream().map(Phase::length).reduce(Duration.ZERO, Duration::plus);
  }

  static void require(List<Phase> phases, Workload workload, CapacityLoad capacity) {
    Set<String> names = new HashSet<>();
    boolean open = workload instanceof Workload.Open;
    for (int i = 0; i < phases.size(); i++) {
      Phase phase = phases.get(i);
      String setting = "phases." + i;
      if (!names.add(phase.name)) {
        throw new InvalidSettingException(
            setting + ".name", "two phases are called '" + phase.name + "'");
      }
      if (phase.ratePct != null && !open) {
        throw new InvalidSettingException(
            setting + ".rate", "not allowed with users (valid: with rate or capacity)");
      }
    }
    if (sum(phases).compareTo(MAX_SUM) > 0) {
      throw new InvalidSettingException("phases", "too long (valid: at most 1h in all)");
    }
    if (capacity != null && phases.stream().allMatch(phase -> phase.level(100) <= 100)) {
      throw new InvalidSettingException(
          "phases", "no overload: no phase above 100 % of the capacity (example: rate: 200%)");
    }
  }

  public boolean changesRedis() {
    return redisLatency != null;
  }
}
