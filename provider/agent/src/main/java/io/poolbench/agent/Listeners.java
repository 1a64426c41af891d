package io.poolbench.agent;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.BufferedReader;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The TCP sockets at which this process listens, by {@code /proc} of Linux; none on other systems.
 * Not thread-safe.
 */
final class Listeners {
  private static final List<String> TABLES = Arrays.asList("net/tcp", "net/tcp6");

  /** The state of a listening socket. */
  private static final String LISTENING = "0A";

  private static final String[] NONE = {};

  private static final String SOCKET = "socket:[";

  private static final int ADDRESS = 1;
  private static final int STATE = 3;
  private static final int INODE = 9;
  private static final int WORD = 8;

  private final Path process;
  private Set<String> checked = Collections.emptySet();

  /**
   * @param process such as {@code /proc/self}
   */
  Listeners(Path process) {
    this.process = process;
  }

  /** A new address beyond loopback at which this process listens; empty if there is none. */
  Optional<InetSocketAddress> open() {
    try {
      Map<String, InetSocketAddress> open = openOnHost();
      Set<String> found = new HashSet<>(open.keySet());
      if (checked.containsAll(found)) {
        return Optional.empty();
      }
      open.keySet().retainAll(ownSockets());
      checked = found;
      return open.values().stream().findFirst();
    } catch (IOException unreadable) {
      return Optional.empty();
    }
  }

  /** All listening sockets beyond loopback in this network namespace, by inode. */
  private Map<String, InetSocketAddress> openOnHost() throws IOException {
    Map<String, InetSocketAddress> open = new LinkedHashMap<>();
    for (String table : TABLES) {
      if (!Files.exists(process.resolve(table))) {
        continue;
      }
      try (BufferedReader rows = Files.newBufferedReader(process.resolve(table), US_ASCII)) {
        rows.readLine();
        for (String row = rows.readLine(); row != null; row = rows.readLine()) {
          String[] fields = row.contains(LISTENING) ? row.trim().split("\\s+") : NONE;
          if (fields.length <= INODE || !fields[STATE].equals(LISTENING)) {
            continue;
          }
          InetSocketAddress address = address(fields[ADDRESS]);
          if (!address.getAddress().isLoopbackAddress()) {
            open.put(fields[INODE], address);
          }
        }
      }
    }
    return open;
  }

  /** The address of a text such as {@code 0100007F:1F90}: words in the host's byte order. */
  private static InetSocketAddress address(String text) throws UnknownHostException {
    String[] hostAndPort = text.split(":", 2);
    ByteBuffer bytes =
        ByteBuffer.allocate(hostAndPort[0].length() / 2).order(ByteOrder.nativeOrder());
    for (int at = 0; at < hostAndPort[0].length(); at += WORD) {
      bytes.putInt(Integer.parseUnsignedInt(hostAndPort[0].substring(at, at + WORD), 16));
    }
    return new InetSocketAddress(
        InetAddress.getByAddress(bytes.array()), Integer.parseInt(hostAndPort[1], 16));
  }

  private Set<String> ownSockets() throws IOException {
    Set<String> own = new HashSet<>();
    try (DirectoryStream<Path> descriptors = Files.newDirectoryStream(process.resolve("fd"))) {
      for (Path descriptor : descriptors) {
        String target = target(descriptor);
        if (target.startsWith(SOCKET)) {
          own.add(target.substring(SOCKET.length(), target.length() - 1));
        }
      }
    }
    return own;
  }

  private static String target(Path descriptor) {
    try {
      return Files.readSymbolicLink(descriptor).toString();
    } catch (IOException closedMeanwhile) {
      return "";
    }
  }
}
