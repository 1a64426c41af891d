package io.poolbench.spec;

import io.poolbench.api.InvalidSettingException;
import java.time.Duration;
import java.util.List;

/**
 * Commands of a study that are run around each cell, or around all cells of a paired study.
 *
 * @param before run before the provider is started; empty = none
 * @param after run once the provider has ended, whatever became of the cell; empty = none
 * @param limit maximum duration of each, 1 s to 1 h
 */
public record CellCommands(List<String> before, List<String> after, Duration limit) {
  private static final List<String> SHELL = List.of("sh", "-c");
  private static final Duration MAX_LIMIT = Duration.ofHours(1);

  public static final CellCommands NONE =
      new CellCommands(List.of(), List.of(), Duration.ofMinutes(5));

  public CellCommands {
    before = List.copyOf(before);
    after = List.copyOf(after);
    if (limit.compareTo(Duration.ofSeconds(1)) < 0 || limit.compareTo(MAX_LIMIT) > 0) {
      throw new InvalidSettingException(
          "commandLimit", limit.toMillis() + "ms out of range (valid: 1s..1h)");
    }
  }

  public boolean isEmpty() {
    return before.isEmpty() && after.isEmpty();
  }

  /** The text of a command in messages: its words, or the line if a shell runs it. */
  public static String text(List<String> command) {
    return command.size() == 3 && command.subList(0, 2).equals(SHELL)
        ? command.get(2)
        : String.join(" ", command);
  }

  /** The words that run a line of a shell. */
  public static List<String> shell(String line) {
    return List.of(SHELL.get(0), SHELL.get(1), line);
  }
}
