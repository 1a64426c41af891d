package io.poolbench.api;

import java.util.Optional;

/**
 * A change of a running provider's work.
 *
 * @param cpuIterations as in {@link ServiceWork}, for calls that begin from then on
 */
public record WorkChange(long cpuIterations) implements ProviderCommand {
  private static final String START = LaunchConfig.CPU_ITERATIONS + "=";

  public WorkChange {
    InvalidSettingException.requireRange(
        LaunchConfig.CPU_ITERATIONS, cpuIterations, 0, Long.MAX_VALUE);
  }

  /** The line, such as {@code cpuIterations=12345}. */
  @Override
  public String toLine() {
    return START + cpuIterations;
  }

  /** The content of such a line; empty for any other line. */
  static Optional<WorkChange> parse(String line) {
    if (!line.startsWith(START)) {
      return Optional.empty();
    }
    try {
      return Optional.of(new WorkChange(Long.parseLong(line.substring(START.length()))));
    } catch (IllegalArgumentException invalid) {
      return Optional.empty();
    }
  }
}
