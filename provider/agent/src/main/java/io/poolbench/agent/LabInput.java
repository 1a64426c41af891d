package io.poolbench.agent;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.poolbench.core.DaemonThread;
import io.poolbench.core.ProviderRequest;
import java.io.BufferedReader;
import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.util.Arrays;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The input from a driver: launch configuration, then requests until the driver ends. It is the
 * process's standard input, or a connection to a program that runs already.
 */
final class LabInput {
  /** Time for an orderly shutdown; the process is then halted. */
  private static final long ORDERLY_SHUTDOWN_MILLIS = 1_500;

  /** Frames that show what a program waits for and why. */
  private static final int MAX_FRAMES = 3;

  private final BufferedReader input;

  LabInput(InputStream input) {
    this.input = new BufferedReader(new InputStreamReader(input, UTF_8));
  }

  /**
   * Standard input. The provider's {@code System.in} is replaced by an input that stays empty and
   * never ends, because many providers exit when they read a byte of it or its end. What the
   * provider prints goes to standard error, as standard output has the agent's lines.
   */
  static LabInput ofProcess() throws IOException {
    System.setOut(System.err);
    System.setIn(new PipedInputStream(new PipedOutputStream()));
    return new LabInput(new FileInputStream(FileDescriptor.in));
  }

  String readLine() throws IOException {
    return input.readLine();
  }

  /**
   * Answers requests on a daemon thread; the process ends with the input.
   *
   * @param main the thread that starts the program
   */
  void followCommands(InstrumentedProvider target, AgentOutput output, Thread main) {
    DaemonThread.start(
        () -> {
          int exitCode = 1;
          try {
            follow(target, output);
            if (!target.isReady() && main.isAlive()) {
              System.err.println(whereItIs(main));
            }
            exitCode = 0;
          } finally {
            // Also if a command fails: nothing else ends the process with its driver.
            endProcess(exitCode);
          }
        },
        "poolbench-commands");
  }

  /** Answers requests until the input ends. */
  void follow(InstrumentedProvider target, AgentOutput output) {
    ProviderRequest.follow(
        input,
        target::answer,
        output::line,
        line -> System.err.println("poolbench-provider-agent: ignored line: '" + line + "'"));
  }

  /** What a thread runs or waits for: its innermost frame, and the next ones outside of the JDK. */
  static String whereItIs(Thread thread) {
    StackTraceElement[] stack = thread.getStackTrace();
    return thread.getName()
        + " is at "
        + Stream.concat(
                Arrays.stream(stack).limit(1),
                Arrays.stream(stack)
                    .skip(1)
                    .filter(frame -> !ApplicationPackages.isOfJdk(frame))
                    .limit(MAX_FRAMES))
            .map(StackTraceElement::toString)
            .collect(Collectors.joining(", called by "));
  }

  /** Ends the process in order, or halts it if that takes too long; does not return. */
  static void endProcess(int exitCode) {
    Thread exit = DaemonThread.start(() -> System.exit(exitCode), "poolbench-exit");
    DaemonThread.join(exit, ORDERLY_SHUTDOWN_MILLIS);
    Runtime.getRuntime().halt(exitCode);
  }
}
