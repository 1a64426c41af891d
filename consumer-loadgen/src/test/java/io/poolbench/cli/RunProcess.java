package io.poolbench.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.Reader;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;

/**
 * {@code poolbench run} in a process of its own, as the launcher starts it, for tests that harm it.
 * For one thread.
 */
final class RunProcess implements AutoCloseable {
  private static final Duration PATIENCE = Duration.ofMinutes(2);

  /** As a terminal shows it of a cell with one step. */
  static final String FIRST_STEP = "step  1/1";

  private static final Duration LOOK = Duration.ofMillis(20);

  private final Process process;
  private final StringBuilder text = new StringBuilder(); // guarded by itself
  private final Thread reader = new Thread(this::read, "run-output");
  private final Set<ProcessHandle> seen = new LinkedHashSet<>();
  private int awaitedTo;

  private RunProcess(Process process) {
    this.process = process;
    reader.setDaemon(true);
    reader.start();
  }

  /** Starts it as on a terminal, where it says of each step that it begins. */
  static RunProcess start(Path study, Path results, String... options) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-Xmx512m", "-XX:+UseSerialGC"));
    command.addAll(List.of("-Dpoolbench.terminal=true", "-Dstdout.encoding=UTF-8"));
    command.add("-Dpoolbench.home=" + Poolbench.home());
    command.addAll(List.of("-cp", System.getProperty("java.class.path")));
    command.addAll(List.of(Poolbench.class.getName(), "run", study.toString()));
    command.addAll(List.of("--out", results.toString()));
    command.addAll(List.of(options));
    ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
    builder.environment().put("TERM", "xterm");
    builder.environment().remove("NO_COLOR");
    return new RunProcess(builder.start());
  }

  private void read() {
    char[] buffer = new char[4096];
    try (Reader reader = process.inputReader(UTF_8)) {
      for (int read = reader.read(buffer); read >= 0; read = reader.read(buffer)) {
        synchronized (text) {
          text.append(buffer, 0, read);
        }
      }
    } catch (IOException ended) {
      return;
    }
  }

  /** Returns once the text has come, behind what was awaited before. */
  void awaitOutput(String awaited) throws InterruptedException {
    await(() -> output().indexOf(awaited, awaitedTo) >= 0, awaited);
    awaitedTo = output().indexOf(awaited, awaitedTo) + awaited.length();
  }

  /** Returns once a cell's first step is measured, behind what was awaited before. */
  void awaitStep() throws InterruptedException {
    awaitOutput(FIRST_STEP);
  }

  /** All that it printed so far. */
  String output() {
    synchronized (text) {
      return text.toString();
    }
  }

  /** The driver itself. */
  ProcessHandle driver() {
    return process.toHandle();
  }

  /** The provider that it has started. */
  ProcessHandle provider() throws InterruptedException {
    return child(info -> info.commandLine().orElse("").contains("ProviderMain"), "a provider");
  }

  /** The embedded Redis that it has started. */
  ProcessHandle redis() throws InterruptedException {
    return child(info -> info.command().orElse("").contains("redis-server"), "a Redis");
  }

  private ProcessHandle child(Predicate<ProcessHandle.Info> which, String what)
      throws InterruptedException {
    await(() -> process.descendants().anyMatch(child -> which.test(child.info())), what);
    return process
        .descendants()
        .filter(child -> which.test(child.info()))
        .findFirst()
        .orElseThrow();
  }

  /** Remembers what it has started by now, for {@link #leftRunning}. */
  void look() {
    process.descendants().forEach(seen::add);
  }

  /** What it had started and still runs, some time after its end. */
  List<ProcessHandle> leftRunning() throws InterruptedException {
    long deadline = System.nanoTime() + Duration.ofSeconds(15).toNanos();
    while (seen.stream().anyMatch(ProcessHandle::isAlive) && System.nanoTime() - deadline < 0) {
      TimeUnit.NANOSECONDS.sleep(LOOK.toNanos());
    }
    return seen.stream().filter(ProcessHandle::isAlive).toList();
  }

  /** Sends a process a signal, such as {@code STOP}. */
  static void signal(String name, ProcessHandle to) throws IOException, InterruptedException {
    new ProcessBuilder("kill", "-" + name, Long.toString(to.pid())).inheritIO().start().waitFor();
  }

  /** Its exit code, once it has ended. */
  int awaitExit() throws InterruptedException {
    if (!process.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)) {
      throw new AssertionError("still running:\n" + output());
    }
    reader.join(PATIENCE.toMillis());
    return process.exitValue();
  }

  private void await(BooleanSupplier come, String what) throws InterruptedException {
    long deadline = System.nanoTime() + PATIENCE.toNanos();
    while (!come.getAsBoolean()) {
      if (!process.isAlive() || System.nanoTime() - deadline > 0) {
        throw new AssertionError("no '" + what + "' in:\n" + output());
      }
      TimeUnit.NANOSECONDS.sleep(LOOK.toNanos());
    }
  }

  @Override
  public void close() {
    process.descendants().forEach(ProcessHandle::destroyForcibly);
    process.destroyForcibly();
  }
}
