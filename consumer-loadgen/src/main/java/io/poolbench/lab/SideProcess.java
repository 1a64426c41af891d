package io.poolbench.lab;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.netty.util.concurrent.DefaultThreadFactory;
import io.poolbench.api.InvalidSettingException;
import io.poolbench.config.ConfigException;
import io.poolbench.load.NanoClock;
import io.poolbench.result.ViolationCode;
import io.poolbench.spec.CallSettings;
import io.poolbench.spec.CalledMethod;
import io.poolbench.spec.Cell;
import io.poolbench.spec.TargetSettings;
import io.poolbench.store.ResultJson;
import java.io.BufferedReader;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * A side: a poolbench process started by a command, such as {@code ssh load1}. The command first
 * runs a shell, which finds or receives the build and is then replaced by a JVM. The shell gets a
 * line only after it has answered the last one; it can therefore not read ahead and lose input of
 * the JVM.
 */
public final class SideProcess implements AutoCloseable {
  private static final String ANSWER = "poolbench-side:";

  /** Includes the time for sending a build. */
  private static final Duration START_TIMEOUT = Duration.ofMinutes(10);

  private static final Duration END_TIMEOUT = Duration.ofSeconds(2);
  private static final int HEARTBEATS = 10;
  private static final int ROUND_TRIPS = 5;

  /** The number of builds that the cache keeps, the most recently used ones. */
  private static final int BUILDS = 3;

  /** A build whose sending began so long ago was cut. */
  private static final int STALE_MINUTES = 60;

  private static final int CHUNK_BYTES = 1 << 19;
  private static final int LOG_LINES = 20;

  /** Time to wait for the last error output of a command that has ended. */
  private static final long LOG_MILLIS = 2000;

  /** As in the launcher script {@code ./poolbench}; a side without heap is reported as lost. */
  private static final String JVM_OPTIONS =
      "-XX:+ExitOnOutOfMemoryError -Xms256m -Xmx512m -XX:+UseSerialGC -XX:+IgnoreUnrecognizedVMOptions"
          + " --enable-native-access=ALL-UNNAMED --sun-misc-unsafe-memory-access=allow"
          + " -Ddubbo.application.logger=slf4j -Dio.netty.leakDetection.level=disabled";

  private final String title;
  private final Process process;
  private final Deque<String> log = new ArrayDeque<>(); // guarded by itself
  private final ScheduledExecutorService ticker =
      Executors.newSingleThreadScheduledExecutor(
          new DefaultThreadFactory("poolbench-heartbeat", true));
  private final Thread logReader;
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
   * @param title name of the side in error messages
   * @param command starts a process with standard input and output
   * @param build the build that the side must run; sent if the side does not have it
   * @param silence the side and the coordinator each take the other for lost after this silence
   * @param lostCode error code of calls that a lost side does not answer
   * @throws ConfigException if the side runs another build
   * @throws LabException if the side does not start
   */
  public static SideProcess start(
      String title, String command, Build build, Duration silence, ViolationCode lostCode)
      throws LabException {
    Process process;
    try {
      process = new ProcessBuilder("sh", "-c", "exec " + command + " sh").start();
    } catch (IOException e) {
      throw new LabException(lostCode, title + ": " + e.getMessage(), e);
    }
    SideProcess side = new SideProcess(title, process);
    try {
      side.connect(build, silence, lostCode);
      return side;
    } catch (LabException | RuntimeException e) {
      side.close();
      throw e;
    }
  }

  private void connect(Build build, Duration silence, ViolationCode lostCode) throws LabException {
    ScheduledFuture<?> limit =
        ticker.schedule(process::destroyForcibly, START_TIMEOUT.toSeconds(), TimeUnit.SECONDS);
    try {
      launch(build, silence);
      client =
          new SideClient(
              title,
              lostCode,
              process.getInputStream(),
              process.getOutputStream(),
              NanoClock.system(),
              silence);
      new DefaultThreadFactory("poolbench-side-answers", true).newThread(client::read).start();
      host = client.object(SideHost.class);
      String other = host.build();
      if (!other.equals(build.hash())) {
        throw ConfigException.of(
            title,
            "another build of poolbench (coordinator %.12s, side %.12s)"
                .formatted(build.hash(), other));
      }
      for (int trip = 0; trip < ROUND_TRIPS; trip++) {
        client.tick();
        String unused = host.build();
      }
    } catch (IOException | LabException e) {
      throw new LabException(lostCode, title + ": " + reason(e.getMessage()), e);
    } finally {
      limit.cancel(false);
    }
    long tick = Math.max(1, silence.toMillis() / HEARTBEATS);
    ScheduledFuture<?> unused =
        ticker.scheduleWithFixedDelay(client::tick, tick, tick, TimeUnit.MILLISECONDS);
    CompletableFuture<Void> unusedToo = client.lost().thenRun(process::destroyForcibly);
  }

  /** Makes the shell find or receive the build, and replace itself by the JVM. */
  private void launch(Build build, Duration silence) throws IOException {
    Path jar = build.home().resolve(Build.DRIVER);
    String here = quoted(build.home().toString());
    String java = quoted(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    String found =
        ask(
            """
            umask 077; j="${JAVA_HOME:+$JAVA_HOME/bin/}java"; h="${POOLBENCH_HOME:-}"; \
            c="${XDG_CACHE_HOME:-${HOME:-/tmp}/.cache}/poolbench-sides"; \
            if [ -z "$h" ] && [ -f %1$s/%2$s ] && \
            [ "$(sha256sum < %1$s/%2$s | cut -c1-64)" = %3$s ]; then \
            h=%1$s; [ -x %4$s ] && j=%4$s; fi; \
            [ -n "$h" ] || [ ! -e "$c/%5$s" ] || { h="$c/%5$s"; touch "$h"; }; \
            command -v "$j" >/dev/null || { echo "no java on the PATH" >&2; exit 1; }; \
            echo %6$s ${h:+found}
            """
                .formatted(here, Build.DRIVER, Build.hash(jar), java, build.hash(), ANSWER));
    if (found.isEmpty()) {
      send(build);
    }
    String unused =
        ask(
            """
            echo %s go; exec "$j" %s -Dpoolbench.home="$h" -cp "$h/%s:$h/consumer-loadgen/target/lib/*" \
            io.poolbench.cli.Poolbench side --silence %dms --cache "$c"
            """
                .formatted(ANSWER, JVM_OPTIONS, Build.DRIVER, silence.toMillis()));
  }

  private void send(Build build) throws IOException {
    Path archive = Files.createTempFile("poolbench-build", ".tar");
    try {
      List<String> tar =
          new ArrayList<>(
              List.of("tar", "-C", build.home().toString(), "-chf", archive.toString()));
      tar.addAll(build.files());
      Process packing = new ProcessBuilder(tar).inheritIO().start();
      if (packing.waitFor() != 0) {
        throw new IOException("tar failed");
      }
      String unused =
          ask(
              """
              t="$c/%1$s.$$"; mkdir -p "$c" && find "$c" -maxdepth 1 -name '*.*' -mmin +%6$d \
              -exec rm -rf {} + ; mkdir "$t" && echo %2$s go && \
              head -c %3$d | tar -xf - -C "$t" && mv -T "$t" "$c/%1$s" && h="$c/%1$s" && \
              touch "$h" && { ls -dt "$c"/*/ | grep -E '/[0-9a-f]{64}/$' | tail -n +%4$d | \
              while read -r old; do rm -rf "$old"; done; echo %2$s done; } || { rm -rf "$t"; \
              echo "$c: %5$d MiB of poolbench not written" >&2; exit 1; }
              """
                  .formatted(
                      build.hash(),
                      ANSWER,
                      Files.size(archive),
                      BUILDS + 1,
                      Files.size(archive) >> 20,
                      STALE_MINUTES));
      Files.copy(archive, process.getOutputStream());
      process.getOutputStream().flush();
      unused = answer();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", e);
    } finally {
      Files.delete(archive);
    }
  }

  private static String quoted(String text) {
    return "'" + text.replace("'", "'\\''") + "'";
  }

  private String ask(String line) throws IOException {
    process.getOutputStream().write(line.getBytes(UTF_8));
    process.getOutputStream().flush();
    return answer();
  }

  /** Reads the shell's next answer, and skips what a login prints before it. */
  private String answer() throws IOException {
    while (true) {
      ByteArrayOutputStream line = new ByteArrayOutputStream();
      InputStream in = process.getInputStream();
      for (int next = in.read(); next != '\n'; next = in.read()) {
        if (next < 0) {
          throw new IOException("ended");
        }
        line.write(next);
      }
      String text = line.toString(UTF_8);
      if (text.startsWith(ANSWER)) {
        return text.substring(ANSWER.length()).strip();
      }
    }
  }

  private void readLog() {
    try (BufferedReader errors = process.errorReader(UTF_8)) {
      for (String line = errors.readLine(); line != null; line = errors.readLine()) {
        synchronized (log) {
          log.addLast(line);
          if (log.size() > LOG_LINES) {
            log.removeFirst();
          }
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
    synchronized (log) {
      return log.isEmpty() ? problem : log.peekLast();
    }
  }

  public SideClient client() {
    return client;
  }

  public SideHost host() {
    return host;
  }

  /**
   * Sends the files that a cell names, each once, and returns the cell in {@link ResultJson} with
   * the paths that they have on the side.
   *
   * @throws LabException if a file cannot be sent
   */
  public String cell(Cell cell) throws LabException {
    List<String> names = new ArrayList<>(cell.provider().classPath());
    for (CalledMethod method : cell.driver().method().weighted().keySet()) {
      if (method instanceof CallSettings call && !call.data().isEmpty()) {
        names.add(call.data());
      }
    }
    Map<String, List<String>> moved = new LinkedHashMap<>();
    for (String name : names) {
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
  private List<Path> files(String name) throws LabException {
    Path path = Path.of(name);
    if (Files.isDirectory(path)) {
      throw new InvalidSettingException(
          "classpath", "%s: a folder of classes is not sent (valid: jars)".formatted(name));
    }
    if (!name.endsWith("/*")) {
      return Files.isRegularFile(path) ? List.of(path) : List.of();
    }
    try (Stream<Path> jars = Files.list(path.getParent())) {
      return jars.filter(jar -> jar.toString().endsWith(".jar")).sorted().toList();
    } catch (IOException e) {
      throw new LabException(ViolationCode.LAB_FAILED, title + ": " + e.getMessage(), e);
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
        host.append(hash, offset, Arrays.copyOf(chunk, chunk.length));
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
    try (OutputStream input = process.getOutputStream()) {
      input.flush();
    } catch (IOException e) {
      // The process has ended.
    }
    try {
      if (!process.waitFor(END_TIMEOUT.toMillis(), TimeUnit.MILLISECONDS)) {
        process.destroyForcibly();
      }
    } catch (InterruptedException e) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
    }
  }
}
