package io.poolbench.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.poolbench.Changed;
import io.poolbench.load.AllocationLoop;
import io.poolbench.load.Destination;
import io.poolbench.load.Ends;
import io.poolbench.load.FailureReasons;
import io.poolbench.load.Outcome;
import io.poolbench.load.Target;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class HttpTargetsTest {
  private static final String OK = HttpServer.response(200, "{\"ok\":true}");
  private static final String CLOSING = HttpServer.response(200, "x", "Connection: close");
  private static final long LONG_MILLIS = 60_000;

  private final FailureReasons reasons = new FailureReasons();
  private final Ends ends = new Ends();

  @Test
  void aResponseIsOkWithOrderedTimeStamps() throws Exception {
    try (HttpServer server = new HttpServer(n -> OK);
        Target target = open(server)) {
      ends.assertOk(target, 3);
    }
    assertThat(reasons.counts()).isEmpty();
  }

  @Test
  void theHostOfARequestIsInBracketsIfItIsAnIpv6Address() throws Exception {
    byte[] loopback = new byte[16];
    loopback[15] = 1;
    Destination server =
        Destination.direct(new InetSocketAddress(InetAddress.getByAddress(loopback), 8080));
    HttpTargets targets = new HttpTargets(server, "/sync", 1, 1, 1, reasons);

    assertThat(new String(targets.request(), StandardCharsets.US_ASCII))
        .isEqualTo("GET /sync HTTP/1.1\r\nHost: [::1]:8080\r\n\r\n");
  }

  @ParameterizedTest
  @ValueSource(ints = {204, 302, 404, 500, 503})
  void anUnexpectedStatusIsAnErrorWithTheStatusAsReason(int status) throws Exception {
    try (HttpServer server = new HttpServer(n -> HttpServer.response(status, ""));
        Target target = open(server, 1)) {
      assertThat(ends.call(target, 0)).isEqualTo(Outcome.ERROR);
      assertThat(ends.call(target, 0)).isEqualTo(Outcome.ERROR);
      assertThat(server.connections()).isEqualTo(1);
    }
    assertThat(reasons.counts()).containsOnlyKeys("http_" + status).containsValue(2L);
  }

  @Test
  void aBodyThatDiffersFromTheFirstIsAnError() throws Exception {
    try (HttpServer server =
            new HttpServer(n -> HttpServer.response(200, n % 2 == 0 ? "even" : "odd"));
        Target target = open(server)) {
      for (int call = 0; call < 4; call++) {
        assertThat(ends.call(target, 0)).isEqualTo(call % 2 == 0 ? Outcome.OK : Outcome.ERROR);
      }
    }
  }

  @Test
  void closedConnectionsAreReplaced() throws Exception {
    try (HttpServer server = new HttpServer(n -> CLOSING);
        Target target = open(server, 1)) {
      for (int call = 0; call < 10; call++) {
        assertThat(ends.call(target, 0)).isEqualTo(Outcome.OK);
      }
      assertThat(server.connections()).isEqualTo(10);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "'', closed by the server",
    "HTTP/1.1 200 OK|X: Connection: close|Content-Length: 9||x, closed by the server",
    "HTTP/1.1 200 OK|no colon|, no colon",
    "SSH-2.0|, SSH",
  })
  void aLostConnectionIsAnErrorWithTheCauseAndTheNextCallIsOk(String lines, String cause)
      throws Exception {
    String answer = lines.replace("|", "\r\n");
    try (HttpServer server = new HttpServer(n -> n == 0 ? answer : OK);
        Target target = open(server)) {
      assertThat(ends.call(target, 0)).isEqualTo(Outcome.ERROR);
      assertThat(ends.call(target, 0)).isEqualTo(Outcome.OK);
    }
    assertThat(reasons.counts()).hasSize(1);
    assertThat(reasons.counts().keySet().iterator().next()).contains(cause);
  }

  @Test
  void bytesAfterAResponseCloseTheConnection() throws Exception {
    try (HttpServer server = new HttpServer(n -> OK + (n == 0 ? OK : ""));
        Target target = open(server)) {
      assertThat(ends.call(target, 0)).isEqualTo(Outcome.OK);
      assertThat(ends.call(target, 0)).isEqualTo(Outcome.OK);
    }
  }

  @Test
  void aCallWithoutAResponseTimesOutAndItsConnectionIsNotUsedAgain() throws Exception {
    try (HttpServer server = new HttpServer(n -> n == 0 ? HttpServer.SILENCE : OK);
        Target target =
            Changed.with(targets(server.address(), 1), "timeoutMillis", 2_000L).open(1, ends)) {
      target.send(0);
      Ends.End end = ends.next();
      assertThat(end.outcome()).isEqualTo(Outcome.TIMEOUT);
      assertThat(TimeUnit.NANOSECONDS.toMillis(end.answeredNanos() - end.sentNanos()))
          .isGreaterThanOrEqualTo(2_000L);
      assertThat(ends.call(target, 0)).isEqualTo(Outcome.OK);
      assertThat(server.connections()).isEqualTo(2);
    }
  }

  @Test
  void aCallThatCannotBeSentEndsAfterAPauseAndARestartedServerIsReached() throws Exception {
    HttpServer before = new HttpServer(n -> OK);
    InetSocketAddress address = before.address();
    try (Target target = targets(address, 1).open(1, ends)) {
      // Netty leaves a connection open that it accepts while it shuts down.
      assertThat(ends.call(target, 0)).isEqualTo(Outcome.OK);
      before.close();
      assertThat(ends.call(target, 0)).isEqualTo(Outcome.ERROR);
      ends.assertUnsent(target);
      try (HttpServer after = new HttpServer(address.getPort(), n -> OK)) {
        ends.awaitOk(target);
        assertThat(after.connections()).isEqualTo(1);
      }
    }
  }

  @Test
  void anUnreachableServerIsAnIoExceptionWithItsAddress() throws IOException {
    try (Socket boundNotListening = new Socket()) {
      boundNotListening.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
      var address = (InetSocketAddress) boundNotListening.getLocalSocketAddress();
      assertThatExceptionOfType(IOException.class)
          .isThrownBy(() -> targets(address, 1).open(1, ends))
          .withMessageContaining(String.valueOf(address.getPort()));
    }
  }

  /** Also where a connection is lost, so that a waiting call has none to wait for. */
  @Test
  void callsBeyondTheLimitOfConnectionsWaitForOne() throws Exception {
    int calls = 20;
    String last = OK.replaceFirst("\r\n", "\r\nConnection: close\r\n");
    try (HttpServer server = new HttpServer(n -> n % 3 == 0 ? last : OK);
        Target target = targets(server.address(), 1).open(calls, ends)) {
      for (int slot = 0; slot < calls; slot++) {
        target.send(slot);
      }
      for (int call = 0; call < calls; call++) {
        assertThat(ends.next().outcome()).isEqualTo(Outcome.OK);
      }
      assertThat(server.connections()).isEqualTo(8);
    }
  }

  /** On a host with several CPUs each call would otherwise wait for some of them only. */
  @Test
  void aCallWaitsForAnyOfTheConnections() throws Exception {
    try (HttpServer server = new HttpServer(n -> n == 0 ? HttpServer.SILENCE : OK);
        Target target = targets(server.address(), 2).open(4, ends)) {
      target.send(0);
      target.send(2);

      assertThat(ends.next().slot()).isEqualTo(2);
    }
  }

  @Test
  void aCallAllocatesLessThan64Bytes() throws Exception {
    int users = AllocationLoop.users();
    AllocationLoop loop =
        new AllocationLoop(Math.min(users, Runtime.getRuntime().availableProcessors()));
    try (HttpServer server = new HttpServer(n -> OK);
        Target opened =
            Changed.with(targets(server.address(), users), "compareOneIn", 1000)
                .open(users, loop)) {
      assertThat(loop.bytesPerCall(opened)).isLessThan(AllocationLoop.LIMIT);
      assertThat(server.connections()).isLessThanOrEqualTo(users);
    }
    assertThat(reasons.counts()).isEmpty();
  }

  private Target open(HttpServer server) throws IOException {
    return open(server, 4);
  }

  private Target open(HttpServer server, int slots) throws IOException {
    return targets(server.address(), slots).open(slots, ends);
  }

  private HttpTargets targets(InetSocketAddress server, int connections) {
    Destination direct = Destination.direct(server);
    return new HttpTargets(direct, "/nodelay?size=2", LONG_MILLIS, 1, connections, reasons);
  }
}
