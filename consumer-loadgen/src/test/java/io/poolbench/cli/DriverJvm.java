package io.poolbench.cli;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** The command in a JVM of its own, as users run it, with what it prints. */
record DriverJvm(Process process, BufferedReader output) {
  static DriverJvm start(List<String> arguments) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.add("-Dpoolbench.home=" + Poolbench.home());
    command.addAll(List.of("-cp", System.getProperty("java.class.path")));
    command.add(Poolbench.class.getName());
    command.addAll(arguments);
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    return new DriverJvm(process, process.inputReader());
  }

  /** What it prints up to the line that begins so, that line included. */
  List<String> awaitLine(String beginning) throws IOException {
    List<String> said = new ArrayList<>();
    String line = output.readLine();
    while (line != null) {
      said.add(line);
      if (line.startsWith(beginning)) {
        return said;
      }
      line = output.readLine();
    }
    throw new AssertionError("ended without '" + beginning + "': " + said);
  }

  /** What it goes on to print until it ends. */
  List<String> rest() {
    return output.lines().toList();
  }

  void signal(String name) throws IOException, InterruptedException {
    new ProcessBuilder("kill", "-" + name, Long.toString(process.pid())).start().waitFor();
  }

  int exit() throws InterruptedException {
    return process.waitFor();
  }

  /** The process and all that it has started. */
  List<ProcessHandle> family() {
    return Stream.concat(Stream.of(process.toHandle()), process.descendants()).toList();
  }
}
