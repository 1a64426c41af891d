package io.poolbench.config;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.function.Function;

/** A mistake from {@code config/bad-input.txt} and what its user should read. */
record BadInput(String about, List<String> overrides, String yaml, String message) {
  private static final Path TABLE = Path.of("src", "test", "resources", "config", "bad-input.txt");
  private static final String ARROW = "=> ";

  static List<BadInput> all() {
    String table = read();
    List<BadInput> all = new ArrayList<>();
    for (String text : table.split("(?m)^@@ ", -1)) {
      if (!all.isEmpty() || text.contains("\n" + ARROW)) {
        all.add(parse(text));
      }
    }
    return all;
  }

  private static BadInput parse(String text) {
    List<String> lines = text.lines().toList();
    List<String> overrides = new ArrayList<>();
    StringBuilder yaml = new StringBuilder();
    String message = "";
    for (String line : lines.subList(1, lines.size())) {
      if (line.startsWith("--set ")) {
        overrides.add(line.substring("--set ".length()));
      } else if (line.startsWith(ARROW)) {
        message = line.substring(ARROW.length());
      } else {
        yaml.append(line.replace("\\t", "\t").replace("\\u0007", "\u0007")).append('\n');
      }
    }
    return new BadInput(lines.get(0), overrides, yaml.toString(), message);
  }

  /** Gives each mistake the message that its user reads now. */
  static void update(Function<BadInput, String> message) {
    Iterator<BadInput> all = all().iterator();
    StringBuilder table = new StringBuilder();
    read()
        .lines()
        .map(line -> line.startsWith(ARROW) ? ARROW + message.apply(all.next()) : line)
        .forEach(line -> table.append(line).append('\n'));
    try {
      Files.writeString(TABLE, table);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String read() {
    try {
      return Files.readString(TABLE);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public String toString() {
    return about;
  }
}
