package io.poolbench.server.metrics;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;

import io.poolbench.server.metrics.LoopbackListener.RequestInput;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.Reader;
import java.net.Socket;
import java.util.Map;
import java.util.function.Supplier;

/**
 * Serves texts by HTTP on loopback, with threads of its own, so that a saturated pool does not
 * delay it. A connection has one request.
 */
public final class MetricsEndpoint implements AutoCloseable {
  private static final int REQUEST_MILLIS = 5_000;

  /** Characters of a request; a client sends some hundred. */
  private static final int MAX_REQUEST = 1 << 13;

  private final Map<String, Supplier<String>> texts;
  private final LoopbackListener listener;

  /** Serves texts by their paths, at any free port. */
  MetricsEndpoint(Map<String, Supplier<String>> texts) throws IOException {
    this.texts = texts;
    listener = new LoopbackListener(this::answer, "poolbench-metrics");
  }

  public int port() {
    return listener.port();
  }

  private boolean answer(Socket connection) throws IOException {
    String[] request = firstLine(connection).split(" ", -1);
    Supplier<String> text = request.length < 2 ? null : texts.get(request[1]);
    String answer;
    if (text == null) {
      answer = head("404 Not Found", 0);
    } else if (!request[0].equals("GET")) {
      answer = head("405 Method Not Allowed\r\nAllow: GET", 0);
    } else {
      String body = text.get();
      answer = head("200 OK", body.getBytes(UTF_8).length) + body;
    }
    connection.getOutputStream().write(answer.getBytes(UTF_8));
    return false;
  }

  private static String head(String status, int length) {
    return "HTTP/1.1 "
        + status
        + "\r\nContent-Type: text/plain; version=0.0.4; charset=utf-8\r\nContent-Length: "
        + length
        + "\r\nConnection: close\r\n\r\n";
  }

  /** The request's first line, once its head is complete. */
  private static String firstLine(Socket connection) throws IOException {
    Reader input =
        new BufferedReader(
            new InputStreamReader(RequestInput.one(connection, REQUEST_MILLIS), US_ASCII));
    StringBuilder head = new StringBuilder();
    while (head.indexOf("\r\n\r\n", head.length() - 4) < 0) {
      int next = input.read();
      if (next < 0 || head.length() == MAX_REQUEST) {
        throw new IOException("no request");
      }
      head.append((char) next);
    }
    return head.substring(0, head.indexOf("\r\n"));
  }

  @Override
  public void close() {
    listener.close();
  }
}
