package io.poolbench.redis;

/** A delay for each connection of a proxy, drawn from a seed of its own. For one thread. */
final class Delays {
  private AddedLatency latency;
  private long nextSeed;

  Delays(AddedLatency latency, long seed) {
    this.latency = latency;
    this.nextSeed = seed;
  }

  /** From here on delays are of this latency. */
  void changeTo(AddedLatency newLatency) {
    latency = newLatency;
  }

  Delay next() {
    return Delay.of(latency, nextSeed++);
  }
}
