package io.poolbench.spec;

import io.poolbench.api.InvalidSettingException;
import java.util.Objects;

/**
 * The value that an answer must contain to be counted as OK.
 *
 * @param pointer a JSON pointer into the answer, such as {@code /status}; empty = the whole answer
 * @param json the expected JSON scalar, such as {@code "OK"}; a text may refer to columns of the
 *     data file as <code>${column}</code>
 */
public record GoodAnswer(String pointer, String json) {
  public GoodAnswer {
    Objects.requireNonNull(pointer, "pointer");
    if (!pointer.isEmpty() && !pointer.startsWith("/")) {
      throw new InvalidSettingException(
          "answer.pointer", "invalid JSON pointer '" + pointer + "' (example: /status)");
    }
    if (json == null) {
      throw new InvalidSettingException("answer.equals", "missing (example: OK)");
    }
  }
}
