package io.poolbench.redis;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import redis.embedded.core.ExecutableProvider;

/**
 * A Redis process of our own, on loopback, without persistence, in a temporary folder.
 *
 * <p>The library provides the binary; the process is ours, because it must not outlive this JVM
 * even when that is killed. A shell reads the process's standard input, whose other end only this
 * JVM holds: at its end, however it came about, the shell stops Redis and deletes the folder.
 */
final class EmbeddedRedis {
  private static final String HOST = "127.0.0.1";
  private static final int PORT_ATTEMPTS = 5;
  private static final int STOP_SECONDS = 10;
  private static final int LOG_LINES = 5;
  private static final String READY = "Ready to accept connections";
  private static final String PORT_TAKEN = "Address already in use";

  /**
   * $0 is the folder, $@ Redis's command line. The shell becomes Redis ($$ stays its process id),
   * its child waits. A child in the background reads from /dev/null unless told otherwise, so
   * standard input goes to it by descriptor 3.
   */
  private static final String DIES_WITH_PARENT =
      """
      exec 3<&0
      { read -r line; kill $$; rm -rf -- "$0"; } <&3 >/dev/null 2>&1 &
      exec 3<&-
      exec "$@" </dev/null 2>&1
      """;

  private EmbeddedRedis() {}

  /**
   * @throws RedisUnavailableException where neither the bundled binary nor a {@code redis-server}
   *     on the PATH runs here
   */
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
      notes.add("the bundled Redis was left out: " + e.getMessage());
      return start((folder) -> installed.get().toFile(), prefix, notes);
    }
  }

  /** Puts the binary into a folder, or names one elsewhere. */
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
              "an embedded Redis does not start ("
                  + (String.join(" ", prefix) + " redis-server").strip()
                  + "): "
                  + e.getMessage()
                  + "; name a running one by URI (redis: external), or install redis-server",
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
      RedisUri uri = RedisUri.of(HOST, port);
      try (RedisSession session = RedisSession.open(uri)) {
        ServerInfo info = session.serverInfo();
        return new RedisServer(
            uri,
            info.runId(),
            "embedded, Redis " + info.version() + " at " + uri,
            notes,
            () -> stop(process));
      }
    } catch (IOException | RuntimeException e) {
      stop(process);
      throw e;
    }
  }

  /** Deletes a folder that no shell was started for, with the binary in it. */
  private static void deleteUnused(Path folder) throws IOException {
    try (Stream<Path> content = Files.list(folder)) {
      for (Path file : content.toList()) {
        Files.delete(file);
      }
    }
    Files.delete(folder);
  }

  /** Returns once Redis is ready, and leaves a thread behind that reads what it goes on to say. */
  private static void awaitReady(Process process) throws IOException {
    BufferedReader output = process.inputReader(UTF_8);
    List<String> seen = new ArrayList<>();
    for (String line = output.readLine(); line != null; line = output.readLine()) {
      if (line.contains(READY)) {
        Thread drain = new Thread(() -> drain(output), "redis-output");
        drain.setDaemon(true);
        drain.start();
        return;
      }
      seen.add(line);
    }
    throw new IOException(
        String.join(" | ", seen.subList(Math.max(0, seen.size() - LOG_LINES), seen.size())));
  }

  private static void drain(BufferedReader output) {
    try {
      while (output.readLine() != null) {
        // A pipe that nobody reads fills up, and then blocks Redis.
      }
    } catch (IOException e) {
      // The process has ended.
    }
  }

  /** Ends the shell's wait: it stops Redis and deletes the folder. */
  private static void stop(Process process) {
    try {
      process.getOutputStream().close();
      if (process.waitFor(STOP_SECONDS, TimeUnit.SECONDS)) {
        return;
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (IOException e) {
      // The pipe is broken: Redis has ended by itself, or there is only force left.
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
      notes.add("Redis is not held to CPUs " + cpuList + ": no taskset on the PATH");
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
