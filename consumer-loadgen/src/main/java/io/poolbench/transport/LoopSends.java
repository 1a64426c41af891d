package io.poolbench.transport;

import io.netty.channel.EventLoop;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.IntConsumer;

/**
 * The sends of some slots on one event loop, whose state is theirs alone: a send from another
 * thread is handed to it, so that nothing is locked. Each slot has one task, created once, so that
 * nothing is allocated.
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

  /** Sends the next call of an index. Any thread. */
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
