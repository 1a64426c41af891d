package io.poolbench.load;

import io.poolbench.measure.Clock;
import io.poolbench.measure.LatencyRecorder;
import java.time.Duration;

/**
 * Holds a load for one step: settles, then measures. Users run on afterwards, into the next step.
 *
 * <p>For one thread.
 */
public final class StepRunner {
  private final ClosedLoop loop;
  private final LatencyRecorder recorder;
  private final Clock clock;

  /**
   * @param recorder the one that the loop records to
   */
  public StepRunner(ClosedLoop loop, LatencyRecorder recorder, Clock clock) {
    this.loop = loop;
    this.recorder = recorder;
    this.clock = clock;
  }

  /**
   * Runs a step.
   *
   * @param users concurrent users
   * @param settle how long they run before the window opens
   * @param measure how long the window is open
   * @param probe reads what else is to be known at the window's two ends, such as the provider's
   *     counters
   * @throws E where the probe cannot be read; users run on
   * @throws InterruptedException where the running thread is interrupted; users run on
   */
  public <P, E extends Exception> Window<P> run(
      int users, Duration settle, Duration measure, Probe<P, E> probe)
      throws InterruptedException, E {
    loop.users(users);
    clock.sleepUntil(clock.nanoTime() + settle.toNanos());
    P before = probe.read();
    recorder.take();
    long opened = clock.nanoTime();
    clock.sleepUntil(opened + measure.toNanos());
    var interval = recorder.take();
    long closed = clock.nanoTime();
    P after = probe.read();
    return new Window<>(closed - opened, interval, before, after);
  }
}
