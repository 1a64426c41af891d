package io.poolbench.lab;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.StandardProtocolFamily;
import java.net.URI;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Queries the version of the Docker engine by its HTTP API. Testcontainers would retry for minutes
 * if no engine answers.
 *
 * @see <a href="https://docs.docker.com/reference/api/engine/">Docker Engine API</a>
 */
final class DockerEngine {
  private static final String DEFAULT = "unix:///var/run/docker.sock";
  private static final int DEFAULT_PORT = 2375;
  private static final Pattern VERSION = Pattern.compile("\"Version\"\\s*:\\s*\"([^\"]+)\"");

  private DockerEngine() {}

  /** The version of the engine at {@code DOCKER_HOST}; empty if none answers in time. */
  static Optional<String> version(Map<String, String> environment, Duration timeout)
      throws InterruptedException {
    String host = environment.getOrDefault("DOCKER_HOST", DEFAULT);
    FutureTask<String> answer = new FutureTask<>(() -> query(host));
    Thread thread = new Thread(answer, "docker-version");
    thread.setDaemon(true);
    thread.start();
    try {
      Matcher version = VERSION.matcher(answer.get(timeout.toMillis(), TimeUnit.MILLISECONDS));
      return version.find() ? Optional.of(version.group(1)) : Optional.empty();
    } catch (ExecutionException | TimeoutException e) {
      return Optional.empty(); // no container can be started
    } finally {
      answer.cancel(true); // the interrupt closes its channel
    }
  }

  private static String query(String host) throws IOException {
    URI uri = URI.create(host);
    try (SocketChannel channel =
        "unix".equals(uri.getScheme())
            ? SocketChannel.open(StandardProtocolFamily.UNIX)
            : SocketChannel.open()) {
      channel.connect(address(uri));
      channel.write(
          ByteBuffer.wrap("GET /version HTTP/1.0\r\nHost: docker\r\n\r\n".getBytes(US_ASCII)));
      StringBuilder answer = new StringBuilder();
      ByteBuffer buffer = ByteBuffer.allocate(16 * 1024);
      while (channel.read(buffer.clear()) >= 0) {
        answer.append(UTF_8.decode(buffer.flip()));
      }
      return answer.toString();
    }
  }

  private static SocketAddress address(URI uri) {
    return "unix".equals(uri.getScheme())
        ? UnixDomainSocketAddress.of(uri.getPath())
        : new InetSocketAddress(uri.getHost(), uri.getPort() < 0 ? DEFAULT_PORT : uri.getPort());
  }
}
