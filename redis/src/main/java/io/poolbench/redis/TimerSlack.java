package io.poolbench.redis;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * By how much the kernel may let a thread's timers run over, to wake it together with others: on
 * Linux 50 us unless a thread asks for less.
 */
final class TimerSlack {
  private static final Logger log = LoggerFactory.getLogger(TimerSlack.class);

  private TimerSlack() {}

  /**
   * Asks for the least slack for the calling thread; where the system has no such thing, it stays
   * as it is. A thread needs no privilege for its own slack.
   */
  static void leastForThisThread() {
    Path self = Path.of("/proc/thread-self");
    if (!Files.isSymbolicLink(self)) {
      return;
    }
    try {
      // The link reads PID/task/TID; the file is in the thread's own folder only, not in that one.
      Path tid = Files.readSymbolicLink(self).getFileName();
      Files.writeString(Path.of("/proc", tid.toString(), "timerslack_ns"), "1");
    } catch (IOException e) {
      log.info("The timer slack stays as it is: {}", e.getMessage());
    }
  }
}
