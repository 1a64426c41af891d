package io.poolbench.inspect;

import java.util.Objects;

/**
 * The answer to one call.
 *
 * @param millis from sending it to its answer
 * @param failed whether it is an exception
 * @param text the answer in JSON, or the exception with its causes; of several lines
 */
public record CallAnswer(NamedCall call, double millis, boolean failed, String text) {
  public CallAnswer {
    Objects.requireNonNull(call, "call");
    Objects.requireNonNull(text, "text");
  }
}
