package io.poolbench.server;

import java.time.Duration;
import java.util.concurrent.atomic.LongAdder;
import jdk.jfr.consumer.RecordingStream;

/**
 * The time in which virtual threads of this process waited while pinned to their carrier, by a
 * native frame, a class initialization or, before JDK 24, a monitor. It is read from a JVM event
 * that arrives up to a second later. Thread-safe.
 */
final class PinnedTime {
  private static final String EVENT = "jdk.VirtualThreadPinned";

  private final LongAdder nanos = new LongAdder();

  /** Starts recording until the process ends; requires a JDK with virtual threads. */
  static PinnedTime record() {
    PinnedTime pinned = new PinnedTime();
    // Not closed, as it records until the process ends.
    RecordingStream events = new RecordingStream();
    // The default threshold of the event is 20 ms.
    events.enable(EVENT).withThreshold(Duration.ZERO).withoutStackTrace();
    events.onEvent(EVENT, event -> pinned.nanos.add(event.getDuration().toNanos()));
    events.startAsync();
    return pinned;
  }

  double seconds() {
    return nanos.sum() / 1e9;
  }
}
