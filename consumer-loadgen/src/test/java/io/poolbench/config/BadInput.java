package io.poolbench.config;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** A mistake from {@code config/bad-input.txt} and what its user should read. */
record BadInput(String about, List<String> overrides, String yaml, String message) {
  static List<BadInput> all() {
    String table;
    try (InputStream resource = BadInput.class.getResourceAsStream("/config/bad-input.txt")) {
      table = new String(resource.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    List<BadInput> all = new ArrayList<>();
    for (String text : table.split("(?m)^@@ ", -1)) {
      if (!all.isEmpty() || text.contains("\n=> ")) {
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
      } else if (line.startsWith("=> ")) {
        message = line.substring("=> ".length());
      } else {
        yaml.append(line.replace("\\t", "\t").replace("\\u0007", "\u0007")).append('\n');
      }
    }
    return new BadInput(lines.get(0), overrides, yaml.toString(), message);
  }

  @Override
  public String toString() {
    return about;
  }
}
