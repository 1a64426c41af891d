package io.poolbench.server.service;

import java.util.concurrent.atomic.AtomicInteger;

/**
 * Which of several equal members a thread takes next: each in turn, the first thread beginning at
 * the first, the next at the second, and so on.
 *
 * <p>So each thread takes each member equally often, however few threads there are, and threads
 * share nothing once they have begun. Thread-safe. Allocates nothing, except once a thread.
 */
final class RoundRobin {
  private final int members;
  private final AtomicInteger threads = new AtomicInteger();
  private final ThreadLocal<int[]> nextOfThread = ThreadLocal.withInitial(this::firstTurn);

  RoundRobin(int members) {
    this.members = members;
  }

  private int[] firstTurn() {
    return new int[] {Math.floorMod(threads.getAndIncrement(), members)};
  }

  /** The calling thread's next member, from 0. */
  int next() {
    int[] next = nextOfThread.get();
    int member = next[0];
    next[0] = member + 1 == members ? 0 : member + 1;
    return member;
  }
}
