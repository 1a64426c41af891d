package io.poolbench.lab;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * A snapshot of the host's processes, by process id, and of their CPU time.
 *
 * @see <a href="https://man7.org/linux/man-pages/man5/proc_pid_stat.5.html">proc_pid_stat(5)</a>
 */
record ProcessTable(Map<Long, Entry> processes) {
  /**
   * The id of the process that reads the table, in place of its own: counters of a run and of the
   * one that resumes it are then of the same process. The kernel has no such id.
   */
  static final long SELF = -1;

  private static final Path PROC = Path.of("/proc");

  /** Index among the fields after the name; the state is the first of them. */
  private static final int PARENT = 1;

  private static final int USER_TICKS = 11;
  private static final int SYSTEM_TICKS = 12;

  ProcessTable {
    processes = Map.copyOf(processes);
  }

  /**
   * @param ticks CPU time in kernel ticks, including ended threads
   */
  record Entry(long pid, String name, long parent, long ticks) {
    private Entry seenFrom(long self) {
      return new Entry(pid == self ? SELF : pid, name, parent == self ? SELF : parent, ticks);
    }
  }

  /** Reads the processes; empty on systems other than Linux. */
  static Optional<ProcessTable> read() {
    return read(PROC, ProcessHandle.current().pid());
  }

  static Optional<ProcessTable> read(Path proc, long self) {
    Map<Long, Entry> processes = new HashMap<>();
    for (Path folder : HostFacts.numbered(proc)) {
      // Empty if the process has ended since the folder was listed.
      HostFacts.text(folder.resolve("stat"))
          .map(stat -> parse(stat).seenFrom(self))
          .ifPresent(entry -> processes.put(entry.pid(), entry));
    }
    return processes.isEmpty() ? Optional.empty() : Optional.of(new ProcessTable(processes));
  }

  /** Parses a line of {@code stat}. The name may contain spaces and parentheses. */
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

  /**
   * Whether these are all processes of the host, which the kernel's parent of kernel threads shows:
   * a container sees only its own processes, and {@code hidepid} hides those of other users.
   */
  boolean areOfTheHost() {
    Entry second = processes.get(2L);
    return second != null && second.name().equals("kthreadd");
  }

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

  Set<Long> named(Set<String> names) {
    return processes.values().stream()
        .filter(process -> names.contains(process.name()))
        .map(Entry::pid)
        .collect(Collectors.toSet());
  }

  long ticksSince(ProcessTable earlier, Set<Long> pids) {
    return pids.stream().mapToLong(pid -> ticksSince(earlier, pid)).sum();
  }

  private long ticksSince(ProcessTable earlier, long pid) {
    Entry now = processes.get(pid);
    if (now == null) {
      return 0;
    }
    Entry then = earlier.processes.get(pid);
    // Ids of ended processes are reused; the count of a new process begins at 0.
    return then == null || then.ticks() > now.ticks() ? now.ticks() : now.ticks() - then.ticks();
  }
}
