package io.poolbench.server.service;

import java.util.concurrent.atomic.AtomicInteger;

/**
 * A round robin per thread over equal members. The first thread starts at the first member, the
 * next thread at the second, and so on.
 *
 * <p>Each thread uses all members equally often, however few threads there are, and threads share
 * no state after their start. Thread-safe. Allocates once per thread.
 */
final class RoundRobin {
  private final int members;
  private final AtomicInteger threads = new AtomicInteger();
  private final ThreadLocal<int[]> nextOfThread = ThreadLocal.withInitial(this::first);

  RoundRobin(int members) {
    this.members = members;
  }

  private int[] first() {
    return new int[] {Math.floorMod(threads.getAndIncrement(), members)};
  }

  int next() {
    int[] next = nextOfThread.get();
    int member = next[0];
    next[0] = member + 1 == members ? 0 : member + 1;
    return member;
  }
}
