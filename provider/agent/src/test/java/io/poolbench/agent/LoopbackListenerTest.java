package io.poolbench.agent;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.poolbench.agent.LoopbackListener.RequestInput;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What any local account may do to a port of a provider without delaying others. */
@Timeout(60)
class LoopbackListenerTest {
  private final List<AutoCloseable> opened = new ArrayList<>();

  @AfterEach
  void close() throws Exception {
    for (AutoCloseable each : opened) {
      each.close();
    }
  }

  private <T extends AutoCloseable> T opened(T closeable) {
    opened.add(closeable);
    return closeable;
  }

  private Socket connect(LoopbackListener listener) throws IOException {
    return opened(new Socket(LoopbackListener.loopback(), listener.port()));
  }

  /** Answers a line by the same line. */
  private static boolean echo(Socket connection) throws IOException {
    BufferedReader lines =
        new BufferedReader(new InputStreamReader(RequestInput.one(connection, 60_000), US_ASCII));
    connection.getOutputStream().write((lines.readLine() + "\n").getBytes(US_ASCII));
    return false;
  }

  private static void assertAnswered(Socket client) throws IOException {
    client.getOutputStream().write("all\n".getBytes(US_ASCII));
    assertThat(client.getInputStream().readAllBytes()).isEqualTo("all\n".getBytes(US_ASCII));
  }

  @Test
  void silentConnectionsDelayNobody() throws Exception {
    LoopbackListener listener = opened(new LoopbackListener(LoopbackListenerTest::echo, "test"));
    for (int silent = 0; silent < 200; silent++) {
      connect(listener).getOutputStream().write("GE".getBytes(US_ASCII));
    }
    assertAnswered(connect(listener));
  }

  @Test
  void theOldestConnectionEndsWhereThereAreMany() throws Exception {
    LoopbackListener listener = opened(new LoopbackListener(LoopbackListenerTest::echo, "test"));
    Socket oldest = connect(listener);
    for (int silent = 0; silent < 32; silent++) {
      connect(listener);
    }
    assertThat(oldest.getInputStream().read()).isEqualTo(-1);
    assertAnswered((Socket) opened.get(opened.size() - 1));
  }

  @Test
  void aFailureToAcceptDoesNotEndThePort() throws Exception {
    ServerSocket failing =
        new ServerSocket(0, 0, LoopbackListener.loopback()) {
          private int failures = 3;

          @Override
          public Socket accept() throws IOException {
            if (failures-- > 0) {
              throw new IOException("Too many open files");
            }
            return super.accept();
          }
        };
    assertAnswered(
        connect(opened(new LoopbackListener(LoopbackListenerTest::echo, "test", failing))));
  }

  @Test
  void aServiceThatFailsEndsItsConnectionOnly() throws Exception {
    LoopbackListener listener =
        opened(
            new LoopbackListener(
                connection -> {
                  throw new IllegalStateException("as of a hostile request");
                },
                "test"));
    for (int each = 0; each < 2; each++) {
      assertThat(connect(listener).getInputStream().read()).isEqualTo(-1);
    }
  }

  @Test
  void whatIsKeptIsNotClosed() throws Exception {
    CountDownLatch kept = new CountDownLatch(1);
    List<Socket> connections = new ArrayList<>();
    LoopbackListener listener =
        opened(
            new LoopbackListener(
                connection -> {
                  connections.add(opened(connection));
                  kept.countDown();
                  return true;
                },
                "test"));
    Socket client = connect(listener);
    kept.await();
    listener.close();
    connections.get(0).getOutputStream().write('x');
    assertThat(client.getInputStream().read()).isEqualTo('x');
  }

  @Test
  void aRequestHasATimeLimitAsAWhole() throws Exception {
    try (ServerSocket server = new ServerSocket(0, 0, LoopbackListener.loopback());
        Socket client = new Socket(LoopbackListener.loopback(), server.getLocalPort());
        Socket connection = server.accept()) {
      InputStream input = RequestInput.one(connection, 200);
      Thread drip = new Thread(() -> dripUntilClosed(client));
      drip.start();
      assertThatThrownBy(input::readAllBytes).isInstanceOf(SocketTimeoutException.class);
      connection.close();
      drip.join();
    }
  }

  /** Sends each byte long before a limit for one byte would be reached. */
  private static void dripUntilClosed(Socket client) {
    try {
      while (true) {
        client.getOutputStream().write('x');
        Thread.onSpinWait();
      }
    } catch (IOException closed) {
      return;
    }
  }

  @Test
  void betweenLinesThereIsNoLimitButWithinOne() throws Exception {
    try (ServerSocket server = new ServerSocket(0, 0, LoopbackListener.loopback());
        Socket client = new Socket(LoopbackListener.loopback(), server.getLocalPort());
        Socket connection = server.accept()) {
      InputStream input = RequestInput.lines(connection, 200);
      client.getOutputStream().write("one\n".getBytes(US_ASCII));
      assertThat(input.readNBytes(4)).isEqualTo("one\n".getBytes(US_ASCII));
      assertThat(connection.getSoTimeout()).as("until the first byte of a line").isZero();
      client.getOutputStream().write("tw".getBytes(US_ASCII));
      assertThat(input.readNBytes(2)).isEqualTo("tw".getBytes(US_ASCII));
      assertThatThrownBy(input::read).isInstanceOf(SocketTimeoutException.class);
    }
  }
}
