package io.poolbench.study;

import java.time.Duration;
import java.util.List;

/**
 * Commands of a study that are run around each cell, or around all cells of a paired study.
 *
 * @param before run before the provider is started; empty = none
 * @param after run once the provider has ended, whatever became of the cell; empty = none
 */
public record CellCommands(List<String> before, List<String> after) {
  private static final List<String> SHELL = List.of("sh", "-c");

  /** Maximum duration of each. */
  public static final Duration LIMIT = Duration.ofMinutes(5);

  public static final CellCommands NONE = new CellCommands(List.of(), List.of());

  public CellCommands {
    before = List.copyOf(before);
    after = List.copyOf(after);
  }

  static CellCommands of(Section study) {
    return new CellCommands(words(study, "before"), words(study, "after"));
  }

  /** A text is a line of a shell, a list a program with its arguments. */
  private static List<String> words(Section study, String key) {
    return study.isText(key) ? shell(study.text(key)) : study.texts(key);
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
