package io.poolbench.cli;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.function.Function;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/** An invalid command line of {@code cli/bad-command-lines.txt} and its error message. */
record BadCommandLine(String typed, String answer) {
  private static final Path TABLE =
      Path.of("src", "test", "resources", "cli", "bad-command-lines.txt");
  private static final String PROMPT = "$ ";
  private static final String ARROW = "=> ";
  private static final Pattern WORD = Pattern.compile("'([^']*)'|[^ ]+");

  static List<BadCommandLine> all() {
    List<BadCommandLine> all = new ArrayList<>();
    String typed = "";
    for (String line : lines()) {
      if (line.startsWith(PROMPT)) {
        typed = line.substring(PROMPT.length());
      } else if (line.startsWith(ARROW)) {
        all.add(new BadCommandLine(typed, line.substring(ARROW.length())));
      }
    }
    return all;
  }

  /** The words that a shell passes on. */
  String[] arguments(Path folder) {
    return WORD.matcher(typed)
        .results()
        .map(BadCommandLine::word)
        .map(word -> word.replace("DIR", folder.toString()))
        .toArray(String[]::new);
  }

  private static String word(MatchResult word) {
    String text = word.group(1) == null ? word.group() : word.group(1);
    return text.replace("\\n", "\n").replace("\\t", "\t").replace("\\e", "\u001b");
  }

  /** Rewrites each message. */
  static void update(Function<BadCommandLine, String> answer) {
    Iterator<BadCommandLine> all = all().iterator();
    List<String> table =
        lines().stream()
            .map(line -> line.startsWith(ARROW) ? ARROW + answer.apply(all.next()) : line)
            .toList();
    try {
      Files.write(TABLE, table);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static List<String> lines() {
    try {
      return Files.readAllLines(TABLE);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public String toString() {
    return typed;
  }
}
