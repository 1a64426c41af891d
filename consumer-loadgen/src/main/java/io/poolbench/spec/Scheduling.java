package io.poolbench.spec;

import java.util.List;

/** How the kernel shares the provider's CPUs out among its threads (Linux, {@code sched(7)}). */
public enum Scheduling {
  /** SCHED_OTHER, what processes have unless somebody asks: fair shares. */
  OTHER("other", ""),
  /** SCHED_BATCH: fair shares, but a thread that wakes up interrupts none that runs. */
  BATCH("batch", "chrt -b 0"),
  /** SCHED_RR: a thread runs until it waits, or until the time slice of real-time threads ends. */
  ROUND_ROBIN("rr", "chrt -r 1");

  private final String id;
  private final String launcher;

  Scheduling(String id, String launcher) {
    this.id = id;
    this.launcher = launcher;
  }

  /** Its name in a study. */
  public String id() {
    return id;
  }

  /**
   * What starts a command under it when written in front, with util-linux' {@code chrt}; empty for
   * what every command has.
   */
  public List<String> launcher() {
    return launcher.isEmpty() ? List.of() : List.of(launcher.split(" "));
  }
}
