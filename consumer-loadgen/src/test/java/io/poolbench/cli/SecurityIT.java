package io.poolbench.cli;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.poolbench.report.ExitCode;
import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import redis.embedded.RedisServer;

/** Which ports of a run others can reach, and what they can read. */
@EnabledOnOs(value = OS.LINUX, disabledReason = "reads /proc")
class SecurityIT {
  private static final int CONNECT_MILLIS = 2_000;

  @TempDir private Path folder;

  private static final String SECRET = "open/sesame";
  private static final String WRONG = "open.barley";

  /**
   * The study is not among the results that are searched. A cell that cannot start does not end it.
   */
  private static final String STUDY =
      """
      provider: {queues: 10, jvm: {options: [-Xmx256m, "-XX:TieredStopAtLevel=1"]}}
      redis: {records: 10, latency: 1ms}
      network: {latency: 1ms}
      load: {users: 1, warmup: 1s, settle: 100ms, measure: 500ms}
      cells:
        - {name: default, redis: {kind: embedded}}
        - {name: wrong, redis: {uri: "redis://:%s@127.0.0.1:%d"}}
        - {name: open, provider: {bind: any}, redis: {uri: "redis://:open%%2Fsesame@127.0.0.1:%d"}}
      """;

  @Test
  void portsAreOnLoopbackUnlessTheStudyBindsThemAndAPasswordOfRedisIsNowhere() throws Exception {
    Optional<InetAddress> other = addressOfThisHost();
    int port = RunProcess.freePort();
    RedisServer redis =
        RedisServer.builder()
            .port(port)
            .setting("bind 127.0.0.1")
            .setting("requirepass " + SECRET)
            .build();
    redis.start();
    try {
      try (RunProcess run = RunProcess.plain(folder, STUDY.formatted(WRONG, port, port))) {
        run.awaitOutput("warming up");
        // Stopped, so that the cell does not end meanwhile.
        RunProcess.signal("STOP", run.driver());
        assertAllPortsAreOnLoopback(run, other);
        RunProcess.signal("CONT", run.driver());

        run.awaitOutput("warming up");
        RunProcess.signal("STOP", run.driver());
        assertOnePortIsOpen(run, other);
        for (ProcessHandle process : run.family()) {
          assertNoSecretInProc(process);
        }
        RunProcess.signal("CONT", run.driver());
        run.assertExit(ExitCode.LAB_FAILED);
        assertThat(run.output()).contains(RunProcess.FIRST_STEP).doesNotContain("sesame", WRONG);
      }
    } finally {
      redis.stop();
    }
    assertThat(RunProcess.measured(folder))
        .extracting(MeasuredCell::failed)
        .containsExactly(false, true, false);
    try (Stream<Path> all = Files.walk(folder.resolve("results"))) {
      List<Path> files = all.filter(Files::isRegularFile).toList();
      assertThat(files).hasSizeGreaterThan(5);
      for (Path file : files) {
        assertNoSecret(file);
      }
    }
  }

  private static void assertAllPortsAreOnLoopback(RunProcess run, Optional<InetAddress> other)
      throws IOException {
    List<InetSocketAddress> sockets = ListeningSockets.of(run.family());
    // The provider's and Redis'.
    assertThat(sockets).hasSize(2).allMatch(socket -> socket.getAddress().isLoopbackAddress());
    for (InetSocketAddress socket : sockets) {
      assertThatCode(() -> connect(socket.getAddress(), socket.getPort()))
          .doesNotThrowAnyException();
      other.ifPresent(
          address ->
              assertThatThrownBy(() -> connect(address, socket.getPort()))
                  .as("%s from %s", socket, address)
                  .isInstanceOf(ConnectException.class));
    }
  }

  private static void assertOnePortIsOpen(RunProcess run, Optional<InetAddress> other)
      throws IOException {
    List<InetSocketAddress> open =
        ListeningSockets.of(run.family()).stream()
            .filter(socket -> !socket.getAddress().isLoopbackAddress())
            .toList();
    assertThat(open).hasSize(1);
    if (other.isPresent()) {
      connect(other.get(), open.get(0).getPort());
    }
  }

  private static void connect(InetAddress address, int port) throws IOException {
    try (Socket socket = new Socket()) {
      socket.connect(new InetSocketAddress(address, port), CONNECT_MILLIS);
    }
  }

  /** An address that other machines would use; empty where this host has none. */
  private static Optional<InetAddress> addressOfThisHost() throws IOException {
    for (NetworkInterface card : Collections.list(NetworkInterface.getNetworkInterfaces())) {
      for (InetAddress address : Collections.list(card.getInetAddresses())) {
        if (card.isUp() && !address.isLoopbackAddress() && !address.isLinkLocalAddress()) {
          return Optional.of(address);
        }
      }
    }
    System.out.println("[left out] ports from another address: this host has none but loopback");
    return Optional.empty();
  }

  private static void assertNoSecretInProc(ProcessHandle process) {
    for (String file : List.of("cmdline", "environ")) {
      try {
        assertNoSecret(Path.of("/proc", Long.toString(process.pid()), file));
      } catch (IOException ended) {
        // Such as taskset, which exists for a moment only, and then until its stopped parent runs
        // on.
        assertThat(isRunning(process)).as("%s", ended).isFalse();
      }
    }
  }

  private static boolean isRunning(ProcessHandle process) {
    try {
      String stat = Files.readString(Path.of("/proc", Long.toString(process.pid()), "stat"));
      return !stat.substring(stat.lastIndexOf(')')).startsWith(") Z");
    } catch (IOException e) {
      return false;
    }
  }

  private static void assertNoSecret(Path file) throws IOException {
    assertThat(new String(Files.readAllBytes(file), ISO_8859_1))
        .as(file.toString())
        .doesNotContain(SECRET, SECRET.replace("/", "%2F"), "sesame", WRONG);
  }

  /** The listening TCP sockets of processes, from /proc. */
  private static final class ListeningSockets {
    private static final String LISTENING = "0A";
    private static final int ADDRESS = 1;
    private static final int STATE = 3;
    private static final int INODE = 9;

    private ListeningSockets() {}

    static List<InetSocketAddress> of(List<ProcessHandle> processes) throws IOException {
      Set<String> inodes = new HashSet<>();
      for (ProcessHandle process : processes) {
        inodes.addAll(inodes(Path.of("/proc", Long.toString(process.pid()), "fd")));
      }
      List<InetSocketAddress> sockets = new ArrayList<>();
      for (String table : List.of("/proc/net/tcp", "/proc/net/tcp6")) {
        for (String row : Files.readAllLines(Path.of(table))) {
          String[] fields = row.strip().split("\\s+", -1);
          if (fields[STATE].equals(LISTENING)
              && inodes.contains("socket:[" + fields[INODE] + "]")) {
            sockets.add(address(fields[ADDRESS]));
          }
        }
      }
      return sockets;
    }

    private static Set<String> inodes(Path descriptors) throws IOException {
      Set<String> inodes = new HashSet<>();
      try (Stream<Path> all = Files.list(descriptors)) {
        for (Path descriptor : all.toList()) {
          try {
            inodes.add(Files.readSymbolicLink(descriptor).toString());
          } catch (NoSuchFileException closedMeanwhile) {
            // It is no socket to listen at either.
          }
        }
      } catch (NoSuchFileException endedMeanwhile) {
        // What only starts another process, such as taskset, listens nowhere.
      }
      return inodes;
    }

    /** Words of 32 bits as the host has them in memory, then the port. */
    private static InetSocketAddress address(String text) throws IOException {
      String[] parts = text.split(":", -1);
      ByteBuffer words = ByteBuffer.wrap(HexFormat.of().parseHex(parts[0]));
      ByteBuffer address = ByteBuffer.allocate(words.capacity()).order(ByteOrder.nativeOrder());
      while (words.hasRemaining()) {
        address.putInt(words.getInt());
      }
      return new InetSocketAddress(
          InetAddress.getByAddress(address.array()), Integer.parseInt(parts[1], 16));
    }
  }
}
