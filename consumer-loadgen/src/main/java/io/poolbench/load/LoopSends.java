package io.poolbench.load;

import io.netty.channel.EventLoop;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.IntConsumer;

/**
 * Sends the calls of some slots on one event loop, which alone accesses their state. A send from
 * another thread is handed to the loop, so that no locks are needed. Each slot has one task,
 * created once, so that a send allocates nothing.
 */
public final class LoopSends {
  private final EventLoop eventLoop;
  private final IntConsumer send;
  private final Runnable[] tasks;

  public LoopSends(EventLoop eventLoop, int count, IntConsumer send) {
    this.eventLoop = eventLoop;
    this.send = send;
    this.tasks = new Runnable[count];
    for (int index = 0; index < count; index++) {
      int own = index;
      tasks[index] = () -> send.accept(own);
    }
  }

  /** Sends the next call of an index. Callable from any thread. */
  public void send(int index) {
    if (eventLoop.inEventLoop()) {
      send.accept(index);
      return;
    }
    try {
      eventLoop.execute(tasks[index]);
    } catch (RejectedExecutionException e) {
      // The target is closed; its calls may end without a completion.
      if (!eventLoop.isShuttingDown()) {
        throw e;
      }
    }
  }
}
