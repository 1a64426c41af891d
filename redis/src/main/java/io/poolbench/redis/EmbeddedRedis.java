package io.poolbench.redis;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.poolbench.api.OwnedFolder;
import io.poolbench.core.DaemonThread;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;

/**
 * A Redis process on loopback, without persistence, in a temporary folder that only this user can
 * open.
 *
 * <p>Other users of the host can connect to the port, but need its {@link RandomPassword}, which
 * neither the command line nor the configuration file contains.
 *
 * <p>The embedded-redis library only provides the binary, because its process would outlive a
 * killed JVM. Here a shell reads the process's standard input, whose other end only this JVM holds.
 * When the input ends, for any reason, the shell stops Redis and deletes the folder. It runs in a
 * session of its own, so that a signal to this JVM's process group does not reach it.
 */
final class EmbeddedRedis {
  private static final String HOST = "127.0.0.1";
  private static final int PORT_ATTEMPTS = 5;
  private static final int START_SECONDS = 30;
  private static final int STOP_SECONDS = 10;
  private static final int LOG_LINES = 5;
  private static final Set<PosixFilePermission> OWN = PosixFilePermissions.fromString("rwx------");
  private static final String READY = "Ready to accept connections";
  private static final String PORT_TAKEN = "Address already in use";

  /** The version in the library that this project depends on. */
  private static final String VERSION = "7.0.15";

  /**
   * The script; $0 is the folder, $@ the command line of Redis. A line of input reports that the
   * folder is complete. Then the shell becomes Redis ($$ stays its process id), and another process
   * waits for the end of the input. That process compares the start time before it kills Redis,
   * because the id may belong to another process once Redis has ended; a stopped one ignores other
   * signals, and its data are not kept. It is no descendant of this JVM: a program that kills all
   * descendants must not kill the process that deletes the folder. A background process reads from
   * /dev/null by default, so standard input is passed to it as descriptor 3.
   */
  private static final String DIES_WITH_PARENT =
      """
      started() {
        if [ -d /proc/self ]; then sed 's/.*) //' /proc/$$/stat | cut -d' ' -f20
        else ps -o lstart= -p $$; fi
      }
      read -r complete || { rm -rf -- "$0"; exit 1; }
      was=$(started)
      exec 3<&0
      ( { read -r line; [ "$(started)" = "$was" ] && kill -9 $$; rm -rf -- "$0"; } \
        <&3 >/dev/null 2>&1 & )
      exec 3<&-
      exec "$@" </dev/null 2>&1
      """;

  private EmbeddedRedis() {}

  /**
   * Starts the bundled Redis, or one on the PATH if the bundled one does not start.
   *
   * @param settings further lines of redis.conf
   */
  static RedisServer start(String cpuList, List<String> settings) {
    List<String> notes = new ArrayList<>();
    List<String> prefix = pinning(cpuList, notes);
    try {
      return start(Optional.empty(), settings, prefix, notes);
    } catch (RedisUnavailableException e) {
      Optional<Path> installed = onPath("redis-server");
      if (installed.isEmpty() || Thread.currentThread().isInterrupted()) {
        throw e;
      }
      notes.add("bundled Redis not used: " + e.getMessage());
      return start(installed, settings, prefix, notes);
    }
  }

  private static void extractBinary(Path to) throws IOException {
    String name = "/redis-server-" + VERSION + "-" + system() + "-" + architecture();
    try (InputStream binary = EmbeddedRedis.class.getResourceAsStream(name)) {
      if (binary == null) {
        throw new IOException("no bundled Redis for this system: " + name + " not found");
      }
      Files.copy(binary, to);
      Files.setPosixFilePermissions(to, OWN);
    }
  }

  private static String system() {
    return System.getProperty("os.name").startsWith("Mac") ? "darwin" : "linux";
  }

  private static String architecture() {
    String name = System.getProperty("os.arch");
    return switch (name) {
      case "x86_64" -> "amd64";
      case "aarch64" -> "arm64";
      default -> name;
    };
  }

  private static RedisServer start(
      Optional<Path> installed, List<String> settings, List<String> prefix, List<String> notes) {
    for (int attempt = 1; ; attempt++) {
      try {
        return launch(installed, settings, prefix, notes);
      } catch (IOException e) {
        boolean lostRaceForPort = e.getMessage() != null && e.getMessage().contains(PORT_TAKEN);
        if (!lostRaceForPort || attempt == PORT_ATTEMPTS) {
          throw new RedisUnavailableException(
              "embedded Redis not started (%s): %s (use an external one, or install redis-server)"
                  .formatted((String.join(" ", prefix) + " redis-server").strip(), e.getMessage()),
              e);
        }
      }
    }
  }

  private static RedisServer launch(
      Optional<Path> installed, List<String> settings, List<String> prefix, List<String> notes)
      throws IOException {
    OwnedFolder owned = OwnedFolder.create("redis");
    Path folder = owned.path();
    RandomPassword password = RandomPassword.create();
    int port = freePort();
    Path binary = installed.orElse(folder.resolve("redis-server"));
    Path configuration = folder.resolve("redis.conf");
    List<String> command = new ArrayList<>(prefix);
    command.add(binary.toString());
    command.add(configuration.toString());
    Process process =
        process(
            owned,
            command,
            () -> {
              if (installed.isEmpty()) {
                extractBinary(binary);
              }
              Files.write(configuration, configuration(folder, port, password, settings));
            });
    try {
      awaitReady(process);
      return RedisServer.at(
          password.uriAt(HOST, port), "embedded", notes, () -> stop(process, owned));
    } catch (IOException | RuntimeException e) {
      stop(process, owned);
      throw e;
    }
  }

  private static List<String> configuration(
      Path folder, int port, RandomPassword password, List<String> settings) {
    List<String> lines =
        new ArrayList<>(
            List.of(
                "bind " + HOST,
                "port " + port,
                "dir \"" + folder.toString().replaceAll("[\\\\\"]", "\\\\$0") + "\"",
                "save \"\"",
                "appendonly no",
                String.join(" ", password.userSetting())));
    lines.addAll(settings);
    return lines;
  }

  /** Writes the files of a folder. */
  interface Content {
    void write() throws IOException;
  }

  /** Starts a command that ends with its standard input, and whose folder is then deleted. */
  static Process process(OwnedFolder folder, List<String> redis, Content content)
      throws IOException {
    Optional<Path> ownSession = onPath("setsid");
    List<String> command = new ArrayList<>();
    ownSession.ifPresent(setsid -> command.add(setsid.toString()));
    command.addAll(List.of("sh", "-c", DIES_WITH_PARENT, folder.path().toString()));
    command.addAll(redis);
    Process process;
    try {
      process = new ProcessBuilder(command).redirectErrorStream(true).start();
    } catch (IOException e) {
      folder.close();
      throw e;
    }
    try {
      content.write();
      OutputStream input = process.getOutputStream();
      input.write('\n');
      input.flush();
      return process;
    } catch (IOException | RuntimeException e) {
      stop(process, folder);
      throw e;
    }
  }

  private static void awaitReady(Process process) throws IOException {
    CompletableFuture<Void> ready = new CompletableFuture<>();
    Thread unused = DaemonThread.start(() -> readOutput(process, ready), "redis-output");
    try {
      ready.get(START_SECONDS, TimeUnit.SECONDS);
    } catch (ExecutionException e) {
      throw new IOException(e.getCause().getMessage(), e.getCause());
    } catch (TimeoutException e) {
      throw new IOException("not ready after " + START_SECONDS + " s", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", e);
    }
  }

  /** Reads the output until the process ends, because a full pipe would block Redis. */
  private static void readOutput(Process process, CompletableFuture<Void> ready) {
    Deque<String> lastLines = new ArrayDeque<>();
    try (BufferedReader output = process.inputReader(UTF_8)) {
      for (String line = output.readLine(); line != null; line = output.readLine()) {
        if (line.contains(READY)) {
          ready.complete(null);
        }
        lastLines.add(line);
        if (lastLines.size() > LOG_LINES) {
          lastLines.remove();
        }
      }
      ready.completeExceptionally(new IOException(String.join(" | ", lastLines)));
    } catch (IOException e) {
      ready.completeExceptionally(e);
    }
  }

  /** Closes the shell's input, on which it stops Redis and deletes the folder. */
  static void stop(Process process, OwnedFolder folder) {
    try {
      process.getOutputStream().close();
      if (!process.waitFor(STOP_SECONDS, TimeUnit.SECONDS)) {
        process.destroyForcibly();
      }
    } catch (InterruptedException e) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
    } catch (IOException e) {
      // Broken pipe: the process has ended, or ends.
      process.destroyForcibly();
    }
    folder.close();
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  private static List<String> pinning(String cpuList, List<String> notes) {
    if (cpuList.isEmpty()) {
      return List.of();
    }
    Optional<Path> taskset = onPath("taskset");
    if (taskset.isEmpty()) {
      notes.add("Redis not pinned to CPUs " + cpuList + ": no taskset on the PATH");
      return List.of();
    }
    return List.of(taskset.get().toString(), "-c", cpuList);
  }

  private static Optional<Path> onPath(String name) {
    return Stream.of(System.getenv().getOrDefault("PATH", "").split(File.pathSeparator))
        .filter(folder -> !folder.isEmpty())
        .map(folder -> Path.of(folder, name))
        .filter(Files::isExecutable)
        .findFirst();
  }
}
