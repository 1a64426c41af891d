package io.poolbench.api;

/** Changes a running provider's work, for calls that begin from then on. */
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
