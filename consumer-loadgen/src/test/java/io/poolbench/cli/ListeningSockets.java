package io.poolbench.cli;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/** The listening TCP sockets of processes, from /proc. */
final class ListeningSockets {
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
        if (fields[STATE].equals(LISTENING) && inodes.contains("socket:[" + fields[INODE] + "]")) {
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
