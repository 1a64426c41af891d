package io.poolbench.server;

import java.time.Duration;
import java.util.concurrent.atomic.LongAdder;
import jdk.jfr.consumer.RecordingStream;

/**
 * The time in which virtual threads of this process waited while they held their carrier, from a
 * native frame, a class initialization or, before JDK 24, a monitor: by the JVM's own event, which
 * arrives up to a second later. Thread-safe.
 */
final class PinnedTime {
  private static final String EVENT = "jdk.VirtualThreadPinned";

  private final LongAdder nanos = new LongAdder();

  /** Adds up from now on, until the process ends; requires a JDK that has virtual threads. */
  static PinnedTime record() {
    PinnedTime pinned = new PinnedTime();
    // Not closed: it ends with the process.
    RecordingStream events = new RecordingStream();
    // By default only waits of 20 ms and more are events.
    events.enable(EVENT).withThreshold(Duration.ZERO).withoutStackTrace();
    events.onEvent(EVENT, event -> pinned.nanos.add(event.getDuration().toNanos()));
    events.startAsync();
    return pinned;
  }

  /** The sum of the waits that have ended. */
  double seconds() {
    return nanos.sum() / 1e9;
  }
}
