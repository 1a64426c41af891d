package io.poolbench.inspect;

import java.util.Objects;

/**
 * The answer to one call.
 *
 * @param millis from the send to the answer
 * @param failed whether the answer is an exception
 * @param text the answer in JSON, or the exception with its causes; may have several lines
 */
public record CallAnswer(NamedCall call, double millis, boolean failed, String text) {
  public CallAnswer {
    Objects.requireNonNull(call, "call");
    Objects.requireNonNull(text, "text");
  }
}
