package io.poolbench.spec;

import java.util.List;
import java.util.Optional;

/** How the kernel shares the provider's CPUs out among its threads (Linux, {@code sched(7)}). */
public enum Scheduling {
  /** SCHED_OTHER, what processes have unless somebody asks: fair shares. */
  OTHER("other", ""),
  /** SCHED_BATCH: fair shares, but a thread that wakes up interrupts none that runs. */
  BATCH("batch", "chrt -b 0"),
  /** SCHED_RR: a thread runs until it waits, or until the time slice of real-time threads ends. */
  ROUND_ROBIN("rr", "chrt -r 1"),
  /**
   * SCHED_OTHER, with business threads at niceness 19: whichever other thread wakes up, such as one
   * that reads requests or Redis' answers, goes first.
   */
  IO_FIRST("io-first", "", 19);

  private final String id;
  private final String launcher;
  private final int businessNiceness;

  Scheduling(String id, String launcher) {
    this(id, launcher, 0);
  }

  Scheduling(String id, String launcher, int businessNiceness) {
    this.id = id;
    this.launcher = launcher;
    this.businessNiceness = businessNiceness;
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

  /**
   * The niceness of business threads, {@code nice(2)}; at 0, what every thread has, nothing is
   * done. At 19 the kernel gives a thread next to nothing while others want to run.
   */
  public int businessNiceness() {
    return businessNiceness;
  }

  /** The command of util-linux that it needs; empty where it needs none. */
  public Optional<String> command() {
    return businessNiceness == 0 ? launcher().stream().findFirst() : Optional.of("renice");
  }
}
