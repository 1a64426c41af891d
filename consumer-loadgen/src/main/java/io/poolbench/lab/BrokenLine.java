package io.poolbench.lab;

import io.poolbench.api.AgentProtocol;
import io.poolbench.result.ViolationCode;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** An agent's report of a failure: {@code BROKEN code=pool-not-replaced reason=...}. */
record BrokenLine(ViolationCode code, String reason) {
  private static final Pattern LINE =
      Pattern.compile(AgentProtocol.BROKEN + " code=([a-z-]{1,50}) reason=(.*)");

  LabException failure() {
    return new LabException(code, reason);
  }

  /**
   * Parses a line; empty if it is any other line. An unknown code becomes {@link
   * ViolationCode#PROVIDER_NOT_STARTED}.
   */
  static Optional<BrokenLine> parse(String line) {
    Matcher broken = LINE.matcher(line);
    return broken.matches()
        ? Optional.of(
            new BrokenLine(
                ViolationCode.of(broken.group(1).replace('-', '_'))
                    .orElse(ViolationCode.PROVIDER_NOT_STARTED),
                broken.group(2)))
        : Optional.empty();
  }
}
