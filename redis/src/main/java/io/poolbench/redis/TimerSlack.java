package io.poolbench.redis;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The timer slack of a thread: the time by which the kernel may delay its timers to wake it
 * together with others. 50 us by default on Linux.
 */
final class TimerSlack {
  private static final Logger log = LoggerFactory.getLogger(TimerSlack.class);

  private TimerSlack() {}

  /** Sets the thread's slack to the minimum, without privileges; no effect on other systems. */
  static void minimizeForThisThread() {
    Path self = Path.of("/proc/thread-self");
    if (!Files.isSymbolicLink(self)) {
      return;
    }
    try {
      // The link is PID/task/TID, but the file exists in /proc/TID only.
      Path tid = Files.readSymbolicLink(self).getFileName();
      Files.writeString(Path.of("/proc", tid.toString(), "timerslack_ns"), "1");
    } catch (IOException e) {
      log.info("Timer slack not changed: {}", e.getMessage());
    }
  }
}
