package io.poolbench.measure;

import java.util.ArrayDeque;
import java.util.Deque;

/** What is to be closed, the last first: each is, also where another one fails. For one thread. */
final class Closing implements AutoCloseable {
  private final Deque<Runnable> steps = new ArrayDeque<>();

  void add(Runnable step) {
    steps.push(step);
  }

  /** Closes all after a failure, which gets the failures of this. */
  void closeAfter(Throwable failure) {
    try {
      close();
    } catch (RuntimeException e) {
      failure.addSuppressed(e);
    }
  }

  /** Closes all, once; throws the first failure with the others. */
  @Override
  public void close() {
    RuntimeException first = null;
    while (!steps.isEmpty()) {
      try {
        steps.pop().run();
      } catch (RuntimeException e) {
        if (first == null) {
          first = e;
        } else {
          first.addSuppressed(e);
        }
      }
    }
    if (first != null) {
      throw first;
    }
  }
}
