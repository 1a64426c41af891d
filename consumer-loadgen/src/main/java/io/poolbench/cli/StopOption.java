package io.poolbench.cli;

import io.poolbench.api.InvalidSettingException;
import io.poolbench.study.ConfigException;
import io.poolbench.study.StopLimits;
import picocli.CommandLine.Option;

final class StopOption {
  @Option(
      names = "--stop-errors",
      paramLabel = "PCT",
      description =
          "Stop if a higher percentage of the calls fails, not counting refused calls, as far as"
              + " these are known; 100: never (default: 5 for a provider of your own).")
  private Double errorPct;

  @Option(
      names = "--stop-rate",
      paramLabel = "CALLS",
      description =
          "Stop if more calls per second are made (default: 1000 for a provider that poolbench did"
              + " not start).")
  private Double callsPerSecond;

  StopLimits limits() {
    try {
      return new StopLimits(errorPct, callsPerSecond);
    } catch (InvalidSettingException e) {
      throw ConfigException.of(e.setting(), e.getMessage());
    }
  }
}
