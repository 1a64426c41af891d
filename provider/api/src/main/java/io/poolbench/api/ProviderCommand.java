package io.poolbench.api;

import java.util.Optional;

/** A command to a running provider, which repeats its line when done: see {@link LaunchConfig}. */
public sealed interface ProviderCommand permits WorkChange, PoolRenewal {
  String toLine();

  /** The command in a line; empty for any other line. */
  static Optional<ProviderCommand> parse(String line) {
    try {
      if (line.startsWith(WorkChange.START)) {
        return Optional.of(
            new WorkChange(Long.parseLong(line.substring(WorkChange.START.length()))));
      }
      if (line.startsWith(PoolRenewal.START)) {
        return Optional.of(
            new PoolRenewal(Integer.parseInt(line.substring(PoolRenewal.START.length()))));
      }
    } catch (IllegalArgumentException invalid) {
      // Treated as any other line.
    }
    return Optional.empty();
  }
}
