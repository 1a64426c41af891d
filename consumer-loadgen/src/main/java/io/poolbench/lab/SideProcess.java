package io.poolbench.lab;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.netty.util.concurrent.DefaultThreadFactory;
import io.poolbench.api.InvalidSettingException;
import io.poolbench.config.ConfigException;
import io.poolbench.journal.FigureText;
import io.poolbench.journal.ViolationCode;
import io.poolbench.load.NanoClock;
import io.poolbench.spec.Cell;
import io.poolbench.spec.ClassPath;
import io.poolbench.spec.TargetSettings;
import io.poolbench.store.ResultJson;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;

/**
 * A side: a poolbench process started by a command, such as {@code ssh sut}, with the files that
 * cells name.
 */
public final class SideProcess implements AutoCloseable {
  /** Includes the time for sending a build. */
  private static final Duration START_TIMEOUT = Duration.ofMinutes(10);

  /**
   * The time to the first answer: longer than the kernel's attempts to connect (127 s, tcp(7)), and
   * time to enter a password.
   */
  private static final Duration ANSWER_TIMEOUT = Duration.ofSeconds(150);

  private static final Duration END_TIMEOUT = Duration.ofSeconds(2);
  private static final Duration HEARTBEAT = Lines.MAX_SILENCE.dividedBy(10);
  private static final int ROUND_TRIPS = 5;

  /**
   * The part of a file in one message, 175 kB in Base64: heartbeats wait until it is written, which
   * must take less than the longest silence on a slow network.
   */
  private static final int CHUNK_BYTES = 1 << 17;

  /** Time to wait for the last error output of a command that has ended. */
  private static final long LOG_MILLIS = 2000;

  /** {@code kubectl exec} adds this line to the error output of the command in the pod. */
  private static final String KUBECTL_EXIT = "command terminated with exit code ";

  private static final Pattern FRAME = Pattern.compile("\\s+(?:at |\\.\\.\\. ).*");

  private final String title;
  private final Process process;
  private final ScheduledExecutorService ticker =
      Executors.newSingleThreadScheduledExecutor(
          new DefaultThreadFactory("poolbench-heartbeat", true));
  private final Thread logReader;

  /**
   * The last line of error output, without frames of stack traces; {@link #KUBECTL_EXIT} only if it
   * is the only one; or null.
   */
  private volatile String lastError;

  private SideClient client;
  private SideHost host;

  private SideProcess(String title, Process process) {
    this.title = title;
    this.process = process;
    this.logReader = new DefaultThreadFactory("poolbench-side-log", true).newThread(this::readLog);
    logReader.start();
  }

  /**
   * Starts a side.
   *
   * @param command starts a process with standard input and output
   * @param build the build that the side must run; sent if the side does not have it
   * @throws ConfigException if the side runs another build
   */
  public static SideProcess start(String command, Build build) throws LabException {
    return start("provider side " + command, command, build, ANSWER_TIMEOUT);
  }

  /**
   * @param title name of the side in error messages
   * @param answerTimeout the time to the first answer of the command
   */
  static SideProcess start(String title, String command, Build build, Duration answerTimeout)
      throws LabException {
    Process process;
    try {
      process = new ProcessBuilder("sh", "-c", "exec " + command + " sh").start();
    } catch (IOException e) {
      throw new LabException(ViolationCode.PROVIDER_HOST_LOST, title + ": " + e.getMessage(), e);
    }
    SideProcess side = new SideProcess(title, process);
    try {
      side.connect(build, answerTimeout);
      return side;
    } catch (LabException | RuntimeException e) {
      side.close();
      throw e;
    }
  }

  private void connect(Build build, Duration answerTimeout) throws LabException {
    ScheduledFuture<?> limit = limit("no answer", answerTimeout);
    try {
      SideShell shell = new SideShell(process);
      boolean found = shell.finds(build);
      limit.cancel(false);
      limit = limit("not started", START_TIMEOUT);
      if (!found) {
        shell.send(build);
      }
      shell.launch();
      client =
          new SideClient(
              title, process.getInputStream(), process.getOutputStream(), NanoClock.system());
      new DefaultThreadFactory("poolbench-side-answers", true)
          .newThread(() -> client.read(this::ending))
          .start();
      host = client.object(SideHost.class);
      String other = host.build();
      if (!other.equals(build.hash())) {
        throw ConfigException.of(
            title,
            "another build of poolbench (driver %.12s, side %.12s)".formatted(build.hash(), other));
      }
      for (int trip = 0; trip < ROUND_TRIPS; trip++) {
        client.tick();
        String unused = host.build();
      }
    } catch (IOException | LabException e) {
      throw new LabException(
          ViolationCode.PROVIDER_HOST_LOST, title + ": " + reason(e.getMessage()), e);
    } finally {
      limit.cancel(false);
    }
    ScheduledFuture<?> unused =
        ticker.scheduleWithFixedDelay(
            client::tick, HEARTBEAT.toMillis(), HEARTBEAT.toMillis(), TimeUnit.MILLISECONDS);
    CompletableFuture<Void> unusedToo = client.lost().thenRun(process::destroyForcibly);
  }

  /** Ends the process after a time, with the reason that is then reported. */
  private ScheduledFuture<?> limit(String reason, Duration time) {
    return ticker.schedule(
        () -> {
          lastError = "%s within %s s".formatted(reason, FigureText.exact(time.toMillis() / 1e3));
          process.destroyForcibly();
        },
        time.toMillis(),
        TimeUnit.MILLISECONDS);
  }

  private void readLog() {
    try (BufferedReader errors = process.errorReader(UTF_8)) {
      for (String line = errors.readLine(); line != null; line = errors.readLine()) {
        boolean isReason = !line.isBlank() && !FRAME.matcher(line).matches();
        if (isReason && (lastError == null || !line.startsWith(KUBECTL_EXIT))) {
          lastError = line.strip();
        }
      }
    } catch (IOException e) {
      // The process has ended.
    }
  }

  /** The last line of error output, which usually says why the command failed; else the problem. */
  private String reason(String problem) {
    try {
      logReader.join(LOG_MILLIS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return lastError == null ? problem : lastError;
  }

  private String ending() {
    String last = reason("");
    return last.isEmpty() ? "ended" : "ended (last error output: " + last + ")";
  }

  public SideClient client() {
    return client;
  }

  public SideHost host() {
    return host;
  }

  /**
   * Sends the jars of a provider that the side starts, each once, and returns the cell in {@link
   * ResultJson} with the paths that they have on the side.
   */
  public String cell(Cell cell) throws LabException {
    Map<String, List<String>> moved = new LinkedHashMap<>();
    for (String name :
        cell.provider().runsAlready() ? List.<String>of() : cell.provider().classPath()) {
      List<String> there = new ArrayList<>();
      for (Path file : files(name)) {
        there.add(sent(file));
      }
      if (!there.isEmpty()) {
        moved.put(name, there);
      }
    }
    if (cell.provider() instanceof TargetSettings target) {
      try {
        moved.put(target.program().folder(), List.of(host.folder()));
      } catch (IOException e) {
        throw new LabException(ViolationCode.LAB_FAILED, title + ": " + e.getMessage(), e);
      }
    }
    return ResultJson.write(cell, moved);
  }

  /**
   * The files that a name stands for; empty if there is no such file on this machine, because an
   * image may contain it.
   */
  static List<Path> files(String name) throws LabException {
    if (Files.isDirectory(Path.of(name))) {
      throw new InvalidSettingException(
          "classpath", "%s: a folder of classes is not sent (valid: jars)".formatted(name));
    }
    try {
      return ClassPath.files(List.of(name)).stream().filter(Files::isRegularFile).toList();
    } catch (IOException e) {
      throw new LabException(ViolationCode.LAB_FAILED, name + " cannot be read: " + e, e);
    }
  }

  private String sent(Path file) throws LabException {
    try {
      String hash = Build.hash(file);
      String found = host.find(hash, file.getFileName().toString());
      return found.isEmpty() ? sent(file, hash) : found;
    } catch (IOException e) {
      throw new LabException(ViolationCode.LAB_FAILED, "%s: %s not sent".formatted(title, file), e);
    }
  }

  private String sent(Path file, String hash) throws IOException, LabException {
    try (InputStream in = Files.newInputStream(file)) {
      long offset = 0;
      byte[] chunk = in.readNBytes(CHUNK_BYTES);
      do {
        host.append(hash, offset, chunk);
        offset += chunk.length;
        chunk = in.readNBytes(CHUNK_BYTES);
      } while (chunk.length > 0);
    }
    return host.keep(hash, file.getFileName().toString());
  }

  /** Ends the process and everything that it started. */
  @Override
  public void close() {
    ticker.shutdownNow();
    ProgramProcess.end(process, END_TIMEOUT);
  }
}
