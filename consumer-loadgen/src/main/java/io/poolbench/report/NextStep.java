package io.poolbench.report;

import com.fasterxml.jackson.annotation.JsonValue;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * What to do next.
 *
 * @param text in words, such as {@code measure more rounds}
 * @param command of poolbench, with its arguments; {@link #FOLDER} stands for the results folder
 */
public record NextStep(@JsonValue String text, List<String> command) {
  /** Stands for the folder of the results in an argument. */
  static final String FOLDER = "{folder}";

  private static final Pattern PLAIN = Pattern.compile("[A-Za-z0-9_@%+=:,./-]+");

  public NextStep {
    command = List.copyOf(command);
  }

  static NextStep open() {
    return new NextStep("see the page", List.of("open", FOLDER));
  }

  static NextStep resume() {
    return new NextStep("go on", List.of("run", "--resume", FOLDER));
  }

  /** Runs the study again as it ran, with other settings. */
  static NextStep again(String text, String... arguments) {
    List<String> command = new ArrayList<>(List.of("run", FOLDER + "/study.yaml"));
    command.addAll(List.of(arguments));
    return new NextStep(text, command);
  }

  /** The command as it can be pasted into a shell. */
  public String line(Path folder) {
    return command.stream()
        .map(argument -> quoted(argument.replace(FOLDER, folder.toString())))
        .collect(Collectors.joining(" ", "./poolbench ", ""));
  }

  private static String quoted(String argument) {
    return PLAIN.matcher(argument).matches()
        ? argument
        : "'" + argument.replace("'", "'\\''") + "'";
  }
}
