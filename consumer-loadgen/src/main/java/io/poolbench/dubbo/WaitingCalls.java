package io.poolbench.dubbo;

import java.util.Arrays;

/** A FIFO queue of distinct indexes, any of which can be removed. Not thread-safe. */
final class WaitingCalls {
  private static final int NONE = -1;
  private static final int ABSENT = -2;

  private final int[] next;
  private final int[] previous;
  private int first = NONE;
  private int last = NONE;

  WaitingCalls(int count) {
    next = new int[count];
    previous = new int[count];
    Arrays.fill(next, ABSENT);
  }

  boolean isEmpty() {
    return first == NONE;
  }

  boolean contains(int index) {
    return next[index] != ABSENT;
  }

  /** The oldest index; the queue must not be empty. */
  int first() {
    return first;
  }

  void add(int index) {
    next[index] = NONE;
    previous[index] = last;
    if (last == NONE) {
      first = index;
    } else {
      next[last] = index;
    }
    last = index;
  }

  void remove(int index) {
    if (previous[index] == NONE) {
      first = next[index];
    } else {
      next[previous[index]] = next[index];
    }
    if (next[index] == NONE) {
      last = previous[index];
    } else {
      previous[next[index]] = previous[index];
    }
    next[index] = ABSENT;
  }
}
