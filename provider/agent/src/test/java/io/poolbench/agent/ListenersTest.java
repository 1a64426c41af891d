package io.poolbench.agent;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

@EnabledOnOs(value = OS.LINUX, disabledReason = "reads /proc")
class ListenersTest {
  private static final String HEADER = "  sl  local_address rem_address   st ...\n";

  @TempDir private Path process;

  @BeforeEach
  void nothingListens() throws IOException {
    Files.createDirectories(process.resolve("net"));
    Files.createDirectories(process.resolve("fd"));
    tables("", "");
  }

  @Test
  void onlyOwnListenersBeyondLoopbackCount() throws Exception {
    tables(
        row("127.0.0.1", 20880, "0A", 1)
            + row("0.0.0.0", 22, "0A", 2)
            + row("10.0.0.1", 50000, "01", 3)
            + row("127.0.0.5", 9, "0A", 4),
        row("::1", 8080, "0A", 5) + mapped("127.0.0.1", 8081, 6));
    own(1, 3, 4, 5, 6);
    Listeners listeners = new Listeners(process);
    assertThat(listeners.open()).isEmpty();

    tables("", mapped("10.0.0.1", 9464, 6));
    assertThat(listeners.open()).contains(new InetSocketAddress("10.0.0.1", 9464));
    tables(row("0.0.0.0", 8080, "0A", 1), "");
    assertThat(listeners.open()).contains(new InetSocketAddress("0.0.0.0", 8080));
    tables("", row("::", 8081, "0A", 5));
    assertThat(listeners.open()).contains(new InetSocketAddress("::", 8081));
  }

  @Test
  void theKernelsTablesAreUnderstood() throws Exception {
    Listeners listeners = new Listeners(Path.of("/proc/self"));
    listeners.open();
    try (ServerSocket loopback = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      assertThat(listeners.open())
          .as("beside " + loopback)
          .map(InetSocketAddress::getPort)
          .isNotEqualTo(java.util.Optional.of(loopback.getLocalPort()));
    }
    try (ServerSocket any = new ServerSocket(0)) {
      assertThat(listeners.open()).map(InetSocketAddress::getPort).contains(any.getLocalPort());
    }
  }

  private void tables(String ipv4, String ipv6) throws IOException {
    Files.writeString(process.resolve("net/tcp"), HEADER + ipv4);
    Files.writeString(process.resolve("net/tcp6"), HEADER + ipv6);
  }

  private void own(int... inodes) throws IOException {
    for (int inode : inodes) {
      Files.createSymbolicLink(
          process.resolve("fd").resolve(Integer.toString(inode)),
          Path.of("socket:[" + inode + "]"));
    }
  }

  private static String row(String host, int port, String state, int inode) throws IOException {
    return row(InetAddress.getByName(host).getAddress(), port, state, inode);
  }

  /** A row of an IPv4 address at a socket of both families. */
  private static String mapped(String host, int port, int inode) throws IOException {
    byte[] address =
        ByteBuffer.allocate(16)
            .putInt(0)
            .putInt(0)
            .putInt(0xffff)
            .put(InetAddress.getByName(host).getAddress())
            .array();
    return row(address, port, "0A", inode);
  }

  private static String row(byte[] address, int port, String state, int inode) {
    ByteBuffer words = ByteBuffer.wrap(address).order(ByteOrder.nativeOrder());
    StringBuilder hex = new StringBuilder();
    while (words.hasRemaining()) {
      hex.append(String.format("%08X", words.getInt()));
    }
    return String.format(
        "   0: %s:%04X 00000000:0000 %s 00000000:00000000 00:00000000 00000000  1000  0 %d 1 x%n",
        hex, port, state, inode);
  }
}
