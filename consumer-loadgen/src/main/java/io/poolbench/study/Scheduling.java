package io.poolbench.study;

import io.poolbench.api.Named;
import java.util.List;
import java.util.Optional;

/** How the kernel schedules the provider's threads (Linux, {@code sched(7)}). */
public enum Scheduling implements Named {
  /** SCHED_OTHER, the default: fair shares. */
  OTHER("other", "", 0),
  /** SCHED_BATCH: fair shares, but a thread that wakes up does not preempt a running one. */
  BATCH("batch", "chrt -b 0", 0),
  /** SCHED_RR: a thread runs until it waits, or until the time slice of real-time threads ends. */
  ROUND_ROBIN("rr", "chrt -r 1", 0),
  /**
   * SCHED_OTHER, with business threads at niceness 19: any other thread that wakes up, such as one
   * that reads requests or Redis' answers, runs first.
   */
  IO_FIRST("io-first", "", 19);

  private final String id;
  private final String launcher;
  private final int businessNiceness;

  Scheduling(String id, String launcher, int businessNiceness) {
    this.id = id;
    this.launcher = launcher;
    this.businessNiceness = businessNiceness;
  }

  @Override
  public String id() {
    return id;
  }

  /** The prefix of a command, with util-linux' {@code chrt}; empty for the default. */
  public List<String> launcher() {
    return launcher.isEmpty() ? List.of() : List.of(launcher.split(" "));
  }

  /**
   * The niceness of business threads, {@code nice(2)}; 0 is the default. At 19 a thread gets almost
   * no CPU time while others are runnable.
   */
  public int businessNiceness() {
    return businessNiceness;
  }

  /** The util-linux command that the policy needs; empty if none. */
  public Optional<String> command() {
    return businessNiceness == 0 ? launcher().stream().findFirst() : Optional.of("renice");
  }
}
