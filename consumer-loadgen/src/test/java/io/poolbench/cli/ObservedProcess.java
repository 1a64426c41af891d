package io.poolbench.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A process of {@link ObservedShop}, which knows no poolbench and ends with this. */
final class ObservedProcess implements AutoCloseable {
  private final Process process;
  private final BufferedReader answers;

  /** The number of its process, as it sees itself. */
  private final String pid;

  /** Starts one by a command. */
  ObservedProcess(ProcessBuilder command) throws IOException {
    process = command.redirectErrorStream(true).start();
    answers = process.inputReader(UTF_8);
    pid = answer("READY ").replace("READY ", "");
  }

  /** The command that starts it on this machine. */
  static ProcessBuilder shop() {
    return new ProcessBuilder(
        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
        "-cp",
        System.getProperty("java.class.path"),
        ObservedShop.class.getName());
  }

  String pid() {
    return pid;
  }

  /** Observes it, with further options: the lock that all of its threads wait for is named. */
  void assertLockIsNamed(Path results, String... options) {
    List<String> command = new ArrayList<>(List.of("observe", pid, "--for", "4s", "--yes"));
    command.addAll(List.of("--out", results.toString()));
    command.addAll(List.of(options));
    Executed observed = Executed.of(command.toArray(String[]::new));
    assertThat(observed.exit()).as(observed.err()).isZero();
    assertThat(observed.out().replaceAll("\\s+", " "))
        .contains("io.poolbench.cli.ObservedShop (pid " + pid + ")")
        .contains("Dubbo 20880, at most 8 threads, no queue: at most 8 busy at once")
        .contains("All 8 threads were busy at times")
        .contains("What fails first: a lock (Object)")
        .contains("waited for at ObservedShop.take");
  }

  /** Its threads, by its own account. */
  String threads() throws IOException {
    process.outputWriter(UTF_8).write("\n");
    process.outputWriter(UTF_8).flush();
    return answer("[");
  }

  private String answer(String start) throws IOException {
    String line = answers.readLine();
    while (line != null && !line.startsWith(start)) {
      line = answers.readLine();
    }
    assertThat(line).as("a line that begins with " + start).isNotNull();
    return line;
  }

  /** It ends at the end of its input, also where only a command to it can be killed here. */
  @Override
  public void close() throws IOException, InterruptedException {
    process.getOutputStream().close();
    if (!process.waitFor(10, TimeUnit.SECONDS)) {
      process.destroyForcibly();
    }
  }
}
