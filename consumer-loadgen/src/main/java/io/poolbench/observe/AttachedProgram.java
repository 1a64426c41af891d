package io.poolbench.observe;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.poolbench.core.AgentProtocol;
import io.poolbench.core.ContractOutput;
import io.poolbench.core.DaemonThread;
import io.poolbench.lab.TargetJvm;
import io.poolbench.study.DurationText;
import io.poolbench.study.ShellWord;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * A program that runs already, with the agent loaded into it by a helper process, which may run
 * behind a command such as {@code ssh}. The agent ends with this process, or when it is silent.
 */
public final class AttachedProgram implements AutoCloseable {
  private static final String AGENT = "poolbench-provider-agent.jar";

  /** The agent ends itself when it has received nothing for ten times as long. */
  private static final long SIGN_OF_LIFE_MILLIS = 1_000;

  /** The first line may wait for a password; later ones come every second. */
  private static final Duration FIRST = Duration.ofSeconds(150);

  private static final Duration NEXT = Duration.ofSeconds(30);

  /** What the command writes to standard error beyond this is dropped. */
  private static final int MAX_ERRORS = 64 << 10;

  private static final long LAST_ERRORS_MILLIS = 500;

  /**
   * The jar follows on standard input; the program's own Java has the attach API most likely, which
   * JDK 8 has in a jar. The shell ends with the helper, as it would read signs of life as commands.
   */
  private static final String REMOTE =
      "umask 077; unset JAVA_TOOL_OPTIONS JDK_JAVA_OPTIONS; d=$(mktemp -d) || exit 1; trap 'rm -rf"
          + " \"$d\"' EXIT; trap 'exit 1' HUP INT TERM; j=$(readlink /proc/%1$s/exe) && [ -x \"$j\""
          + " ] || j=\"${JAVA_HOME:+$JAVA_HOME/bin/}java\"; t=${j%%/bin/java}; t=${t%%/jre}/lib/tools.jar;"
          + " echo ready; head -c %2$d > \"$d/%3$s\"; \"$j\" -Xmx32m -XX:+UseSerialGC -cp"
          + " \"$d/%3$s:$t\" %4$s %1$s '%5$s'; exit\n";

  private final Process process;
  private final BufferedReader lines;
  private final Thread errors;
  private final ContractOutput.Joining joining = new ContractOutput.Joining();
  private volatile long lastNanos = System.nanoTime();
  private volatile Duration maxSilence;

  /** Whether the helper reads its input, which before that is read by the shell. */
  private volatile boolean helps;

  private volatile boolean closed;
  private volatile boolean silent;

  private AttachedProgram(Process process, Duration maxSilence, PrintWriter err) {
    this.process = process;
    this.maxSilence = maxSilence;
    this.lines = process.inputReader(UTF_8);
    this.errors = DaemonThread.start(() -> copyErrors(err), "poolbench-observe-errors");
    Thread unused = DaemonThread.start(this::showLife, "poolbench-observe");
  }

  /**
   * Attaches to a program.
   *
   * @param on starts a shell's process where the program runs, such as {@code ssh prod1}
   * @param program its process number, or the path at which its agent waits
   * @param arrivals whether arrivals are counted
   * @param err gets what the command writes to standard error
   */
  public static AttachedProgram attach(
      Optional<String> on, Path agent, String program, boolean arrivals, PrintWriter err)
      throws IOException {
    return attach(on, agent, program, arrivals, err, FIRST);
  }

  static AttachedProgram attach(
      Optional<String> on,
      Path agent,
      String program,
      boolean arrivals,
      PrintWriter err,
      Duration first)
      throws IOException {
    String asked = arrivals ? "observe arrivals" : "observe";
    if (on.isEmpty()) {
      Path java = Path.of(System.getProperty("java.home"), "bin", "java");
      AttachedProgram here =
          start(
              TargetJvm.attaching(java.toString(), agent.toAbsolutePath(), program, asked),
              err,
              first);
      here.helps = true;
      return here;
    }
    AttachedProgram there = start(List.of("sh", "-c", "exec " + on.get() + " sh"), err, first);
    try {
      there.send(
          REMOTE.formatted(
              ShellWord.quoted(program), Files.size(agent), AGENT, TargetJvm.ATTACH, asked),
          agent);
      return there;
    } catch (IOException e) {
      there.close();
      String why =
          there.silent
              ? "no shell within " + DurationText.print(first)
              : "ended before it took the agent (a shell, head, and a folder for temporary files are"
                  + " needed there)";
      throw new IOException(on.get() + ": " + why, e);
    }
  }

  /**
   * Sends the script, and the jar once the shell has read it: it must not read a byte of the jar.
   */
  private void send(String script, Path agent) throws IOException {
    OutputStream input = process.getOutputStream();
    input.write(script.getBytes(UTF_8));
    input.flush();
    for (String line = line(); !"ready".equals(line); line = line()) {
      if (line == null) {
        throw new IOException("ended");
      }
    }
    Files.copy(agent, input);
    input.flush();
    helps = true;
  }

  private static AttachedProgram start(List<String> command, PrintWriter err, Duration first)
      throws IOException {
    return new AttachedProgram(new ProcessBuilder(command).start(), first, err);
  }

  /** Copies at once what has no line break, too, such as a question. */
  private void copyErrors(PrintWriter err) {
    char[] buffer = new char[1_024];
    int left = MAX_ERRORS;
    try (BufferedReader from = process.errorReader(UTF_8)) {
      for (int read = from.read(buffer); read >= 0; read = from.read(buffer)) {
        err.write(buffer, 0, Math.min(read, left));
        err.flush();
        left -= Math.min(read, left);
      }
    } catch (IOException ended) {
      // The process was destroyed.
    }
  }

  private void showLife() {
    try {
      while (process.isAlive()) {
        TimeUnit.MILLISECONDS.sleep(SIGN_OF_LIFE_MILLIS);
        if (System.nanoTime() - lastNanos > maxSilence.toNanos()) {
          silent = true;
          closed = true;
          // Before the close, which waits for a write that is not read.
          process.destroy();
          close();
        } else if (helps) {
          process.getOutputStream().write('\n');
          process.getOutputStream().flush();
        }
      }
    } catch (IOException ended) {
      // The reader finds the end of the output.
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** The next whole line; null at the end, also after {@link #close}. */
  private String line() throws IOException {
    try {
      String line = AgentLine.next(lines);
      if (line == null) {
        return null;
      }
      lastNanos = System.nanoTime();
      return line.stripTrailing();
    } catch (IOException e) {
      if (closed) {
        return null;
      }
      throw e;
    }
  }

  /**
   * The next line, as {@link AgentLine#parse} reads it; empty at the end.
   *
   * @throws IOException with the reason if the agent cannot observe the program
   */
  public Optional<String> next() throws IOException {
    for (String part = line(); part != null; part = line()) {
      String line = joining.whole(part).orElse("");
      if (line.startsWith(AgentProtocol.BROKEN)) {
        throw new IOException(line.replaceFirst(".* reason=", ""));
      }
      if (line.startsWith("{")) {
        maxSilence = NEXT;
        return Optional.of(line);
      }
    }
    return Optional.empty();
  }

  /** Whether the observation ended because nothing came for too long. */
  public boolean isSilent() {
    return silent;
  }

  /** Ends the helper, and with it the observation. */
  @Override
  public void close() {
    closed = true;
    try {
      process.getOutputStream().close();
    } catch (IOException ended) {
      // It needs no further end.
    }
    try {
      // The end of its input may end the process, whose last errors an end by destroy() would lose.
      errors.join(LAST_ERRORS_MILLIS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    process.destroy();
  }
}
