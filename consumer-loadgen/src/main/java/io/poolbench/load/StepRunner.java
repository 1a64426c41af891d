package io.poolbench.load;

import io.poolbench.measure.NanoClock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * Runs a step: holds a load level, waits until it settles, then measures a window. The load runs on
 * afterwards, into the next step.
 *
 * <p>For one thread.
 */
public final class StepRunner {
  /** The number of parts of a window, by whose spread a step's stability is measured. */
  public static final int PARTS = 5;

  private static final PartListener NO_LISTENER = (level, part) -> {};

  private final Load load;
  private final NanoClock clock;
  private final PartListener listener;

  /**
   * Receives each part of a window as it closes, on the thread that runs the step; returns soon.
   */
  @FunctionalInterface
  public interface PartListener {
    /**
     * A part has closed.
     *
     * @param level the load level of the step
     */
    void closed(int level, MeasuredWindow.Part part);
  }

  /**
   * @param clock the load's clock
   */
  public StepRunner(Load load, NanoClock clock) {
    this(load, clock, NO_LISTENER);
  }

  /**
   * @param clock the load's clock
   * @param listener receives each part of each window
   */
  public StepRunner(Load load, NanoClock clock, PartListener listener) {
    this.load = load;
    this.clock = clock;
    this.listener = listener;
  }

  /**
   * Runs a step.
   *
   * @param level users, or requests per second
   * @param settle how long the level is held before the window opens
   * @param measure the window's length
   * @param probe reads further counters at both ends of the window
   * @throws E where the probe cannot be read, or its check fails; the load runs on
   * @throws InterruptedException where the running thread is interrupted; the load runs on
   */
  public <P, E extends Exception> MeasuredWindow<P> run(
      int level, Duration settle, Duration measure, Probe<P, E> probe)
      throws InterruptedException, E {
    load.level(level);
    clock.sleepUntil(clock.nanoTime() + settle.toNanos());
    P before = probe.read();
    load.take();
    long opened = clock.nanoTime();
    List<MeasuredWindow.Part> parts = new ArrayList<>(PARTS);
    long partOpened = opened;
    for (int part = 1; part <= PARTS; part++) {
      clock.sleepUntil(opened + measure.toNanos() * part / PARTS);
      var interval = load.take();
      long partClosed = clock.nanoTime();
      parts.add(new MeasuredWindow.Part(partClosed - partOpened, interval));
      partOpened = partClosed;
      if (part < PARTS) {
        probe.check();
        listener.closed(level, parts.get(part - 1));
      }
    }
    P after = probe.read();
    // Only after the probe, so that a slow listener does not delay it.
    listener.closed(level, parts.get(PARTS - 1));
    return new MeasuredWindow<>(parts, before, after);
  }
}
