package io.poolbench.api;

import java.util.Optional;

/**
 * A command to a running provider: one line, which the provider repeats once it is carried out. See
 * {@link LaunchConfig}.
 */
public sealed interface ProviderCommand permits WorkChange, PoolRenewal {
  /** The line. */
  String toLine();

  /** The command of such a line; empty for any other line. */
  static Optional<ProviderCommand> parse(String line) {
    return WorkChange.parse(line)
        .<ProviderCommand>map(change -> change)
        .or(() -> PoolRenewal.parse(line));
  }
}
