package io.poolbench.redis;

import io.netty.util.concurrent.DefaultThreadFactory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Creates daemon threads with minimal timer slack, which is the time by which the kernel may delay
 * a thread's timers to wake it together with others: 50 us by default on Linux.
 */
public final class PunctualThreadFactory extends DefaultThreadFactory {
  private static final Logger log = LoggerFactory.getLogger(PunctualThreadFactory.class);

  public PunctualThreadFactory(String name) {
    super(name, true);
  }

  @Override
  public Thread newThread(Runnable work) {
    return super.newThread(
        () -> {
          minimizeSlackOfThisThread();
          work.run();
        });
  }

  /** Sets the thread's slack to the minimum, without privileges; no effect on other systems. */
  static void minimizeSlackOfThisThread() {
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
