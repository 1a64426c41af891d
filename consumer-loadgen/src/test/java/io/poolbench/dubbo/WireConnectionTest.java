package io.poolbench.dubbo;

import static org.assertj.core.api.Assertions.assertThat;

import io.poolbench.api.RpcProtocol;
import io.poolbench.dubbo.WireSlots.VariantSequence;
import io.poolbench.load.AllocationLoop;
import io.poolbench.load.Ends;
import io.poolbench.load.FailureReasons;
import io.poolbench.load.Outcome;
import io.poolbench.load.SplitMix64;
import io.poolbench.load.Target;
import io.poolbench.study.DriverSettings;
import io.poolbench.study.ServiceMethod;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class WireConnectionTest {
  private static final int LONG_MILLIS = 60_000;
  private static final int ID_END = DubboFrame.ID_OFFSET + Long.BYTES;

  private final FailureReasons reasons = new FailureReasons();
  private final Ends ends = new Ends();

  @Test
  void framesEqualThoseOfDubbosConsumer() throws Exception {
    for (ServiceMethod method : ServiceMethod.of(false)) {
      CompletableFuture<byte[]> wire = new CompletableFuture<>();
      try (ScriptedServer server = receiving(wire);
          Target target = open(method, server.address())) {
        target.send(0);
        assertThat(withoutId(wire)).isEqualTo(frameOfConsumer(method));
      }
    }
  }

  /** The frame of a synchronous call with the first request of slot 0. */
  private byte[] frameOfConsumer(ServiceMethod method) throws Exception {
    MeasuredCall call = MeasuredCall.of(method, TestService.USERS, TestService.CLASSES);
    int variant =
        VariantSequence.variant(SplitMix64.next(VariantSequence.seed(0)), call.variants());
    CompletableFuture<byte[]> sent = new CompletableFuture<>();
    try (ScriptedServer server = receiving(sent);
        ConsumerReference reference =
            new ConsumerReference(
                call.service(), RpcProtocol.DUBBO, server.address(), LONG_MILLIS)) {
      CompletableFuture<Object> unanswered =
          CompletableFuture.supplyAsync(() -> call.invoke(reference.service(), variant));
      assertThat(unanswered).isNotNull();
      return withoutId(sent);
    }
  }

  private static ScriptedServer receiving(CompletableFuture<byte[]> frame) throws IOException {
    return new ScriptedServer(connection -> frame.complete(ScriptedServer.readFrame(connection)));
  }

  private static byte[] withoutId(CompletableFuture<byte[]> sent) throws Exception {
    byte[] frame = sent.get(60, TimeUnit.SECONDS);
    Arrays.fill(frame, DubboFrame.ID_OFFSET, ID_END, (byte) 0);
    return frame;
  }

  @Test
  void aHeartbeatIsAnsweredWithItsId() throws Exception {
    CompletableFuture<byte[]> answer = new CompletableFuture<>();
    byte[] heartbeat;
    byte[] expected;
    try (FrameCodec codec = new FrameCodec(MeasuredCall.empty(), LONG_MILLIS)) {
      heartbeat = ByteBuffer.wrap(codec.heartbeat()).putLong(DubboFrame.ID_OFFSET, 77).array();
      expected = ByteBuffer.wrap(codec.heartbeatAnswer()).putLong(DubboFrame.ID_OFFSET, 77).array();
    }
    try (ScriptedServer server =
            new ScriptedServer(
                connection -> {
                  connection.getOutputStream().write(heartbeat);
                  answer.complete(ScriptedServer.readFrame(connection));
                });
        Target target = open(ServiceMethod.EMPTY, server.address())) {
      assertThat(target).isNotNull();
      assertThat(answer.get(60, TimeUnit.SECONDS)).isEqualTo(expected);
    }
    // magic, an event's answer by hessian2, OK
    assertThat(Arrays.copyOf(expected, 4)).containsExactly(0xda, 0xbb, 0x22, 20);
  }

  @Test
  void anAnswerToNoCallClosesTheConnection() throws Exception {
    try (ScriptedServer server =
            new ScriptedServer(
                connection -> {
                  byte[] request = ScriptedServer.readFrame(connection);
                  connection.getOutputStream().write(ScriptedServer.emptyAnswer(request, 99));
                  // until the client hangs up
                  connection.getInputStream().readAllBytes();
                });
        Target target = open(ServiceMethod.EMPTY, server.address())) {
      assertThat(ends.call(target, 0)).isEqualTo(Outcome.ERROR);
      assertThat(reasons.counts().keySet()).singleElement().asString().contains("never sent");
    }
  }

  @Test
  void aSecondAnswerToACallIsDropped() throws Exception {
    try (ScriptedServer server =
            new ScriptedServer(
                connection -> {
                  byte[] first =
                      ScriptedServer.emptyAnswer(ScriptedServer.readFrame(connection), 0);
                  connection.getOutputStream().write(first);
                  byte[] second =
                      ScriptedServer.emptyAnswer(ScriptedServer.readFrame(connection), 0);
                  // If this one were credited, the third call would end with the second's answer.
                  connection.getOutputStream().write(first);
                  connection.getOutputStream().write(first);
                  connection.getOutputStream().write(second);
                  ScriptedServer.readFrame(connection);
                });
        Target target = open(ServiceMethod.EMPTY, server.address())) {
      assertThat(ends.call(target, 0)).isEqualTo(Outcome.OK);
      assertThat(ends.call(target, 0)).isEqualTo(Outcome.OK);
      assertThat(ends.call(target, 0)).isEqualTo(Outcome.ERROR);
    }
  }

  @Test
  void aRestartedProviderIsReconnected() throws Exception {
    TestService service = new TestService();
    int port = TestProvider.freePort();
    TestProvider before = new TestProvider(RpcProtocol.DUBBO, service, 8, 0, port);
    try (Target target = open(ServiceMethod.FIND_USER_INFO, before.address())) {
      assertThat(ends.call(target, 0)).isEqualTo(Outcome.OK);
      before.close();
      assertThat(ends.call(target, 0)).isEqualTo(Outcome.ERROR);
      try (TestProvider after = new TestProvider(RpcProtocol.DUBBO, service, 8, 0, port)) {
        assertThat(after.address()).isEqualTo(before.address());
        ends.awaitOk(target);
      }
    }
  }

  @Test
  void aCallAllocatesLessThan64Bytes() throws Exception {
    AllocationLoop loop = new AllocationLoop(1);
    // Far more threads than users: one that has answered may not be back at its pool yet.
    try (TestProvider provider = TestProvider.of(ClientKind.WIRE, new TestService(), 500);
        Target opened =
            open(ServiceMethod.FIND_USER_INFO, provider.address(), Integer.MAX_VALUE, loop)) {
      assertThat(loop.bytesPerCall(opened)).isLessThan(AllocationLoop.LIMIT);
      assertThat(reasons.counts()).isEmpty();
    }
  }

  private Target open(ServiceMethod method, InetSocketAddress provider) throws IOException {
    return open(method, provider, 1, ends);
  }

  private Target open(
      ServiceMethod method,
      InetSocketAddress provider,
      int decodeOneIn,
      Target.Completion completion)
      throws IOException {
    DriverSettings settings =
        new DriverSettings(ClientKind.WIRE.id(), method, 1, LONG_MILLIS, decodeOneIn);
    return TestProvider.targets(settings, provider, reasons).open(32, completion);
  }
}
