package io.poolbench.api;

/**
 * A change of a running provider's work.
 *
 * @param cpuIterations as in {@link ServiceWork}, for calls that begin from then on
 */
public record WorkChange(long cpuIterations) implements ProviderCommand {
  static final String START = LaunchConfig.CPU_ITERATIONS + "=";

  public WorkChange {
    InvalidSettingException.requireRange(
        LaunchConfig.CPU_ITERATIONS, cpuIterations, 0, Long.MAX_VALUE);
  }

  /** The line, such as {@code cpuIterations=12345}. */
  @Override
  public String toLine() {
    return START + cpuIterations;
  }
}
