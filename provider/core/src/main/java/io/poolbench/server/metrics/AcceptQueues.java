package io.poolbench.server.metrics;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.Arrays;
import java.util.List;

/** Reads Linux' statistics of accept queues, which hold connections until a server accepts them. */
final class AcceptQueues {
  private static final Path NETSTAT = Paths.get("/proc/self/net/netstat");
  private static final String GROUP = "TcpExt:";
  private static final String OVERFLOWS = "ListenOverflows";

  private AcceptQueues() {}

  /**
   * Connections dropped because an accept queue was full, in this process's network namespace; NaN
   * if the kernel does not report them.
   *
   * @see <a href="https://docs.kernel.org/networking/snmp_counter.html">SNMP counter</a>
   */
  static double overflows() {
    try {
      return overflows(Files.readAllLines(NETSTAT, StandardCharsets.ISO_8859_1));
    } catch (IOException e) {
      return Double.NaN;
    }
  }

  /** Parses the counter; each line of names is followed by a line of values. */
  static double overflows(List<String> netstat) {
    for (int i = 0; i + 1 < netstat.size(); i++) {
      List<String> names = Arrays.asList(netstat.get(i).split(" ", -1));
      int column = names.indexOf(OVERFLOWS);
      if (names.get(0).equals(GROUP) && column > 0) {
        return Long.parseLong(netstat.get(i + 1).split(" ", -1)[column]);
      }
    }
    return Double.NaN;
  }
}
