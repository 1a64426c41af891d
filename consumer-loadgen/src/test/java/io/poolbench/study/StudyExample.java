package io.poolbench.study;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A study from a table in {@code resources/config} with its expected result.
 *
 * @param about the rule that it is an example of
 * @param result what the message names, or resolved settings
 */
record StudyExample(String about, List<String> overrides, String yaml, String result) {
  private static final Path FOLDER = Path.of("src", "test", "resources", "config");
  private static final String ARROW = "=> ";

  static List<StudyExample> all(String file) {
    List<StudyExample> all = new ArrayList<>();
    for (String text : read(file).split("(?m)^@@ ", -1)) {
      if (!all.isEmpty() || text.contains("\n" + ARROW)) {
        all.add(parse(text));
      }
    }
    return all;
  }

  private static StudyExample parse(String text) {
    List<String> lines = text.lines().toList();
    List<String> overrides = new ArrayList<>();
    StringBuilder yaml = new StringBuilder();
    String result = "";
    for (String line : lines.subList(1, lines.size())) {
      if (line.startsWith("--set ")) {
        overrides.add(line.substring("--set ".length()));
      } else if (line.startsWith(ARROW)) {
        result = line.substring(ARROW.length());
      } else {
        yaml.append(line.replace("\\t", "\t").replace("\\u0007", "\u0007")).append('\n');
      }
    }
    return new StudyExample(lines.get(0), overrides, yaml.toString(), result);
  }

  private static String read(String file) {
    try {
      return Files.readString(FOLDER.resolve(file));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public String toString() {
    return about;
  }
}
