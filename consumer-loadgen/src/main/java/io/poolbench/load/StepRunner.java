package io.poolbench.load;

import io.poolbench.measure.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * Holds a load for one step: settles, then measures. The load runs on afterwards, into the next
 * step.
 *
 * <p>For one thread.
 */
public final class StepRunner {
  /** In how many parts a window is seen, so that a step can say how settled it was. */
  public static final int PARTS = 5;

  private final Load load;
  private final Clock clock;
  private final PartListener listener;

  /**
   * @param clock the one by which the load runs
   */
  public StepRunner(Load load, Clock clock) {
    this(load, clock, PartListener.NONE);
  }

  /**
   * @param clock the one by which the load runs
   * @param listener hears of each part of each window
   */
  public StepRunner(Load load, Clock clock, PartListener listener) {
    this.load = load;
    this.clock = clock;
    this.listener = listener;
  }

  /**
   * Runs a step.
   *
   * @param level users, or requests per second
   * @param settle how long the load is held before the window opens
   * @param measure how long the window is open
   * @param probe reads what else is to be known at the window's two ends, such as the provider's
   *     counters
   * @throws E where the probe cannot be read, or gives the window up; the load runs on
   * @throws InterruptedException where the running thread is interrupted; the load runs on
   */
  public <P, E extends Exception> Window<P> run(
      int level, Duration settle, Duration measure, Probe<P, E> probe)
      throws InterruptedException, E {
    load.level(level);
    clock.sleepUntil(clock.nanoTime() + settle.toNanos());
    P before = probe.read();
    load.take();
    long opened = clock.nanoTime();
    List<Window.Part> parts = new ArrayList<>(PARTS);
    long partOpened = opened;
    for (int part = 1; part <= PARTS; part++) {
      clock.sleepUntil(opened + measure.toNanos() * part / PARTS);
      var interval = load.take();
      long partClosed = clock.nanoTime();
      parts.add(new Window.Part(partClosed - partOpened, interval));
      partOpened = partClosed;
      if (part < PARTS) {
        probe.glance();
        listener.closed(level, parts.get(part - 1));
      }
    }
    P after = probe.read();
    // The window is over before anybody hears of its last part, so that its probe is not late.
    listener.closed(level, parts.get(PARTS - 1));
    return new Window<>(parts, before, after);
  }
}
