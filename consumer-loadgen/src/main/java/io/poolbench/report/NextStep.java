package io.poolbench.report;

import com.fasterxml.jackson.annotation.JsonValue;
import io.poolbench.study.ShellWord;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * What to do next.
 *
 * @param text in words, such as {@code measure more rounds}
 * @param command of poolbench, with its arguments; {@link #FOLDER} stands for the results folder;
 *     empty where it is no command
 */
public record NextStep(@JsonValue String text, List<String> command) {
  /** Stands for the folder of the results in an argument. */
  static final String FOLDER = "{folder}";

  /** The option that names the machine of the provider. */
  static final String PROVIDER_ON = "--provider-on";

  private static final String RUN = "run";

  /** The same would stop again. */
  static final NextStep PERMIT =
      new NextStep(
          "find why, or permit such calls by a higher --stop-errors or --stop-rate, as where a limit"
              + " of the program refuses them",
          List.of());

  public NextStep {
    command = List.copyOf(command);
  }

  static NextStep open() {
    return new NextStep("see the page", List.of("open", FOLDER));
  }

  static NextStep resume() {
    return new NextStep("go on", List.of(RUN, "--resume", FOLDER));
  }

  /** Runs the study again as it ran, with other settings. */
  static NextStep again(String text, String... arguments) {
    List<String> command = new ArrayList<>(List.of(RUN, FOLDER + "/study.yaml"));
    command.addAll(List.of(arguments));
    return new NextStep(text, command);
  }

  /** The step without its command. */
  NextStep inWords() {
    return new NextStep(text, List.of());
  }

  /**
   * The words of the command, as they can be pasted into a shell.
   *
   * @param folder of the results
   * @param elsewhere the options of the run that name the machine of its provider; may be empty
   */
  List<String> words(Path folder, List<String> elsewhere) {
    if (command.isEmpty()) {
      return List.of();
    }
    boolean measures = command.get(0).equals(RUN) && !command.contains(PROVIDER_ON);
    return Stream.of(
            List.of("./poolbench"),
            command.stream().map(word -> word.replace(FOLDER, folder.toString())).toList(),
            measures ? elsewhere : List.<String>of())
        .flatMap(List::stream)
        .map(ShellWord::quoted)
        .toList();
  }
}
