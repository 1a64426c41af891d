package io.poolbench.lab;

import io.poolbench.result.ThreadRole;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Gives a provider's business threads their niceness, by the {@code renice} command: no JVM lets
 * its threads have one each. For one thread.
 */
final class BusinessNiceness {
  private final long pid;
  private final int niceness;
  private final Set<Long> done = new HashSet<>();

  /**
   * @param pid the provider's
   * @param niceness as {@code nice(2)} has it; at 0 all is left as it is
   */
  BusinessNiceness(long pid, int niceness) {
    this.pid = pid;
    this.niceness = niceness;
  }

  /** Gives it to those that were not there the last time. */
  void apply() throws InterruptedException {
    if (niceness == 0) {
      return;
    }
    List<String> command = new ArrayList<>(List.of("renice", "-n", niceness + "", "-p"));
    int before = command.size();
    ProcessThreads.read(pid).map(ProcessThreads::threads).orElse(List.of()).stream()
        .filter(thread -> ThreadRoles.of(thread.name()) == ThreadRole.BUSINESS)
        .map(ThreadUse::tid)
        .filter(done::add)
        .forEach(tid -> command.add(tid.toString()));
    if (command.size() > before) {
      // It fails where one of them has just ended, and still serves the others.
      Pinning.runs(command);
    }
  }
}
