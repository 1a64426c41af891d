package io.poolbench.cli;

import static java.util.concurrent.TimeUnit.NANOSECONDS;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;

/** A TCP proxy of a Redis on this machine that delays answers and cuts connections. Thread-safe. */
final class RedisDoor implements AutoCloseable {
  private final ServerSocket entrance = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
  private final List<Socket> sockets = new CopyOnWriteArrayList<>();
  private final CountDownLatch closed = new CountDownLatch(1);
  private final int redisPort;
  private final AtomicReference<Duration> delay = new AtomicReference<>(Duration.ZERO);

  RedisDoor(int redisPort) throws IOException {
    this.redisPort = redisPort;
    daemon(this::accept);
  }

  String uri() {
    return "redis://127.0.0.1:" + entrance.getLocalPort();
  }

  /** Delays the next answer on one connection. */
  void delayNextAnswer(Duration by) {
    delay.set(by);
  }

  /** Cuts all connections; new ones are accepted. */
  void cut() throws IOException {
    for (Socket socket : sockets) {
      socket.close();
    }
  }

  private void accept() {
    try {
      while (true) {
        Socket client = entrance.accept();
        Socket redis = new Socket(InetAddress.getLoopbackAddress(), redisPort);
        sockets.addAll(List.of(client, redis));
        daemon(() -> copy(client, redis, false));
        daemon(() -> copy(redis, client, true));
      }
    } catch (IOException ended) {
      return;
    }
  }

  private void copy(Socket from, Socket to, boolean answers) {
    byte[] buffer = new byte[8192];
    try (InputStream input = from.getInputStream();
        OutputStream output = to.getOutputStream()) {
      for (int read = input.read(buffer); read >= 0; read = input.read(buffer)) {
        if (answers) {
          var unused = closed.await(delay.getAndSet(Duration.ZERO).toNanos(), NANOSECONDS);
        }
        output.write(buffer, 0, read);
      }
    } catch (IOException ended) {
      return;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static void daemon(Runnable work) {
    Thread thread = new Thread(work, "redis-door");
    thread.setDaemon(true);
    thread.start();
  }

  @Override
  public void close() throws IOException {
    closed.countDown();
    entrance.close();
    cut();
  }
}
