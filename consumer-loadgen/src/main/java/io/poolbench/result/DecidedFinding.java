package io.poolbench.result;

import java.util.Objects;

/**
 * A finding of a study or of a publication, decided by measured values.
 *
 * @param number of the finding in its study or publication
 * @param decision such as {@code SHOWN}
 * @param because the values that decide it, or the missing ones
 */
public record DecidedFinding(int number, String text, String decision, String because) {
  public DecidedFinding {
    Objects.requireNonNull(text, "text");
    Objects.requireNonNull(decision, "decision");
    Objects.requireNonNull(because, "because");
  }
}
