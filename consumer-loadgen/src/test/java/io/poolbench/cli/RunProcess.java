package io.poolbench.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.poolbench.journal.Journal;
import io.poolbench.report.ExitCode;
import java.io.IOException;
import java.io.Reader;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The command in a process of its own, for tests that signal it or its children. For one thread.
 */
final class RunProcess implements AutoCloseable {
  /** The progress line during the first step of a cell with one step. */
  static final String FIRST_STEP = ", step";

  private static final String STUDY = "study";
  private static final Duration TIMEOUT = Duration.ofMinutes(4);
  private static final long POLL_MILLIS = 20;

  /** SIGINT is signal 2, hence the second bit. */
  private static final long SIGINT = 0b10;

  private final Process process;
  private final StringBuilder text = new StringBuilder(); // guarded by itself
  private final Thread reader = new Thread(this::read, "run-output");
  private final Set<ProcessHandle> remembered = new LinkedHashSet<>();
  private int awaitedTo;

  private RunProcess(List<String> command) throws IOException {
    ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
    builder.environment().put("TERM", "xterm");
    builder.environment().remove("NO_COLOR");
    this.process = builder.start();
    reader.setDaemon(true);
    reader.start();
  }

  /** Runs a study with a progress line; {@link #measured} reads its cells. */
  static RunProcess live(Path folder, String yaml, String... options) throws IOException {
    return new RunProcess(command(true, folder, yaml, options));
  }

  /** Runs a study with plain lines; {@link #measured} reads its cells. */
  static RunProcess plain(Path folder, String yaml, String... options) throws IOException {
    return new RunProcess(command(false, folder, yaml, options));
  }

  /** Runs a study on a pseudo-terminal of {@code script}, util-linux. */
  static RunProcess onTerminal(Path folder, String yaml) throws IOException {
    String command =
        command(true, folder, yaml).stream()
            .map(word -> "'" + word + "'")
            .collect(Collectors.joining(" "));
    return new RunProcess(List.of("script", "-qec", "exec " + command, "/dev/null"));
  }

  private static List<String> command(boolean terminal, Path folder, String yaml, String... options)
      throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    // It ends before the optimizing compiler pays off.
    command.addAll(List.of("-Xmx512m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"));
    command.add("-Dpoolbench.terminal=" + terminal);
    command.addAll(List.of("-Dstdout.encoding=UTF-8", "-Dfile.encoding=UTF-8"));
    command.addAll(List.of("-Ddubbo.application.logger=slf4j"));
    command.add("-Dpoolbench.home=" + Poolbench.home());
    command.addAll(List.of("-cp", System.getProperty("java.class.path")));
    command.add(Poolbench.class.getName());
    command.addAll(Executed.arguments(folder, STUDY, yaml, options));
    command.add(Executed.CONSENT);
    return command;
  }

  static RecordedRun recorded(Path folder) throws IOException {
    return Executed.recorded(folder, STUDY);
  }

  static List<MeasuredCell> measured(Path folder) throws IOException {
    return Executed.measured(folder, STUDY);
  }

  static Path latest(Path folder) throws IOException {
    return Executed.results(folder, STUDY).path();
  }

  static void assertMeasured(MeasuredCell cell) {
    assertThat(cell.failure()).isNull();
    assertThat(cell.steps()).hasSize(1);
    assertThat(cell.steps().get(0).calls().ok()).isPositive();
    assertThat(cell.steps().get(0).calls().error()).isZero();
  }

  /** Skips a test where processes are not found by /proc. */
  static void assumeLinux() {
    assumeThat(System.getProperty("os.name")).contains("Linux");
  }

  /** Skips a test where SIGINT is ignored, as in a shell's background, and by all children. */
  static void assumeSigintIsDelivered() throws IOException {
    assumeLinux();
    try (Stream<String> lines = Files.lines(Path.of("/proc/self/status"))) {
      long ignored =
          lines
              .filter(line -> line.startsWith("SigIgn:"))
              .mapToLong(line -> Long.parseUnsignedLong(line.substring(7).strip(), 16))
              .sum();
      assumeThat(ignored & SIGINT).as("SIGINT is ignored: run in the foreground").isZero();
    }
  }

  private void read() {
    char[] buffer = new char[4096];
    try (Reader output = process.inputReader(UTF_8)) {
      for (int read = output.read(buffer); read >= 0; read = output.read(buffer)) {
        synchronized (text) {
          text.append(buffer, 0, read);
          text.notifyAll();
        }
      }
    } catch (IOException ended) {
      return;
    }
  }

  /** Returns once the text is printed, behind what was awaited before. */
  void awaitOutput(String awaited) throws InterruptedException {
    await(() -> output().indexOf(awaited, awaitedTo) >= 0, awaited);
    awaitedTo = output().indexOf(awaited, awaitedTo) + awaited.length();
  }

  /** Returns once the journal of the latest run holds a slice of this round. */
  void awaitRound(Path folder, int round) throws InterruptedException {
    await(
        () -> {
          try {
            return Journal.open(latest(folder).resolve(Journal.NAME))
                .slices()
                .anyMatch(slice -> slice.key().turn().round() == round);
          } catch (IOException notYet) {
            return false;
          }
        },
        "round " + round);
  }

  /** Returns once the progress line has figures of a cell's only step, behind what was awaited. */
  void awaitMeasuring() throws InterruptedException {
    awaitOutput(FIRST_STEP);
    awaitFigures();
  }

  /** Returns once the progress line is printed again with figures. */
  void awaitFigures() throws InterruptedException {
    awaitOutput(" TPS, ");
  }

  String output() {
    synchronized (text) {
      return text.toString();
    }
  }

  ProcessHandle driver() {
    return process.toHandle();
  }

  ProcessHandle provider() throws InterruptedException {
    return child(info -> info.commandLine().orElse("").contains("ProviderMain"), "a provider");
  }

  /** The host processes of other machines, in the order of their start. */
  List<ProcessHandle> hosts() {
    return process
        .descendants()
        .filter(child -> child.info().commandLine().orElse("").contains("HostMain"))
        .sorted(Comparator.comparing(ProcessHandle::pid))
        .toList();
  }

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

  List<ProcessHandle> family() {
    return Stream.concat(Stream.of(driver()), process.descendants()).toList();
  }

  /** Remembers its children for {@link #leftRunning}. */
  void rememberChildren() {
    process.descendants().forEach(remembered::add);
  }

  /** Remembered children that still run, some time after its end. */
  List<ProcessHandle> leftRunning() throws Exception {
    try {
      CompletableFuture.allOf(
              remembered.stream().map(ProcessHandle::onExit).toArray(CompletableFuture[]::new))
          .get(60, TimeUnit.SECONDS);
    } catch (TimeoutException running) {
      // The caller asserts on those that are left.
    }
    return remembered.stream().filter(ProcessHandle::isAlive).toList();
  }

  static void signal(String name, ProcessHandle to) throws IOException, InterruptedException {
    run("kill -%s %d", name, to.pid());
  }

  static void signalAfter(long millis, String name, ProcessHandle to)
      throws IOException, InterruptedException {
    run("sleep %.1f; kill -%s %d", millis / 1000.0, name, to.pid());
  }

  static void pause(ProcessHandle of, int seconds) throws IOException, InterruptedException {
    run("kill -STOP %d; sleep %d; kill -CONT %d", of.pid(), seconds, of.pid());
  }

  /** Stops a process for a part of each second. */
  static void stopAndGo(ProcessHandle of, double stoppedSeconds, int times)
      throws IOException, InterruptedException {
    run(
        "for i in $(seq %d); do kill -STOP %d; sleep %.2f; kill -CONT %d; sleep %.2f; done",
        times, of.pid(), stoppedSeconds, of.pid(), 1 - stoppedSeconds);
  }

  /** A port of loopback that nobody listens at. */
  static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  /** What a test awaits of other processes. */
  @FunctionalInterface
  interface Condition {
    boolean holds() throws Exception;
  }

  /** Returns once a condition holds that no event announces; fails after a limit. */
  static void await(Condition condition, String what, Duration limit) throws Exception {
    long deadline = System.nanoTime() + limit.toNanos();
    while (!condition.holds()) {
      assertThat(System.nanoTime()).as("no %s", what).isLessThan(deadline);
      TimeUnit.MILLISECONDS.sleep(POLL_MILLIS);
    }
  }

  /** The exit code of a script whose output is not needed. */
  static int shell(String script) throws IOException, InterruptedException {
    return new ProcessBuilder("sh", "-c", script)
        .redirectErrorStream(true)
        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
        .start()
        .waitFor();
  }

  private static void run(String command, Object... arguments)
      throws IOException, InterruptedException {
    String line = String.format(Locale.ROOT, command, arguments);
    new ProcessBuilder("sh", "-c", line).inheritIO().start().waitFor();
  }

  /** Its exit code, once it has ended and all of its output is read. */
  int awaitExit() throws InterruptedException {
    if (!process.waitFor(TIMEOUT.toSeconds(), TimeUnit.SECONDS)) {
      throw new AssertionError("still running:\n" + output());
    }
    reader.join(TIMEOUT.toMillis());
    return process.exitValue();
  }

  void assertExit(ExitCode code) throws InterruptedException {
    assertThat(awaitExit()).as("%s", output()).isEqualTo(code.code());
  }

  /** Checks that the run went to its end, with the exit code that its stored result gives. */
  void assertEnded(Path folder) throws IOException, InterruptedException {
    int code = awaitExit();
    Executed.assertEnded(recorded(folder), code, output());
  }

  private void await(BooleanSupplier condition, String what) throws InterruptedException {
    long deadline = System.nanoTime() + TIMEOUT.toNanos();
    synchronized (text) {
      while (!condition.getAsBoolean()) {
        if (!process.isAlive() || System.nanoTime() - deadline > 0) {
          throw new AssertionError("no '" + what + "' in:\n" + output());
        }
        text.wait(POLL_MILLIS);
      }
    }
  }

  @Override
  public void close() {
    process.descendants().forEach(ProcessHandle::destroyForcibly);
    process.destroyForcibly();
  }
}
