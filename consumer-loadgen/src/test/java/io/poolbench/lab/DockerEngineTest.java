package io.poolbench.lab;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DockerEngineTest {
  private static final Duration ENGINE_TIMEOUT = Duration.ofSeconds(20);
  private static final String ANSWER =
      "HTTP/1.0 200 OK\r\nContent-Type: application/json\r\n\r\n"
          + "{\"Platform\":{\"Name\":\"x\"},\"Version\":\"28.2.2\",\"ApiVersion\":\"1.50\"}";

  @TempDir private Path folder;

  @Test
  void anEngineAtAUnixSocketOrAPortIsFound() throws Exception {
    Path socket = folder.resolve("docker.sock");
    try (ServerSocketChannel unix = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
        ServerSocketChannel port = loopback()) {
      answerOnce(unix.bind(UnixDomainSocketAddress.of(socket)), ANSWER);
      answerOnce(port, ANSWER);

      assertThat(version("unix://" + socket, ENGINE_TIMEOUT)).contains("28.2.2");
      assertThat(version(tcp(port), ENGINE_TIMEOUT)).contains("28.2.2");
    }
  }

  @Test
  void anotherProtocolOrATimeoutIsNoEngine() throws Exception {
    try (ServerSocketChannel other = loopback();
        ServerSocketChannel silent = loopback()) {
      answerOnce(other, "-ERR unknown command 'GET'\r\n");

      assertThat(version(tcp(other), ENGINE_TIMEOUT)).isEmpty();
      assertThat(version(tcp(silent), Duration.ofMillis(50))).isEmpty();
    }
  }

  @Test
  void anInvalidOrMissingSocketIsNoEngine() throws Exception {
    assertThat(version("unix://" + folder.resolve("none.sock"), ENGINE_TIMEOUT)).isEmpty();
    assertThat(version("npipe:////./pipe/docker", ENGINE_TIMEOUT)).isEmpty();
    assertThat(version("no uri at all", ENGINE_TIMEOUT)).isEmpty();
  }

  private static Optional<String> version(String host, Duration patience)
      throws InterruptedException {
    return DockerEngine.version(Map.of("DOCKER_HOST", host), patience);
  }

  private static ServerSocketChannel loopback() throws IOException {
    return ServerSocketChannel.open()
        .bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
  }

  private static String tcp(ServerSocketChannel server) throws IOException {
    return "tcp://127.0.0.1:" + ((InetSocketAddress) server.getLocalAddress()).getPort();
  }

  private static void answerOnce(ServerSocketChannel server, String answer) {
    Thread thread =
        new Thread(
            () -> {
              try (SocketChannel client = server.accept()) {
                client.read(ByteBuffer.allocate(1024));
                client.write(ByteBuffer.wrap(answer.getBytes(US_ASCII)));
              } catch (IOException e) {
                throw new AssertionError(e);
              }
            });
    thread.setDaemon(true);
    thread.start();
  }
}
