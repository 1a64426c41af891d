package io.poolbench.doctor;

/**
 * The clock that latencies are taken from.
 *
 * @param stepNanos the smallest step by which it was seen to move on
 * @param costNanos what one reading costs, mean
 */
record TimerFacts(long stepNanos, double costNanos) {
  private static final int READINGS = 500_000;

  static TimerFacts measure() {
    readings(); // so that the compiler is done
    return readings();
  }

  private static TimerFacts readings() {
    long step = Long.MAX_VALUE;
    long begun = System.nanoTime();
    long last = begun;
    for (int i = 0; i < READINGS; i++) {
      long now = System.nanoTime();
      if (now != last) {
        step = Math.min(step, now - last);
      }
      last = now;
    }
    return new TimerFacts(step, (double) (last - begun) / READINGS);
  }
}
