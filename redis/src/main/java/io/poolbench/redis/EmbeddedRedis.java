package io.poolbench.redis;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
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
import redis.embedded.core.ExecutableProvider;

/**
 * A Redis process on loopback, without persistence, in a temporary folder.
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

  /**
   * The script; $0 is the folder, $@ the command line of Redis. The shell becomes Redis ($$ stays
   * its process id), and its child waits. A background child reads from /dev/null by default, so
   * standard input is passed to it as descriptor 3.
   */
  private static final String DIES_WITH_PARENT =
      """
      exec 3<&0
      { read -r line; kill $$; rm -rf -- "$0"; } <&3 >/dev/null 2>&1 &
      exec 3<&-
      exec "$@" </dev/null 2>&1
      """;

  private EmbeddedRedis() {}

  static RedisServer start(String cpuList) {
    List<String> notes = new ArrayList<>();
    List<String> prefix = pinning(cpuList, notes);
    try {
      return start(bundledBinary(), prefix, notes);
    } catch (RedisUnavailableException e) {
      Optional<Path> installed = onPath("redis-server");
      if (installed.isEmpty() || Thread.currentThread().isInterrupted()) {
        throw e;
      }
      notes.add("bundled Redis not used: " + e.getMessage());
      return start((folder) -> installed.get().toFile(), prefix, notes);
    }
  }

  /** Extracts the binary into a folder, or returns one at another place. */
  private interface Binary {
    File in(Path folder) throws IOException;
  }

  private static Binary bundledBinary() {
    return folder -> {
      try {
        return ExecutableProvider.newJarResourceProvider(folder.toFile()).get();
      } catch (RuntimeException e) {
        throw new IOException("no bundled Redis for this system: " + e.getMessage(), e);
      }
    };
  }

  private static RedisServer start(Binary binary, List<String> prefix, List<String> notes) {
    for (int attempt = 1; ; attempt++) {
      try {
        return launch(binary, prefix, notes);
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

  private static RedisServer launch(Binary binary, List<String> prefix, List<String> notes)
      throws IOException {
    Path folder = Files.createTempDirectory("poolbench-redis-");
    Process process;
    int port;
    try {
      port = freePort();
      List<String> command = new ArrayList<>(List.of("sh", "-c", DIES_WITH_PARENT));
      command.add(folder.toString());
      command.addAll(prefix);
      command.add(binary.in(folder).getPath());
      command.addAll(List.of("--bind", HOST, "--port", Integer.toString(port)));
      command.addAll(List.of("--save", "", "--appendonly", "no", "--dir", folder.toString()));
      process = new ProcessBuilder(command).redirectErrorStream(true).start();
    } catch (IOException e) {
      deleteUnused(folder);
      throw e;
    }
    try {
      awaitReady(process);
      return RedisServer.at(RedisUri.of(HOST, port), "embedded", notes, () -> stop(process));
    } catch (IOException | RuntimeException e) {
      stop(process);
      throw e;
    }
  }

  /** Deletes the folder and the binary if no shell was started. */
  private static void deleteUnused(Path folder) throws IOException {
    try (Stream<Path> content = Files.list(folder)) {
      for (Path file : content.toList()) {
        Files.delete(file);
      }
    }
    Files.delete(folder);
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
  private static void stop(Process process) {
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
