package io.poolbench.dubbo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.codec.http2.DefaultHttp2DataFrame;
import io.netty.handler.codec.http2.DefaultHttp2GoAwayFrame;
import io.netty.handler.codec.http2.DefaultHttp2PingFrame;
import io.netty.handler.codec.http2.Http2DataFrame;
import io.netty.handler.codec.http2.Http2Error;
import io.netty.handler.codec.http2.Http2Headers;
import io.netty.handler.codec.http2.Http2Settings;
import io.poolbench.api.RpcProtocol;
import io.poolbench.api.UserInfo;
import io.poolbench.dubbo.ClientKind.TargetConfig;
import io.poolbench.dubbo.WireSlots.VariantSequence;
import io.poolbench.load.AllocationLoop;
import io.poolbench.load.Destination;
import io.poolbench.load.Ends;
import io.poolbench.load.FailureReasons;
import io.poolbench.load.Outcome;
import io.poolbench.load.SplitMix64;
import io.poolbench.load.Target;
import io.poolbench.study.DriverSettings;
import io.poolbench.study.ServiceMethod;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The client of Triple against Netty's codec of HTTP/2, whose checks are the oracle. */
class TriConnectionTest {
  private static final int LONG_MILLIS = 60_000;
  private static final int SLOTS = 8;

  private final FailureReasons reasons = new FailureReasons();
  private final Ends ends = new Ends();
  private final byte[] nothing = TripleServer.nothing();

  TriConnectionTest() throws IOException {}

  /** Except for a consumer's compressions, the number of its call and its form of loopback. */
  @Test
  void requestsEqualThoseOfDubbosConsumer() throws Exception {
    for (ServiceMethod method : ServiceMethod.of(false)) {
      MeasuredCall call = MeasuredCall.of(method, TestService.USERS, TestService.CLASSES);
      try (TripleServer server = new TripleServer(request -> request.answer(nothing));
          Target target = open(method, server.address());
          ConsumerReference reference =
              new ConsumerReference(
                  call.service(), RpcProtocol.TRI, server.address(), LONG_MILLIS)) {
        target.send(0);
        TripleServer.Request sent = TripleServer.next(server.requests);
        int variant =
            VariantSequence.variant(SplitMix64.next(VariantSequence.seed(0)), call.variants());
        Object unused = call.invoke(reference.service(), variant);
        TripleServer.Request consumers = TripleServer.next(server.requests);

        Http2Headers headers = consumers.headers;
        headers.remove("grpc-accept-encoding");
        headers.remove("id");
        headers.authority(
            headers.authority().toString().replace("[::ffff:127.0.0.1]", "127.0.0.1"));
        assertThat(texts(sent.headers)).containsExactlyInAnyOrderElementsOf(texts(headers));
        assertThat(sent.message).isEqualTo(consumers.message);
      }
    }
  }

  private static List<String> texts(Http2Headers headers) {
    List<String> texts = new ArrayList<>();
    headers.forEach(header -> texts.add(header.getKey() + "=" + header.getValue()));
    return texts;
  }

  @Test
  void anAnswerIsJudgedWhateverTheFormOfItsFrames() throws Exception {
    try (TripleServer server =
            new TripleServer(
                request -> {
                  // Longer than a frame: a header block that is continued.
                  request.head("x-long", "y".repeat(7_000), "x-more", "y".repeat(12_000));
                  request.data(nothing, 100);
                  request.trailers("grpc-status", "0", "x-long", "z".repeat(6_000));
                });
        Target target = open(ServiceMethod.EMPTY, server.address())) {
      for (int call = 0; call < 3; call++) {
        assertThat(ends.call(target, 0)).as("%s", reasons.counts()).isEqualTo(Outcome.OK);
      }
    }
  }

  /** A message that is not percent-encoded is shown as it came. */
  @ParameterizedTest
  @CsvSource({
    "2, no%20room, ERROR, ': no room'",
    "4, '', TIMEOUT, ''",
    "8, 100%, REJECTED, ': 100%'",
    "12, 50%25 of 1+1, ERROR, ': 50% of 1+1'",
    "14, %zz, REJECTED, ': %zz'",
  })
  void aStatusOtherThanOkFailsWithItsMessage(
      int status, String message, Outcome outcome, String shown) throws Exception {
    try (TripleServer server =
            new TripleServer(
                request -> {
                  request.head();
                  request.trailers("grpc-status", "" + status, "grpc-message", message);
                });
        Target target = open(ServiceMethod.EMPTY, server.address())) {
      assertThat(ends.call(target, 0)).isEqualTo(outcome);
      assertThat(reasons.counts()).containsOnlyKeys("grpc-status " + status + shown);
    }
  }

  /** As a server answers that knows no such path. */
  @Test
  void anHttpStatusIsTheReasonOfAnAnswerWithoutTrailers() throws Exception {
    try (TripleServer server =
            new TripleServer(request -> request.answerWithoutTrailers("404", nothing));
        Target target = open(ServiceMethod.EMPTY, server.address())) {
      assertThat(ends.call(target, 0)).isEqualTo(Outcome.ERROR);
      assertThat(reasons.counts()).containsOnlyKeys("HTTP status 404");
    }
  }

  @ParameterizedTest
  @CsvSource({"500, REJECTED", "2, REJECTED", "7, ERROR", "8, ERROR"})
  void aResetEndsItsCallOnly(long code, Outcome outcome) throws Exception {
    try (TripleServer server =
            new TripleServer(
                request -> {
                  if (first.getAndSet(false)) {
                    request.reset(code);
                  } else {
                    request.answer(nothing);
                  }
                });
        Target target = open(ServiceMethod.EMPTY, server.address())) {
      assertThat(ends.call(target, 0)).isEqualTo(outcome);
      assertThat(reasons.counts()).containsOnlyKeys("RST_STREAM " + code);
      assertThat(ends.call(target, 0)).isEqualTo(Outcome.OK);
      assertThat(server.connections).hasSize(1);
    }
  }

  /** Parts of answers that never end take no room from others: eight of 3 MiB. */
  @Test
  void whatWasReceivedOfAnAnswerThatIsResetIsForgotten() throws Exception {
    byte[] large = new byte[3 << 20];
    try (TripleServer server =
            new TripleServer(
                request -> {
                  request.head();
                  request.data(large, 0);
                  request.stream.flush();
                  var unused =
                      request
                          .stream
                          .eventLoop()
                          .schedule(() -> request.reset(7), 100, TimeUnit.MILLISECONDS);
                });
        Target target = open(ServiceMethod.EMPTY, server.address())) {
      for (int slot = 0; slot < SLOTS; slot++) {
        assertThat(ends.call(target, slot)).isEqualTo(Outcome.ERROR);
      }
      assertThat(reasons.counts()).containsOnlyKeys("RST_STREAM 7");
      assertThat(server.connections).hasSize(1);
    }
  }

  private final AtomicBoolean first = new AtomicBoolean(true);

  @Test
  void anAnswerWithoutAMessageOrWithHalfOfOneIsAnError() throws Exception {
    try (TripleServer server =
            new TripleServer(
                request -> {
                  request.head();
                  if (!first.getAndSet(false)) {
                    ChannelFuture unused = request.stream.write(halfOf(nothing));
                  }
                  request.trailers("grpc-status", "0");
                });
        Target target = open(ServiceMethod.EMPTY, server.address())) {
      assertThat(ends.call(target, 0)).isEqualTo(Outcome.ERROR);
      assertThat(ends.call(target, 0)).isEqualTo(Outcome.ERROR);
      assertThat(reasons.counts()).hasSize(2);
    }
  }

  /** An exception of the driver would close the connection, and end the calls of all others. */
  @Test
  void anAnswerWithASecondHeadInTheMiddleOfItsPrefixIsAnError() throws Exception {
    TargetConfig config =
        new TargetConfig(
            new DriverSettings("tri", ServiceMethod.EMPTY, 1, LONG_MILLIS, 1),
            RpcProtocol.TRI,
            Destination.direct(new InetSocketAddress(InetAddress.getLoopbackAddress(), 1)),
            MeasuredCall.empty(),
            reasons);
    try (TriCodec codec = new TriCodec(config)) {
      TriAnswers answers = new TriAnswers(codec, config, 1);
      ByteBuf prefix = Unpooled.buffer().writeByte(0).writeInt(7);
      answers.begin(0);
      answers.head(0, null);
      answers.data(0, prefix, 0, 3);
      answers.head(0, null);
      answers.data(0, prefix, 3, 2);

      assertThat(answers.end(0, 0, null)).isEqualTo(Outcome.ERROR);
      assertThat(reasons.counts()).containsOnlyKeys("answer of 5 bytes instead of 12");
    }
  }

  private static Http2DataFrame halfOf(byte[] message) {
    return new DefaultHttp2DataFrame(
        Unpooled.buffer()
            .writeByte(0)
            .writeInt(message.length)
            .writeBytes(message, 0, message.length / 2));
  }

  /** Netty resets streams beyond its limit, and closes connections beyond its windows. */
  @Test
  void callsWaitForStreamsAndForWindows() throws Exception {
    ExpectedUsers largeKeys =
        new ExpectedUsers(1, index -> new UserInfo("k".repeat(200_000), "n", 0, 0, "p"));
    Http2Settings tight = new Http2Settings().maxConcurrentStreams(2).initialWindowSize(10_000);
    try (TripleServer server =
            new TripleServer(tight, request -> request.trailers("grpc-status", "5"));
        Target target = open(ServiceMethod.FIND_USER_INFO, server.address(), largeKeys, 20_000)) {
      for (int slot = 0; slot < SLOTS; slot++) {
        target.send(slot);
      }
      for (int slot = 0; slot < SLOTS; slot++) {
        assertThat(ends.next().outcome()).isEqualTo(Outcome.ERROR);
        assertThat(new String(server.requests.take().message, StandardCharsets.US_ASCII))
            .contains("k".repeat(32_000));
      }
      assertThat(reasons.counts()).containsOnlyKeys("grpc-status 5").containsValue((long) SLOTS);
    }
  }

  @Test
  void aTimeoutResetsItsStream() throws Exception {
    try (TripleServer server = new TripleServer(request -> {});
        Target target = open(ServiceMethod.EMPTY, server.address(), TestService.USERS, 2_000)) {
      assertThat(ends.call(target, 0)).isEqualTo(Outcome.TIMEOUT);
      assertThat(TripleServer.next(server.resets)).isEqualTo(Http2Error.CANCEL.code());
      // An answer that comes too late is of no call.
      TripleServer.next(server.requests).answer(nothing);
      target.send(0);
      TripleServer.next(server.requests).answer(nothing);
      assertThat(ends.next().outcome()).isEqualTo(Outcome.OK);
      assertThat(server.connections).hasSize(1);
    }
  }

  @Test
  void aConnectionThatGoesAwayEndsItsCallsAndIsReplaced() throws Exception {
    try (TripleServer server = new TripleServer(request -> {});
        Target target = open(ServiceMethod.EMPTY, server.address())) {
      target.send(0);
      TripleServer.Request before = TripleServer.next(server.requests);
      ChannelFuture unused =
          TripleServer.next(server.connections)
              .writeAndFlush(new DefaultHttp2GoAwayFrame(Http2Error.NO_ERROR));
      // The client has read it, and connected again.
      TripleServer.next(server.connections);
      target.send(1);
      TripleServer.Request after = TripleServer.next(server.requests);
      assertThat(after.stream.parent()).isNotSameAs(before.stream.parent());
      after.answer(nothing);
      assertThat(ends.next().slot()).isEqualTo(1);
      before.answer(nothing);
      Ends.End end = ends.next();
      assertThat(end.slot()).isZero();
      assertThat(end.outcome()).isEqualTo(Outcome.OK);
      before.stream.parent().closeFuture().await(60, TimeUnit.SECONDS);
      assertThat(before.stream.parent().isOpen()).isFalse();
      assertThat(reasons.counts()).isEmpty();
    }
  }

  /** Pauses of 10 to 160 ms: a peer that retires every channel is not connected to in a loop. */
  @Test
  void aConnectionThatGoesAwayBeforeAnyAnswerIsReplacedAfterAPauseThatDoubles() throws Exception {
    try (TripleServer server = new TripleServer(request -> {});
        Target target = open(ServiceMethod.EMPTY, server.address())) {
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
  void anAnswerBeyondTheLimitOfTheDriverIsAnError() throws Exception {
    try (TripleServer server =
            new TripleServer(request -> request.answer(new byte[DubboFrame.MAX_BODY_BYTES + 1]));
        Target target = open(ServiceMethod.EMPTY, server.address())) {
      assertThat(ends.call(target, 0)).isEqualTo(Outcome.ERROR);
      assertThat(reasons.counts().keySet())
          .singleElement()
          .asString()
          .contains("(limit " + DubboFrame.MAX_BODY_BYTES + ")");
    }
  }

  @Test
  void aConnectionWithoutFurtherStreamsIsReplaced() throws Exception {
    try (TripleServer server = new TripleServer(request -> request.answer(nothing));
        Target target =
            TriConnection.open(
                TripleServer.config(server.address(), LONG_MILLIS),
                1,
                ends,
                Http2Frame.MAX_STREAM - 2)) {
      for (int call = 0; call < 5; call++) {
        assertThat(ends.call(target, 0)).isEqualTo(Outcome.OK);
      }
      assertThat(server.connections).hasSize(3);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "5353482d322e302d4f70656e5353480d0a, not HTTP/2: begins with 0x5353482d",
    "'', connection closed",
  })
  void whatDoesNotSpeakHttp2IsReportedWhenItIsConnectedTo(String hex, String reason)
      throws Exception {
    try (ScriptedServer other =
        new ScriptedServer(
            connection -> {
              connection.getOutputStream().write(HexFormat.of().parseHex(hex));
              connection.shutdownOutput();
              connection.getInputStream().readAllBytes();
            })) {
      assertThatExceptionOfType(IOException.class)
          .isThrownBy(() -> open(ServiceMethod.EMPTY, other.address()))
          .withMessageContaining(reason);
    }
  }

  @Test
  void aPingIsAnswered() throws Exception {
    try (TripleServer server = new TripleServer(request -> request.answer(nothing));
        Target target = open(ServiceMethod.EMPTY, server.address())) {
      assertThat(ends.call(target, 0)).isEqualTo(Outcome.OK);
      CompletableFuture<Object> answered = new CompletableFuture<>();
      Channel connection = TripleServer.next(server.connections);
      connection
          .pipeline()
          .addLast(
              new ChannelInboundHandlerAdapter() {
                @Override
                public void channelRead(ChannelHandlerContext context, Object frame) {
                  answered.complete(frame);
                }
              });
      ChannelFuture unused = connection.writeAndFlush(new DefaultHttp2PingFrame(42));
      assertThat(answered.get(60, TimeUnit.SECONDS)).isEqualTo(new DefaultHttp2PingFrame(42, true));
    }
  }

  @Test
  void aCallAllocatesLessThan64Bytes() throws Exception {
    AllocationLoop loop = new AllocationLoop(1);
    try (TripleServer server = new TripleServer(request -> request.answer(nothing));
        Target opened =
            TestProvider.targets(
                    new DriverSettings("tri", ServiceMethod.EMPTY, 1, LONG_MILLIS, 1_000_000),
                    server.address(),
                    reasons)
                .open(AllocationLoop.users(), loop)) {
      assertThat(loop.bytesPerCall(opened)).isLessThan(AllocationLoop.LIMIT);
      assertThat(reasons.counts()).isEmpty();
    }
  }

  private Target open(ServiceMethod method, InetSocketAddress server) throws IOException {
    return open(method, server, TestService.USERS, LONG_MILLIS);
  }

  private Target open(
      ServiceMethod method, InetSocketAddress server, ExpectedUsers users, long timeoutMillis)
      throws IOException {
    DriverSettings settings = new DriverSettings("tri", method, 1, timeoutMillis, 1);
    return ClientKind.targets(
            settings,
            RpcProtocol.TRI,
            Destination.direct(server),
            users,
            TestService.CLASSES,
            reasons)
        .open(SLOTS, ends);
  }
}
