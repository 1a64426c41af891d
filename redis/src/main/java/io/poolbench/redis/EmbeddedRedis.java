package io.poolbench.redis;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
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
 * When the input ends, for any reason, the shell stops Redis and deletes the folder.
 */
final class EmbeddedRedis {
  private static final String HOST = "127.0.0.1";
  private static final int PORT_ATTEMPTS = 5;
  private static final int START_SECONDS = 30;
  private static final int STOP_SECONDS = 10;
  private static final int LOG_LINES = 5;
  private static final String READY = "Ready to accept connections";
  private static final String PORT_TAKEN = "Address already in use";

  /** The version in the library that this project depends on. */
  private static final String VERSION = "7.0.15";

  /**
   * The script; $0 is the folder, $@ the command line of Redis. The shell becomes Redis ($$ stays
   * its process id), and another process waits; it kills no other process that got the id once
   * Redis had ended, which the start time tells. It is no descendant of this JVM: a program that
   * kills all descendants must not kill the one that deletes the folder. A background process reads
   * from /dev/null by default, so standard input is passed to it as descriptor 3.
   */
  private static final String DIES_WITH_PARENT =
      """
      started() {
        if [ -d /proc/self ]; then sed 's/.*) //' /proc/$$/stat | cut -d' ' -f20
        else ps -o lstart= -p $$; fi
      }
      was=$(started)
      exec 3<&0
      ( { read -r line; [ "$(started)" = "$was" ] && kill $$; rm -rf -- "$0"; } \
        <&3 >/dev/null 2>&1 & )
      exec 3<&-
      exec "$@" </dev/null 2>&1
      """;

  private EmbeddedRedis() {}

  static RedisServer start(String cpuList) {
    return start(cpuList, List.of());
  }

  /**
   * As {@link #start(String)}.
   *
   * @param settings further lines of redis.conf
   */
  static RedisServer start(String cpuList, List<String> settings) {
    List<String> notes = new ArrayList<>();
    List<String> prefix = pinning(cpuList, notes);
    try {
      return start(EmbeddedRedis::bundledBinary, settings, prefix, notes);
    } catch (RedisUnavailableException e) {
      Optional<Path> installed = onPath("redis-server");
      if (installed.isEmpty() || Thread.currentThread().isInterrupted()) {
        throw e;
      }
      notes.add("bundled Redis not used: " + e.getMessage());
      return start(folder -> installed.get(), settings, prefix, notes);
    }
  }

  /** Extracts the binary into a folder, or returns one at another place. */
  private interface Binary {
    Path in(Path folder) throws IOException;
  }

  private static Path bundledBinary(Path folder) throws IOException {
    String name = "/redis-server-" + VERSION + "-" + system() + "-" + architecture();
    try (InputStream binary = EmbeddedRedis.class.getResourceAsStream(name)) {
      if (binary == null) {
        throw new IOException("no bundled Redis for this system: " + name + " not found");
      }
      Path extracted = folder.resolve("redis-server");
      Files.copy(binary, extracted);
      Files.setPosixFilePermissions(extracted, PosixFilePermissions.fromString("rwx------"));
      return extracted;
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
      Binary binary, List<String> settings, List<String> prefix, List<String> notes) {
    for (int attempt = 1; ; attempt++) {
      try {
        return launch(binary, settings, prefix, notes);
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
      Binary binary, List<String> settings, List<String> prefix, List<String> notes)
      throws IOException {
    Path folder = Files.createTempDirectory("poolbench-redis-");
    RandomPassword password = RandomPassword.create();
    Process process;
    int port;
    try {
      port = freePort();
      List<String> command = new ArrayList<>(prefix);
      command.add(binary.in(folder).toString());
      command.add(configuration(folder, port, password, settings).toString());
      process = process(folder, command);
    } catch (IOException e) {
      delete(folder);
      throw e;
    }
    try {
      awaitReady(process);
      return RedisServer.at(
          password.uriAt(HOST, port), "embedded", notes, () -> stop(process, folder));
    } catch (IOException | RuntimeException e) {
      stop(process, folder);
      throw e;
    }
  }

  private static Path configuration(
      Path folder, int port, RandomPassword password, List<String> settings) throws IOException {
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
    return Files.write(folder.resolve("redis.conf"), lines);
  }

  /** Starts a command that ends with its standard input, and whose folder is then deleted. */
  static Process process(Path folder, List<String> redis) throws IOException {
    List<String> command = new ArrayList<>(List.of("sh", "-c", DIES_WITH_PARENT));
    command.add(folder.toString());
    command.addAll(redis);
    return new ProcessBuilder(command).redirectErrorStream(true).start();
  }

  /** Deletes the folder where no shell does, which may delete it at the same time. */
  private static void delete(Path folder) {
    try (Stream<Path> content = Files.list(folder)) {
      for (Path file : content.toList()) {
        Files.deleteIfExists(file);
      }
      Files.deleteIfExists(folder);
    } catch (IOException e) {
      // The shell was faster.
    }
  }

  private static void awaitReady(Process process) throws IOException {
    CompletableFuture<Void> ready = new CompletableFuture<>();
    Thread reader = new Thread(() -> readOutput(process, ready), "redis-output");
    reader.setDaemon(true);
    reader.start();
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
  static void stop(Process process, Path folder) {
    try {
      process.getOutputStream().close();
      if (process.waitFor(STOP_SECONDS, TimeUnit.SECONDS)) {
        return;
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (IOException e) {
      // Broken pipe: the process has ended, or is killed below.
    }
    process.destroyForcibly();
    delete(folder);
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
