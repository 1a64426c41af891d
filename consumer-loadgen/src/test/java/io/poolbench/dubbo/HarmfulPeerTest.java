package io.poolbench.dubbo;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.channel.ChannelFuture;
import io.netty.handler.codec.http2.DefaultHttp2GoAwayFrame;
import io.netty.handler.codec.http2.Http2Error;
import io.poolbench.api.UserInfo;
import io.poolbench.load.Destination;
import io.poolbench.load.Ends;
import io.poolbench.load.FailureReasons;
import io.poolbench.load.Outcome;
import io.poolbench.load.Target;
import io.poolbench.spec.DriverSettings;
import io.poolbench.spec.ServiceMethod;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.HexFormat;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Peers that stall, retire their channels, or answer without end must not harm the driver. */
class HarmfulPeerTest {
  private static final long LONG_MILLIS = 60_000;
  private static final int SLOTS = 8;
  private static final int KEY_BYTES = 200_000;

  /** Enough for the limit of unsent bytes and for the kernel's buffers of both ends. */
  private static final int MAX_ROUNDS = 60;

  /** SETTINGS and WINDOW_UPDATE of a peer whose windows are as large as they can be. */
  private static final String LARGEST_WINDOWS =
      "000006040000000000" + "00047fffffff" + "000004080000000000" + "7fff0000";

  private final FailureReasons reasons = new FailureReasons();
  private final Ends ends = new Ends();

  @ParameterizedTest
  @EnumSource(
      value = ClientKind.class,
      names = {"WIRE", "TRI"})
  void aPeerThatReadsNothingLosesItsConnectionBeforeRequestsFillTheMemory(ClientKind client)
      throws Exception {
    CountDownLatch over = new CountDownLatch(1);
    try (ScriptedServer server =
            new ScriptedServer(
                connection -> {
                  if (client == ClientKind.TRI) {
                    connection.getOutputStream().write(HexFormat.of().parseHex(LARGEST_WINDOWS));
                  }
                  over.await();
                });
        Target target = open(client, ServiceMethod.FIND_USER_INFO, server.address(), 100)) {
      int rounds = 0;
      while (!isCutOff() && rounds++ < MAX_ROUNDS) {
        for (int slot = 0; slot < SLOTS; slot++) {
          target.send(slot);
        }
        for (int slot = 0; slot < SLOTS; slot++) {
          assertThat(ends.next().outcome()).isNotEqualTo(Outcome.OK);
        }
      }

      assertThat(isCutOff()).as("%s", reasons.counts()).isTrue();
    } finally {
      over.countDown();
    }
  }

  private boolean isCutOff() {
    return reasons.counts().keySet().stream().anyMatch(reason -> reason.contains("bytes unsent"));
  }

  /** Pauses of 10 to 160 ms: a peer that retires every channel is not connected to in a loop. */
  @Test
  void aConnectionThatGoesAwayBeforeAnyAnswerIsReplacedAfterAPauseThatDoubles() throws Exception {
    try (TripleServer server = new TripleServer(request -> {});
        Target target = open(ClientKind.TRI, ServiceMethod.EMPTY, server.address(), LONG_MILLIS)) {
      assertThat(target).isNotNull();
      long begun = System.nanoTime();
      for (int connection = 0; connection < 5; connection++) {
        ChannelFuture unused =
            TripleServer.next(server.connections)
                .writeAndFlush(new DefaultHttp2GoAwayFrame(Http2Error.NO_ERROR));
      }
      TripleServer.next(server.connections);

      assertThat(System.nanoTime() - begun)
          .isGreaterThanOrEqualTo(TimeUnit.MILLISECONDS.toNanos(10 + 20 + 40 + 80 + 160));
    }
  }

  @Test
  void anAnswerBeyondTheLimitOfTheDubboProtocolIsAnError() throws Exception {
    try (TripleServer server =
            new TripleServer(request -> request.answer(new byte[DubboFrame.MAX_BODY_BYTES + 1]));
        Target target = open(ClientKind.TRI, ServiceMethod.EMPTY, server.address(), LONG_MILLIS)) {
      assertThat(ends.call(target, 0)).isEqualTo(Outcome.ERROR);
      assertThat(reasons.counts().keySet())
          .singleElement()
          .asString()
          .contains("(limit " + DubboFrame.MAX_BODY_BYTES + ")");
    }
  }

  private Target open(
      ClientKind client, ServiceMethod method, InetSocketAddress server, long timeoutMillis)
      throws IOException {
    ExpectedUsers largeKeys =
        new ExpectedUsers(1, index -> new UserInfo("k".repeat(KEY_BYTES), "n", 0, 0, "p"));
    DriverSettings settings = new DriverSettings(client.id(), method, 1, timeoutMillis, 1);
    return TestProvider.targets(settings, Destination.direct(server), largeKeys, reasons)
        .open(SLOTS, ends);
  }
}
