package io.poolbench.lab;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The processes of the host, and the CPU time that each has taken.
 *
 * @param processes by their id
 * @see <a href="https://man7.org/linux/man-pages/man5/proc_pid_stat.5.html">proc_pid_stat(5)</a>
 */
record ProcessTable(Map<Long, Entry> processes) {
  private static final Path PROC = Path.of("/proc");

  /** Behind the name: the fields from the third on, which is the state. */
  private static final int PARENT = 1;

  private static final int USER_TICKS = 11;
  private static final int SYSTEM_TICKS = 12;

  ProcessTable {
    processes = Map.copyOf(processes);
  }

  /**
   * One process.
   *
   * @param parent the id of the one that started it
   * @param ticks CPU time that it has taken, its ended threads included, in kernel ticks
   */
  record Entry(long pid, String name, long parent, long ticks) {}

  /** The processes that there are now; empty where there is no such list, as outside of Linux. */
  static Optional<ProcessTable> read() {
    return read(PROC);
  }

  static Optional<ProcessTable> read(Path proc) {
    Map<Long, Entry> processes = new HashMap<>();
    try (DirectoryStream<Path> folders = Files.newDirectoryStream(proc, "[0-9]*")) {
      for (Path folder : folders) {
        try {
          // A name may be cut within a character; that must not fail.
          Entry entry = parse(new String(Files.readAllBytes(folder.resolve("stat")), UTF_8));
          processes.put(entry.pid(), entry);
        } catch (IOException e) {
          // It has ended since the folder was listed.
        }
      }
    } catch (IOException e) {
      return Optional.empty();
    }
    return processes.isEmpty() ? Optional.empty() : Optional.of(new ProcessTable(processes));
  }

  /** A name may hold spaces and parentheses; the last parenthesis ends it. */
  static Entry parse(String stat) {
    int nameStart = stat.indexOf('(');
    int nameEnd = stat.lastIndexOf(')');
    String[] fields = stat.substring(nameEnd + 2).trim().split(" ", -1);
    return new Entry(
        Long.parseLong(stat.substring(0, nameStart).trim()),
        stat.substring(nameStart + 1, nameEnd),
        Long.parseLong(fields[PARENT]),
        Long.parseLong(fields[USER_TICKS]) + Long.parseLong(fields[SYSTEM_TICKS]));
  }

  /** A process and all that descend from it. */
  Set<Long> family(long pid) {
    Set<Long> family = new HashSet<>(Set.of(pid));
    boolean grown = true;
    while (grown) {
      grown = false;
      for (Entry process : processes.values()) {
        grown |= family.contains(process.parent()) && family.add(process.pid());
      }
    }
    return family;
  }

  /** The processes with one of these names. */
  Set<Long> named(Set<String> names) {
    Set<Long> found = new HashSet<>();
    for (Entry process : processes.values()) {
      if (names.contains(process.name())) {
        found.add(process.pid());
      }
    }
    return found;
  }

  /** CPU time that some processes took since an earlier reading, in kernel ticks. */
  long ticksSince(ProcessTable earlier, Set<Long> pids) {
    long ticks = 0;
    for (long pid : pids) {
      Entry now = processes.get(pid);
      if (now != null) {
        Entry then = earlier.processes.get(pid);
        // The ids of ended processes are given to new ones, whose counts begin again.
        ticks +=
            then == null || then.ticks() > now.ticks() ? now.ticks() : now.ticks() - then.ticks();
      }
    }
    return ticks;
  }
}
