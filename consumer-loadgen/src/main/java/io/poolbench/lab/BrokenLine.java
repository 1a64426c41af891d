package io.poolbench.lab;

import io.poolbench.api.AgentProtocol;
import io.poolbench.result.ViolationCode;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The line by which an agent reports what it cannot do in its program: {@code BROKEN
 * code=pool-not-replaced reason=...}.
 *
 * @param code the kind of failure
 * @param reason in one line
 */
record BrokenLine(ViolationCode code, String reason) {
  private static final Pattern LINE =
      Pattern.compile(AgentProtocol.BROKEN + " code=([a-z-]{1,50}) reason=(.*)");

  /** The failure that it reports. */
  LabException failure() {
    return new LabException(code, reason);
  }

  /**
   * The content of such a line; empty for any other line. A code that is not known is that of a
   * provider that did not start.
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
