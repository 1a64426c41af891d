package io.poolbench.spec;

/** How the kernel shares the provider's CPUs out among its threads (Linux, {@code sched(7)}). */
public enum Scheduling {
  /** SCHED_OTHER, what processes have unless somebody asks: fair shares. */
  OTHER("other"),
  /** SCHED_BATCH: fair shares, but a thread that wakes up interrupts none that runs. */
  BATCH("batch"),
  /** SCHED_RR: a thread runs until it waits, or until the time slice of real-time threads ends. */
  ROUND_ROBIN("rr");

  private final String id;

  Scheduling(String id) {
    this.id = id;
  }

  /** Its name in a study. */
  public String id() {
    return id;
  }
}
