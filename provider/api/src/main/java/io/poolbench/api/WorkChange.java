package io.poolbench.api;

import java.util.Optional;

/**
 * Another amount of arithmetic for a provider that runs: a line to it, and the same line from it
 * once its calls do so much. See {@link LaunchConfig}.
 *
 * @param cpuIterations as in {@link ServiceWork}, for calls that begin from then on
 */
public record WorkChange(long cpuIterations) {
  private static final String START = LaunchConfig.CPU_ITERATIONS + "=";

  public WorkChange {
    InvalidSettingException.requireRange(
        LaunchConfig.CPU_ITERATIONS, cpuIterations, 0, Long.MAX_VALUE);
  }

  /** The line, such as {@code cpuIterations=12345}. */
  public String toLine() {
    return START + cpuIterations;
  }

  /** What a line says, empty where it is any other line. */
  public static Optional<WorkChange> parse(String line) {
    if (!line.startsWith(START)) {
      return Optional.empty();
    }
    try {
      return Optional.of(new WorkChange(Long.parseLong(line.substring(START.length()))));
    } catch (IllegalArgumentException noAmount) {
      return Optional.empty();
    }
  }
}
