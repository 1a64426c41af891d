package io.poolbench.dubbo;

import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.nio.ByteBuffer;

/** A server that runs a test's script on each connection and then closes it. */
final class ScriptedServer implements AutoCloseable {
  private static final int HEADER_BYTES = 16;

  private final ServerSocket server;
  private final Script script;

  interface Script {
    void run(Socket connection) throws IOException, InterruptedException;
  }

  ScriptedServer(Script script) throws IOException {
    this.script = script;
    server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    Thread thread = new Thread(this::serve, "scripted-server");
    thread.setDaemon(true);
    thread.start();
  }

  private void serve() {
    while (!server.isClosed()) {
      try (Socket connection = server.accept()) {
        script.run(connection);
      } catch (EOFException | SocketException e) {
        // Either side is done: the client, which may come again, or this server.
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      } catch (InterruptedException e) {
        return;
      }
    }
  }

  /**
   * Reads one frame of the dubbo protocol.
   *
   * @throws EOFException where the client has hung up
   */
  static byte[] readFrame(Socket connection) throws IOException {
    DataInputStream in = new DataInputStream(connection.getInputStream());
    byte[] header = new byte[HEADER_BYTES];
    in.readFully(header);
    byte[] body = new byte[ByteBuffer.wrap(header).getInt(HEADER_BYTES - Integer.BYTES)];
    in.readFully(body);
    return ByteBuffer.allocate(HEADER_BYTES + body.length).put(header).put(body).array();
  }

  InetSocketAddress address() {
    return (InetSocketAddress) server.getLocalSocketAddress();
  }

  /** An answer without a value to a request, or to the one of a slot that lies so much higher. */
  static byte[] emptyAnswer(byte[] request, int slotsHigher) {
    return ByteBuffer.allocate(HEADER_BYTES + 1)
        .putShort((short) 0xdabb)
        .put((byte) 0x02)
        .put((byte) 20)
        .putLong(ByteBuffer.wrap(request).getLong(DubboFrame.ID_OFFSET) + slotsHigher)
        .putInt(1)
        .put((byte) 0x92)
        .array();
  }

  @Override
  public void close() throws IOException {
    server.close();
  }
}
