package io.poolbench.lab;

import java.nio.file.Path;
import java.util.List;

/** The CPUs that a thread may use, with its name, which the kernel cuts to 15 bytes. */
record ThreadCpus(String name, CpuList cpus) {
  /** The threads of a process; empty if there is none, or on systems other than Linux. */
  static List<ThreadCpus> of(long pid) {
    return of(Path.of("/proc", Long.toString(pid), "task"));
  }

  static List<ThreadCpus> of(Path tasks) {
    return HostFacts.numbered(tasks).stream()
        .map(HostFacts::new)
        .flatMap(
            thread ->
                thread.value("status", "Cpus_allowed_list").stream()
                    .map(
                        list ->
                            new ThreadCpus(
                                thread.value("status", "Name").orElse(""), CpuList.parse(list))))
        .toList();
  }
}
