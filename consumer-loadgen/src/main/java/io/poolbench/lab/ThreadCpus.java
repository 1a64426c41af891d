package io.poolbench.lab;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/** The CPUs that a thread may use, with its name, which the kernel cuts to 15 bytes. */
record ThreadCpus(String name, CpuList cpus) {
  ThreadCpus {
    Objects.requireNonNull(name, "name");
    Objects.requireNonNull(cpus, "cpus");
  }

  /** The threads of a process; empty if there is none, or on systems other than Linux. */
  static List<ThreadCpus> of(long pid) {
    return of(Path.of("/proc", Long.toString(pid), "task"));
  }

  static List<ThreadCpus> of(Path tasks) {
    List<ThreadCpus> threads = new ArrayList<>();
    try (DirectoryStream<Path> folders = Files.newDirectoryStream(tasks)) {
      for (Path folder : folders) {
        HostFacts thread = new HostFacts(folder);
        thread
            .value("status", "Cpus_allowed_list")
            .ifPresent(
                list ->
                    threads.add(
                        new ThreadCpus(
                            thread.value("status", "Name").orElse(""), CpuList.parse(list))));
      }
    } catch (IOException | DirectoryIteratorException e) {
      return threads; // the process has ended, or this is no Linux
    }
    return threads;
  }

  /** Such as {@code C2 CompilerThre on 0-3}. */
  String text() {
    return name + " on " + cpus;
  }
}
