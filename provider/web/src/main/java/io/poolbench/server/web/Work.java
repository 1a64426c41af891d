package io.poolbench.server.web;

import java.time.Duration;

/** The work of a request in the worker pool. */
@FunctionalInterface
interface Work {
  void run() throws InterruptedException;

  /** Work that sleeps, so that threads and not CPUs limit the rate. */
  static Work asleep(Duration delay) {
    return () -> Thread.sleep(delay.toMillis());
  }
}
