package io.poolbench.agent;

import io.poolbench.core.AgentProtocol;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * A port on loopback, which each local account can reach. Each connection has a thread of its own,
 * and a time limit for a whole request, so that none delays another. Thread-safe.
 */
public final class LoopbackListener implements AutoCloseable {
  /** Connections that are served at once; a further one ends the oldest. */
  private static final int MAX_SERVED = 32;

  /** A pause after a failure to accept, such as without free file descriptors. */
  private static final long RETRY_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

  private final ServerSocket server;
  private final Service service;
  private final String name;
  private final Deque<Socket> served = new ArrayDeque<>();

  /** Serves one connection. */
  @FunctionalInterface
  public interface Service {
    /** Returns whether the connection is kept, by a thread of the service's own. */
    boolean serve(Socket connection) throws IOException;
  }

  /**
   * Listens at any free port.
   *
   * @param name of the threads
   */
  public LoopbackListener(Service service, String name) throws IOException {
    this(service, name, new ServerSocket(0, 0, loopback()));
  }

  LoopbackListener(Service service, String name, ServerSocket server) {
    this.service = service;
    this.name = name;
    this.server = server;
    daemon(this::accept, name);
  }

  /** 127.0.0.1, whichever version of the protocol the program prefers. */
  public static InetAddress loopback() throws IOException {
    return InetAddress.getAllByName(AgentProtocol.LOOPBACK)[0];
  }

  public int port() {
    return server.getLocalPort();
  }

  private void accept() {
    while (!server.isClosed()) {
      try {
        Socket connection = server.accept();
        makeRoom(connection);
        daemon(() -> serve(connection), name + "-connection");
      } catch (IOException | OutOfMemoryError e) {
        // One connection less: the port stays. (No thread can be created, says an
        // OutOfMemoryError.)
        LockSupport.parkNanos(RETRY_NANOS);
      }
    }
  }

  private static void daemon(Runnable work, String name) {
    Thread thread = new Thread(work, name);
    thread.setDaemon(true);
    thread.start();
  }

  private synchronized void makeRoom(Socket next) {
    if (served.size() == MAX_SERVED) {
      close(served.remove());
    }
    served.add(next);
  }

  private void serve(Socket connection) {
    boolean kept = false;
    try {
      connection.setTcpNoDelay(true);
      kept = service.serve(connection);
    } catch (IOException | RuntimeException ended) {
      // By the other end, its time limit, or bytes that are no request.
      kept = false;
    } finally {
      synchronized (this) {
        served.remove(connection);
      }
      if (!kept) {
        close(connection);
      }
    }
  }

  private static void close(Socket connection) {
    try {
      connection.close();
    } catch (IOException closed) {
      return;
    }
  }

  /** Ends the port and the connections that are served, but for those that were kept. */
  @Override
  public void close() {
    try {
      server.close();
    } catch (IOException closed) {
      return;
    } finally {
      synchronized (this) {
        served.forEach(LoopbackListener::close);
      }
    }
  }

  /**
   * The bytes of a connection, with a time limit for a whole request: a read beyond it fails with a
   * {@link SocketTimeoutException}.
   */
  public static final class RequestInput extends InputStream {
    private final Socket connection;
    private final InputStream bytes;
    private final long limitNanos;
    private final boolean lines;
    private boolean begun;
    private long begunNanos = System.nanoTime();

    private RequestInput(Socket connection, long limitMillis, boolean lines) throws IOException {
      this.connection = connection;
      this.bytes = connection.getInputStream();
      this.limitNanos = TimeUnit.MILLISECONDS.toNanos(limitMillis);
      this.lines = lines;
      this.begun = !lines;
    }

    /** One request, whose time begins now. */
    public static RequestInput one(Socket connection, long limitMillis) throws IOException {
      return new RequestInput(connection, limitMillis, false);
    }

    /** Requests of one line, each of which has its time from the first byte to the last. */
    public static RequestInput lines(Socket connection, long limitMillis) throws IOException {
      return new RequestInput(connection, limitMillis, true);
    }

    @Override
    public int read() throws IOException {
      byte[] one = new byte[1];
      return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] buffer, int offset, int length) throws IOException {
      connection.setSoTimeout(begun ? leftMillis() : 0);
      int read = bytes.read(buffer, offset, length);
      if (lines && read > 0) {
        begunNanos = begun ? begunNanos : System.nanoTime();
        begun = buffer[offset + read - 1] != '\n';
      }
      return read;
    }

    private int leftMillis() throws SocketTimeoutException {
      long left = TimeUnit.NANOSECONDS.toMillis(begunNanos + limitNanos - System.nanoTime());
      if (left <= 0) {
        throw new SocketTimeoutException("request not complete");
      }
      return (int) left;
    }
  }
}
