package io.poolbench.dubbo;

import io.netty.channel.EventLoop;
import io.netty.util.concurrent.Future;

/** A connection that many calls share, and the slots that call through it. */
interface SlotConnection {
  /** The connection's thread. */
  EventLoop eventLoop();

  /** Connects for the first time; fails where what answers does not speak the protocol. */
  Future<?> connect();

  /** Sends the next call of a slot of this connection. Any thread. */
  void send(int slot);

  /** When a slot's last call was sent; any thread. */
  long sentNanos(int slot);

  /** Ends overdue calls, and keeps an idle connection alive. Event loop. */
  void sweep(long now);

  /** Closes the connection; its close completes no call. Event loop. */
  void close();
}
