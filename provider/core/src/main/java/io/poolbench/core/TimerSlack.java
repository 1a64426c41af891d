package io.poolbench.core;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;

/**
 * The time by which Linux may delay a thread's timers to wake it together with others: 50 us unless
 * it is changed. A new thread has the slack of the thread that starts it.
 */
public final class TimerSlack {
  private TimerSlack() {}

  /**
   * Sets the calling thread's slack to the minimum, 1 ns. Needs no privileges; has no effect on
   * other systems, or where /proc is read-only.
   */
  public static void minimize() {
    Path self = Paths.get("/proc/thread-self");
    if (!Files.isSymbolicLink(self)) {
      return;
    }
    try {
      // The link is PID/task/TID, but the file exists in /proc/TID only.
      Path thread = Files.readSymbolicLink(self).getFileName();
      Files.write(Paths.get("/proc", thread.toString(), "timerslack_ns"), "1".getBytes(US_ASCII));
    } catch (IOException e) {
      // Timers are then some 50 us later.
    }
  }
}
