package io.poolbench.lab;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.poolbench.study.ShellWord;
import java.io.IOException;
import java.util.List;
import java.util.stream.Collectors;

/**
 * A shell that a command starts, on this machine or on another one, and that a program then
 * replaces. It reads its script from standard input, so that no command has to quote it: {@code
 * ssh} joins its arguments, {@code docker exec} does not.
 *
 * @param command such as {@code ssh sut}; empty = this machine
 */
record CommandShell(String command) {
  static final CommandShell HERE = new CommandShell("");

  /** The line that the shell prints before the program replaces it. */
  static final String REPLACED = "poolbench: shell replaced";

  /** An application's agent must not be loaded into the JVMs of the lab beside it. */
  private static final String WITHOUT_AGENT =
      "case \"${JAVA_TOOL_OPTIONS:-}\" in *poolbench-provider-agent*) unset JAVA_TOOL_OPTIONS;;"
          + " esac; ";

  /**
   * Starts the shell, which becomes the program. Input for the program may be written once {@link
   * #REPLACED} is read, because the shell may read ahead.
   *
   * @param script ends with {@link #replacedBy}
   */
  Process start(String script) throws IOException {
    Process process = new ProcessBuilder("sh", "-c", "exec " + command + " sh").start();
    try {
      process.getOutputStream().write((WITHOUT_AGENT + script + "\n").getBytes(UTF_8));
      process.getOutputStream().flush();
    } catch (IOException ended) {
      // The end of its output shows it, and its errors say why.
    }
    return process;
  }

  /** A script that runs a program in a folder. */
  static String replacedBy(String folder, List<String> words) {
    return "cd %s || exit 1; echo '%s' && exec %s"
        .formatted(
            ShellWord.quoted(folder),
            REPLACED,
            words.stream().map(ShellWord::quoted).collect(Collectors.joining(" ")));
  }
}
