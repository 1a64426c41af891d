package io.poolbench.doctor;

/** The smallest step of {@code System.nanoTime}, and its cost in the fastest of many batches. */
record TimerFacts(long stepNanos, double costNanos) {
  private static final int BATCHES = 100;
  private static final int READINGS = 10_000;

  static TimerFacts measure() {
    long step = Long.MAX_VALUE;
    long fastest = Long.MAX_VALUE;
    for (int batch = 0; batch < BATCHES; batch++) {
      long begun = System.nanoTime();
      long last = begun;
      for (int i = 0; i < READINGS; i++) {
        long now = System.nanoTime();
        if (now != last) {
          step = Math.min(step, now - last);
        }
        last = now;
      }
      fastest = Math.min(fastest, last - begun);
    }
    return new TimerFacts(step, (double) fastest / READINGS);
  }
}
