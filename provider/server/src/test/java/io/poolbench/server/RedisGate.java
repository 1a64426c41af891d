package io.poolbench.server;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;

/** A proxy to a Redis on this machine that can hold answers back. */
final class RedisGate implements AutoCloseable {
  private static final CountDownLatch ALWAYS_OPEN = new CountDownLatch(0);

  private final ServerSocket entrance = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
  private final List<Socket> sockets = new CopyOnWriteArrayList<>();
  private final List<AtomicLong> requestBytes = new CopyOnWriteArrayList<>();
  private final int redisPort;
  private volatile CountDownLatch open = ALWAYS_OPEN;

  RedisGate(int redisPort) throws IOException {
    this.redisPort = redisPort;
    new Thread(this::accept, "gate").start();
  }

  String uri() {
    return "redis://127.0.0.1:" + entrance.getLocalPort();
  }

  /** Holds answers that arrive from now on. */
  void hold() {
    open = new CountDownLatch(1);
  }

  void release() {
    open.countDown();
  }

  /** Bytes sent to Redis by each connection, in the order of their opening. */
  List<Long> requestBytes() {
    return requestBytes.stream().map(AtomicLong::get).toList();
  }

  private void accept() {
    try {
      while (true) {
        Socket client = entrance.accept();
        Socket redis = new Socket(InetAddress.getLoopbackAddress(), redisPort);
        sockets.addAll(List.of(client, redis));
        AtomicLong requested = new AtomicLong();
        requestBytes.add(requested);
        new Thread(() -> copy(client, redis, () -> ALWAYS_OPEN, requested), "gate-requests")
            .start();
        new Thread(() -> copy(redis, client, () -> open, new AtomicLong()), "gate-answers").start();
      }
    } catch (IOException closed) {
      return;
    }
  }

  private void copy(Socket from, Socket to, Supplier<CountDownLatch> gate, AtomicLong copiedBytes) {
    byte[] buffer = new byte[8192];
    try (InputStream input = from.getInputStream();
        OutputStream output = to.getOutputStream()) {
      for (int read = input.read(buffer); read >= 0; read = input.read(buffer)) {
        gate.get().await();
        // Before Redis can answer them.
        copiedBytes.addAndGet(read);
        output.write(buffer, 0, read);
      }
    } catch (IOException closed) {
      return;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public void close() throws IOException {
    release();
    entrance.close();
    for (Socket socket : sockets) {
      socket.close();
    }
  }
}
