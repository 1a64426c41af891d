package io.poolbench.dubbo;

import io.poolbench.dubbo.ClientKind.TargetConfig;
import io.poolbench.load.ReconnectPause;
import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.concurrent.locks.LockSupport;

/**
 * A client that calls Dubbo's reference on one blocked thread per slot, at the cost of a typical
 * consumer. That thread reads both time stamps around the call, so its wait for a CPU is part of
 * the latency, as for such a consumer.
 *
 * <p>A slot's first send starts its thread.
 */
final class BlockingProxyTarget extends ReferenceTarget {
  private static final String THREAD_NAME = "poolbench-user-";

  private static final long JOIN_MILLIS = 2_000;

  private final AtomicReferenceArray<User> users;
  private volatile boolean closed;

  BlockingProxyTarget(TargetConfig config, int slots, Completion completion) throws IOException {
    super(config, slots, completion, /* async= */ false, /* direct= */ false);
    this.users = new AtomicReferenceArray<>(slots);
  }

  @Override
  public void send(int slot) {
    User user = users.get(slot);
    if (user == null) {
      // A slot has one call in flight, so no other thread starts its user at the same time.
      user = new User(slot);
      users.set(slot, user);
      user.hasCall = true;
      user.start();
    } else {
      user.hasCall = true;
      LockSupport.unpark(user);
    }
  }

  @Override
  public void close() {
    closed = true;
    for (int slot = 0; slot < users.length(); slot++) {
      User user = users.get(slot);
      if (user != null) {
        user.interrupt();
      }
    }
    joinUsers();
    super.close();
  }

  private void joinUsers() {
    long deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(JOIN_MILLIS);
    try {
      for (int slot = 0; slot < users.length(); slot++) {
        User user = users.get(slot);
        long leftMillis = TimeUnit.NANOSECONDS.toMillis(deadline - System.nanoTime());
        if (user != null && leftMillis > 0) {
          user.join(leftMillis);
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** The thread of a slot, which waits for a send, calls, and completes the call. */
  private final class User extends Thread {
    private final int slot;
    private volatile boolean hasCall;

    User(int slot) {
      super(THREAD_NAME + slot);
      this.slot = slot;
      setDaemon(true);
    }

    @Override
    public void run() {
      while (!closed) {
        if (hasCall) {
          hasCall = false;
          call();
        } else {
          LockSupport.park(this);
        }
      }
    }

    private void call() {
      int variant = nextVariant(slot);
      long sentNanos = sendNow(slot);
      Object answer;
      try {
        Object returned = invoke(variant);
        answer = returned instanceof CompletableFuture<?> future ? future.join() : returned;
      } catch (RuntimeException e) {
        end(e, sentNanos, System.nanoTime());
        return;
      }
      answered(slot, variant, answer, sentNanos, System.nanoTime());
    }

    private void end(RuntimeException failure, long sentNanos, long failedNanos) {
      if (closed) {
        return;
      }
      if (FailureClassifier.isUnanswered(failure)) {
        pauseUntil(failedNanos + ReconnectPause.UNSENT_NANOS);
      }
      failed(slot, failure, sentNanos, failedNanos);
    }

    private void pauseUntil(long nanos) {
      for (long left = nanos - System.nanoTime();
          left > 0 && !closed;
          left = nanos - System.nanoTime()) {
        LockSupport.parkNanos(this, left);
      }
    }
  }
}
