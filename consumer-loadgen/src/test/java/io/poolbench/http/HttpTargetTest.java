package io.poolbench.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.sun.management.ThreadMXBean;
import io.poolbench.api.InvalidSettingException;
import io.poolbench.load.Target;
import io.poolbench.measure.FailureReasons;
import io.poolbench.measure.Outcome;
import io.poolbench.transport.Destination;
import io.poolbench.transport.ReconnectPause;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.LongAdder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class HttpTargetTest {
  private static final String OK = HttpServer.response(200, "{\"ok\":true}");
  private static final String CLOSING = HttpServer.response(200, "x", "Connection: close");
  private static final long LONG_MILLIS = 20_000;

  private final FailureReasons reasons = new FailureReasons();
  private final LongAdder reconnects = new LongAdder();
  private final BlockingQueue<End> ends = new LinkedBlockingQueue<>();
  private final Target.Completion completion =
      (slot, outcome, sent, answered) ->
          ends.add(new End(slot, outcome, sent, answered, System.nanoTime()));

  private record End(int slot, Outcome outcome, long sent, long answered, long completed) {}

  @Test
  void aResponseIsOkWithOrderedTimeStamps() throws Exception {
    try (HttpServer server = new HttpServer(n -> OK);
        HttpTarget target = open(server)) {
      long before = System.nanoTime();
      target.send(3);
      End end = next();
      assertThat(end.slot()).isEqualTo(3);
      assertThat(end.outcome()).isEqualTo(Outcome.OK);
      assertThat(new long[] {before, end.sent(), end.answered(), end.completed()}).isSorted();
      assertThat(target.sentNanos(3)).isEqualTo(end.sent());
    }
    assertThat(reasons.counts()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(ints = {204, 302, 404, 500, 503})
  void anUnexpectedStatusIsAnErrorWithTheStatusAsReason(int status) throws Exception {
    try (HttpServer server = new HttpServer(n -> HttpServer.response(status, ""));
        HttpTarget target = open(server)) {
      target.send(0);
      assertThat(next().outcome()).isEqualTo(Outcome.ERROR);
      target.send(0);
      assertThat(next().outcome()).isEqualTo(Outcome.ERROR);
      assertThat(reconnects.sum()).isZero();
    }
    assertThat(reasons.counts()).containsOnlyKeys("http_" + status).containsValue(2L);
  }

  @Test
  void aBodyThatDiffersFromTheFirstIsAnError() throws Exception {
    try (HttpServer server =
            new HttpServer(n -> HttpServer.response(200, n % 2 == 0 ? "even" : "odd"));
        HttpTarget target = open(server)) {
      for (int call = 0; call < 4; call++) {
        target.send(0);
        assertThat(next().outcome()).isEqualTo(call % 2 == 0 ? Outcome.OK : Outcome.ERROR);
      }
    }
  }

  /** Whichever way the server ends a connection, the next call has a new one. */
  @Test
  void closedConnectionsAreReplacedAndCounted() throws Exception {
    String untilEnd = "HTTP/1.1 200 OK\r\nConnection: close\r\n\r\nx";
    try (HttpServer server = new HttpServer(n -> n % 2 == 0 ? CLOSING : untilEnd);
        HttpTarget target = open(server.address(), 1, LONG_MILLIS, 1, completion)) {
      for (int call = 0; call < 10; call++) {
        target.send(0);
        assertThat(next().outcome()).isEqualTo(Outcome.OK);
      }
      assertThat(reconnects.sum()).isEqualTo(9);
      assertThat(server.connections()).isEqualTo(10);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "'', before a response",
    "HTTP/1.1 200 OK|X: Connection: close|Content-Length: 9||x, within a response",
    "HTTP/1.1 200 OK|no colon|, no colon",
    "SSH-2.0|, SSH",
  })
  void aLostConnectionIsAnErrorWithTheCauseAndTheNextCallIsOk(String lines, String cause)
      throws Exception {
    String answer = lines.replace("|", "\r\n");
    try (HttpServer server = new HttpServer(n -> n == 0 ? answer : OK);
        HttpTarget target = open(server)) {
      target.send(0);
      assertThat(next().outcome()).isEqualTo(Outcome.ERROR);
      target.send(0);
      assertThat(next().outcome()).isEqualTo(Outcome.OK);
    }
    assertThat(reasons.counts()).hasSize(1);
    assertThat(reasons.counts().keySet().iterator().next()).contains(cause);
  }

  @Test
  void bytesAfterAResponseCloseTheConnection() throws Exception {
    try (HttpServer server = new HttpServer(n -> OK + (n == 0 ? OK : ""));
        HttpTarget target = open(server)) {
      target.send(0);
      assertThat(next().outcome()).isEqualTo(Outcome.OK);
      target.send(0);
      assertThat(next().outcome()).isEqualTo(Outcome.OK);
    }
  }

  @Test
  void aCallWithoutAResponseTimesOutAndItsConnectionIsNotUsedAgain() throws Exception {
    try (HttpServer server = new HttpServer(n -> n == 0 ? HttpServer.SILENCE : OK);
        HttpTarget target = open(server.address(), 1, 200, 1, completion)) {
      target.send(0);
      End end = next();
      assertThat(end.outcome()).isEqualTo(Outcome.TIMEOUT);
      assertThat(TimeUnit.NANOSECONDS.toMillis(end.answered() - end.sent())).isBetween(200L, 2000L);
      target.send(0);
      assertThat(next().outcome()).isEqualTo(Outcome.OK);
      assertThat(reconnects.sum()).isEqualTo(1);
    }
  }

  @Test
  void aCallThatCannotBeSentEndsAfterAPauseAndARestartedServerIsReached() throws Exception {
    HttpServer before = new HttpServer(n -> OK);
    InetSocketAddress address = before.address();
    try (HttpTarget target = open(address, 1, LONG_MILLIS, 1, completion)) {
      // Netty leaves a connection open that it accepts while it shuts down.
      target.send(0);
      assertThat(next().outcome()).isEqualTo(Outcome.OK);
      before.close();
      target.send(0);
      assertThat(next().outcome()).isEqualTo(Outcome.ERROR);
      target.send(0);
      End end = next();
      assertThat(end.outcome()).isEqualTo(Outcome.ERROR);
      assertThat(end.answered() - end.sent()).isGreaterThanOrEqualTo(ReconnectPause.UNSENT_NANOS);
      try (HttpServer after = new HttpServer(address.getPort(), n -> OK)) {
        Outcome outcome;
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(30);
        do {
          target.send(0);
          outcome = next().outcome();
        } while (outcome != Outcome.OK && System.nanoTime() < deadline);
        assertThat(outcome).isEqualTo(Outcome.OK);
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
          .isThrownBy(() -> open(address, 1, LONG_MILLIS, 1, completion))
          .withMessageContaining(String.valueOf(address.getPort()));
    }
  }

  /** Also where a connection is lost, so that a waiting call has none to wait for. */
  @Test
  void callsBeyondTheLimitOfConnectionsWaitForOne() throws Exception {
    int calls = 20;
    String last = OK.replaceFirst("\r\n", "\r\nConnection: close\r\n");
    try (HttpServer server = new HttpServer(n -> n % 3 == 0 ? last : OK);
        HttpTarget target = open(server.address(), calls, LONG_MILLIS, 1000, 1, completion)) {
      for (int slot = 0; slot < calls; slot++) {
        target.send(slot);
      }
      for (int call = 0; call < calls; call++) {
        assertThat(next().outcome()).isEqualTo(Outcome.OK);
      }
      assertThat(server.connections()).isEqualTo(1 + reconnects.sum()).isEqualTo(8);
    }
  }

  @ParameterizedTest
  @CsvSource({"HEAD,/", "get,/", "CONNECT,/", "GET,nodelay", "GET,/a b", "GET,/a#b", "GET,''"})
  void aRequestThatCannotBeSentIsRefused(String method, String path) {
    assertThatExceptionOfType(InvalidSettingException.class)
        .isThrownBy(() -> new HttpRequest(method, path));
  }

  /** Allocation is deterministic, unlike time, so that it may be bounded in a test. */
  @Test
  void aCallAllocatesLessThan64Bytes() throws Exception {
    int users = 32;
    int warmUp = 60_000;
    int measured = 60_000;
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    AtomicReference<Target> target = new AtomicReference<>();
    CompletableFuture<Double> bytesPerCall = new CompletableFuture<>();
    Target.Completion loop =
        new Target.Completion() {
          private int calls;
          private long bytesBefore;

          @Override
          public void completed(int slot, Outcome outcome, long sentNanos, long answeredNanos) {
            // The slots of one event loop, so that one thread counts and allocates.
            int loops = Math.min(users, Runtime.getRuntime().availableProcessors());
            if (slot % loops == 0) {
              calls++;
              if (calls == warmUp) {
                bytesBefore = threads.getCurrentThreadAllocatedBytes();
              } else if (calls == warmUp + measured) {
                long bytes = threads.getCurrentThreadAllocatedBytes() - bytesBefore;
                bytesPerCall.complete((double) bytes / measured);
              }
            }
            if (!bytesPerCall.isDone()) {
              target.get().send(slot);
            }
          }
        };
    try (HttpServer server = new HttpServer(n -> OK);
        HttpTarget opened = open(server.address(), users, LONG_MILLIS, 1000, loop)) {
      target.set(opened);
      for (int slot = 0; slot < users; slot++) {
        opened.send(slot);
      }
      assertThat(bytesPerCall.get(120, TimeUnit.SECONDS)).isLessThan(64);
      assertThat(reconnects.sum()).isZero();
    }
    assertThat(reasons.counts()).isEmpty();
  }

  private End next() throws InterruptedException {
    End end = ends.poll(30, TimeUnit.SECONDS);
    assertThat(end).as("the end of a call").isNotNull();
    return end;
  }

  private HttpTarget open(HttpServer server) throws IOException {
    return open(server.address(), 4, LONG_MILLIS, 1, completion);
  }

  private HttpTarget open(
      InetSocketAddress server,
      int slots,
      long timeoutMillis,
      int compareOneIn,
      Target.Completion end)
      throws IOException {
    return open(server, slots, timeoutMillis, compareOneIn, slots, end);
  }

  private HttpTarget open(
      InetSocketAddress server,
      int slots,
      long timeoutMillis,
      int compareOneIn,
      int connections,
      Target.Completion end)
      throws IOException {
    HttpRequest request = new HttpRequest("GET", "/nodelay?size=2");
    return HttpTarget.open(
        new HttpTarget.Config(
            Destination.direct(server),
            request,
            timeoutMillis,
            compareOneIn,
            connections,
            reasons,
            reconnects),
        slots,
        end);
  }
}
