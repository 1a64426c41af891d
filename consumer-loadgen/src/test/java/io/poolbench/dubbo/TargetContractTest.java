package io.poolbench.dubbo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.poolbench.Changed;
import io.poolbench.api.AddedLatency;
import io.poolbench.api.PermissionService;
import io.poolbench.api.RandomDelay;
import io.poolbench.api.UserInfo;
import io.poolbench.load.Destination;
import io.poolbench.load.Ends;
import io.poolbench.load.FailureReasons;
import io.poolbench.load.Outcome;
import io.poolbench.load.Target;
import io.poolbench.study.CallSettings;
import io.poolbench.study.CalledMethod;
import io.poolbench.study.DriverSettings;
import io.poolbench.study.ServiceMethod;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What every client promises, against a real provider. */
@ParameterizedClass
@EnumSource(ClientKind.class)
class TargetContractTest {
  private static final int SLOTS = 4;
  private static final long LONG_MILLIS = 60_000;

  private static final long SHORT_MILLIS = 2_000;

  @Parameter ClientKind client;

  private final TestService service = new TestService();
  private final FailureReasons reasons = new FailureReasons();
  private final Ends ends = new Ends();

  static List<ServiceMethod> methods() {
    return ServiceMethod.of(false);
  }

  @ParameterizedTest
  @MethodSource("methods")
  void anAnswerIsOkWithOrderedTimeStamps(ServiceMethod method) throws Exception {
    DriverSettings settings = new DriverSettings(client.id(), method, 1, LONG_MILLIS, 1);
    try (TestProvider provider = TestProvider.of(client, service, 8);
        Target target = open(settings, provider.address(), TestService.USERS)) {
      ends.assertOk(target, 3);
      assertThat(reasons.counts()).isEmpty();
      assertThat(service.lastCaller()).as("by the given address").isEqualTo("127.0.0.1");
    }
  }

  @Test
  void anAnswerIsStampedWhenTheNetworkLatencyIsOverAndTimesOutIfThatIsTooLate() throws Exception {
    RandomDelay network = new RandomDelay(new AddedLatency(20_000, 0));
    try (TestProvider provider = TestProvider.of(client, service, 8);
        Target target =
            open(
                settings(LONG_MILLIS),
                new Destination(provider.address(), network),
                TestService.USERS)) {
      target.send(0);
      Ends.End end = ends.next();
      assertThat(end.outcome()).isEqualTo(Outcome.OK);
      assertThat(end.answeredNanos() - end.sentNanos()).isGreaterThanOrEqualTo(20_000_000);
    }
    network.change(new AddedLatency(60_000_000, 0));
    try (TestProvider provider = TestProvider.of(client, service, 8);
        Target target =
            open(
                settings(SHORT_MILLIS),
                new Destination(provider.address(), network),
                TestService.USERS)) {
      target.send(0);
      Ends.End end = ends.next();
      assertThat(end.outcome()).isEqualTo(Outcome.TIMEOUT);
      assertThat(end.answeredNanos() - end.sentNanos())
          .isBetween(
              TimeUnit.MILLISECONDS.toNanos(SHORT_MILLIS),
              TimeUnit.MILLISECONDS.toNanos(LONG_MILLIS));
    }
  }

  @Test
  void aFullPoolRejectsCalls() throws Exception {
    assertRejects(
        TestProvider.of(client, service, 1),
        ServiceMethod.FIND_USER_INFO,
        client == ClientKind.TRI ? "RST_STREAM 500" : "thread pool is exhausted");
  }

  /** As a pool does, and told apart by its reason. */
  @ParameterizedTest(name = "generic: {0}")
  @ValueSource(booleans = {false, true})
  void anExecuteLimitRejectsCalls(boolean generic) throws Exception {
    String signature = "findUserInfo(java.lang.String)";
    CallSettings call =
        Calls.of(PermissionService.class.getName(), signature, "[\"pin-1\"]", Map.of());
    assertRejects(
        TestProvider.exporting(
            TestProvider.protocol(client),
            PermissionService.class,
            service,
            export -> export.setExecutes(1)),
        generic ? Changed.with(call, "generic", true) : ServiceMethod.FIND_USER_INFO,
        ClientKind.LIMITED);
    assertThat(reasons.counts()).containsOnlyKeys(ClientKind.LIMITED);
  }

  private void assertRejects(TestProvider ofOneCall, CalledMethod method, String reason)
      throws Exception {
    CountDownLatch gate = service.holdNextCall();
    DriverSettings settings = new DriverSettings(client.id(), method, 1, LONG_MILLIS, 1);
    try (TestProvider provider = ofOneCall;
        Target target = open(settings, provider.address(), TestService.USERS)) {
      target.send(0);
      service.awaitCall();
      target.send(1);
      Ends.End rejected = ends.next();
      assertThat(rejected.slot()).isEqualTo(1);
      assertThat(rejected.outcome()).as("%s", reasons.counts()).isEqualTo(Outcome.REJECTED);
      assertOneFailure(reason);

      gate.countDown();
      assertThat(ends.next().outcome()).isEqualTo(Outcome.OK);
    } finally {
      gate.countDown();
    }
  }

  @Test
  void aCallWithoutAnAnswerTimesOut() throws Exception {
    CountDownLatch gate = service.holdNextCall();
    long timeoutMillis = 1_000;
    try (TestProvider provider = TestProvider.of(client, service, 8);
        Target target = open(provider.address(), timeoutMillis)) {
      target.send(0);
      Ends.End end = ends.next();
      assertThat(end.outcome()).isEqualTo(Outcome.TIMEOUT);
      assertThat(end.answeredNanos() - end.sentNanos())
          .isGreaterThanOrEqualTo(TimeUnit.MILLISECONDS.toNanos(timeoutMillis));
      assertThat(reasons.counts()).containsValue(1L);
    } finally {
      gate.countDown();
    }
  }

  @Test
  void aLateAnswerIsNotCreditedToTheSlotsNextCall() throws Exception {
    CountDownLatch first = service.holdNextCall();
    CountDownLatch second = service.holdNextCall();
    // Two threads hold the two calls; the third waits in the queue for the one that is freed, so
    // that its answer follows the late one.
    try (TestProvider provider =
            new TestProvider(
                TestProvider.protocol(client), service, 2, 10, TestProvider.freePort());
        Target target = open(provider.address(), SHORT_MILLIS)) {
      assertThat(ends.call(target, 0)).isEqualTo(Outcome.TIMEOUT);
      service.awaitCall();
      target.send(0);
      service.awaitCall();
      target.send(1);
      first.countDown();
      for (Ends.End end = ends.next(); end.slot() != 1; end = ends.next()) {
        assertThat(end.outcome()).isEqualTo(Outcome.TIMEOUT);
      }
      assertThat(ends.isEmpty()).isTrue();
      assertThat(ends.late()).isEqualTo(ClientKind.seesLateAnswers(client.id()) ? 1 : 0);
    } finally {
      first.countDown();
      second.countDown();
    }
  }

  @Test
  void aServiceExceptionIsAnErrorWithItsMessage() throws Exception {
    service.failFromNowOn();
    try (TestProvider provider = TestProvider.of(client, service, 8);
        Target target = open(provider.address(), LONG_MILLIS)) {
      assertThat(ends.call(target, 0)).isEqualTo(Outcome.ERROR);
      assertOneFailure(TestService.FAILURE);
    }
  }

  @Test
  void aWrongAnswerIsAnError() throws Exception {
    ExpectedUsers others =
        new ExpectedUsers(
            1, index -> new UserInfo("pin-0", "another name", 0, 1_000, "x".repeat(50)));
    DriverSettings settings =
        new DriverSettings(client.id(), ServiceMethod.FIND_USER_INFO, 1, LONG_MILLIS, 1);
    try (TestProvider provider = TestProvider.of(client, service, 8);
        Target target = open(settings, provider.address(), others)) {
      assertThat(ends.call(target, 0)).isEqualTo(Outcome.ERROR);
      assertOneFailure("wrong answer", "another name", "name 0");
    }
  }

  @Test
  void aLostConnectionEndsItsCallsWithAnError() throws Exception {
    try (Closing server = closing();
        Target target = open(server.address(), SHORT_MILLIS)) {
      target.send(2);
      Ends.End end = ends.next();
      assertThat(end.slot()).isEqualTo(2);
      assertThat(end.outcome()).isEqualTo(Outcome.ERROR);
    }
  }

  @Test
  void aCallThatCannotBeSentEndsAfterAPause() throws Exception {
    try (Closing server = closing();
        Target target = open(server.address(), SHORT_MILLIS)) {
      server.close();
      assertThat(ends.call(target, 0)).isEqualTo(Outcome.ERROR);
      ends.assertUnsent(target);
    }
  }

  /** A server that closes each connection on which a call comes in. */
  private Closing closing() throws IOException {
    if (client == ClientKind.TRI) {
      TripleServer server = new TripleServer(TripleServer.Request::hangUp);
      return new Closing(server.address(), server);
    }
    ScriptedServer server = new ScriptedServer(ScriptedServer::readFrame);
    return new Closing(server.address(), server);
  }

  private record Closing(InetSocketAddress address, AutoCloseable end) implements AutoCloseable {
    @Override
    public void close() throws Exception {
      end.close();
    }
  }

  @Test
  void anUnreachableProviderIsAnIoExceptionWithItsAddress() throws Exception {
    InetSocketAddress unused =
        new InetSocketAddress(InetAddress.getLoopbackAddress(), TestProvider.freePort());
    assertThatExceptionOfType(IOException.class)
        .isThrownBy(() -> open(unused, LONG_MILLIS))
        .withMessageContaining(String.valueOf(unused.getPort()));
  }

  private void assertOneFailure(String... inItsReason) {
    assertThat(reasons.counts())
        .hasSize(1)
        .allSatisfy((reason, count) -> assertThat(reason).contains(inItsReason))
        .containsValue(1L);
  }

  private Target open(InetSocketAddress provider, long timeoutMillis) throws IOException {
    return open(settings(timeoutMillis), provider, TestService.USERS);
  }

  private DriverSettings settings(long timeoutMillis) {
    return new DriverSettings(client.id(), ServiceMethod.FIND_USER_INFO, 1, timeoutMillis, 1);
  }

  private Target open(DriverSettings settings, InetSocketAddress provider, ExpectedUsers users)
      throws IOException {
    return open(settings, Destination.direct(provider), users);
  }

  private Target open(DriverSettings settings, Destination provider, ExpectedUsers users)
      throws IOException {
    return TestProvider.targets(settings, provider, users, reasons).open(SLOTS, ends);
  }
}
