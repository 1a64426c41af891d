package io.poolbench.dubbo;

import static org.assertj.core.api.Assertions.assertThat;

import io.poolbench.api.UserInfo;
import io.poolbench.load.Destination;
import io.poolbench.load.Ends;
import io.poolbench.load.FailureReasons;
import io.poolbench.load.Outcome;
import io.poolbench.load.Target;
import io.poolbench.study.DriverSettings;
import io.poolbench.study.ServiceMethod;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.BitSet;
import java.util.HexFormat;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ManyCallsTest {
  private static final int SLOTS = 64;
  private static final int CALLS = 6_000;

  /** SETTINGS and WINDOW_UPDATE of a peer whose windows are as large as they can be. */
  private static final String LARGEST_WINDOWS =
      "000006040000000000" + "00047fffffff" + "000004080000000000" + "7fff0000";

  /** Sends half of the next calls within the completion and half from another thread. */
  @ParameterizedTest
  @EnumSource(ClientKind.class)
  void everySendHasOneCompletionAndNeverWithinItself(ClientKind client) throws Exception {
    FailureReasons reasons = new FailureReasons();
    Loop loop = new Loop();
    DriverSettings settings =
        new DriverSettings(client.id(), ServiceMethod.FIND_USER_INFO, 3, 20_000, 10);
    // Far more threads than users: one that has answered may not be back at its pool yet.
    try (TestProvider provider = TestProvider.of(client, new TestService(), 500);
        Target target =
            TestProvider.targets(settings, provider.address(), reasons).open(SLOTS, loop)) {
      loop.target = target;
      for (int slot = 0; slot < SLOTS; slot++) {
        loop.send(slot);
      }
      assertThat(loop.done.await(60, TimeUnit.SECONDS)).isTrue();
    }
    loop.others.shutdownNow();
    assertThat(loop.broken.get()).isNull();
    assertThat(reasons.counts()).isEmpty();
    assertThat(loop.outcomes.get(Outcome.OK).get()).isEqualTo(CALLS);
  }

  @Test
  void tenThousandCallsAreOpenAtOnceOverSeveralConnections() throws Exception {
    int calls = 10_000;
    int connections = 8;
    byte[] nothing = TripleServer.nothing();
    Ends ends = new Ends();
    FailureReasons reasons = new FailureReasons();
    Queue<TripleServer.Request> held = new ConcurrentLinkedQueue<>();
    CountDownLatch open = new CountDownLatch(calls);
    try (TripleServer server =
            new TripleServer(
                request -> {
                  held.add(request);
                  open.countDown();
                });
        Target target =
            TestProvider.targets(
                    new DriverSettings("tri", ServiceMethod.EMPTY, connections, 180_000, 1_000),
                    server.address(),
                    reasons)
                .open(calls, ends)) {
      for (int slot = 0; slot < calls; slot++) {
        target.send(slot);
      }
      assertThat(open.await(60, TimeUnit.SECONDS)).isTrue();
      assertThat(ends.isEmpty()).isTrue();
      assertThat(server.connections).hasSize(connections);
      held.forEach(request -> request.answer(nothing));
      BitSet ended = new BitSet(calls);
      for (int call = 0; call < calls; call++) {
        Ends.End end = ends.next();
        assertThat(end.outcome()).isEqualTo(Outcome.OK);
        ended.set(end.slot());
      }
      assertThat(ended.cardinality()).isEqualTo(calls);
      assertThat(reasons.counts()).isEmpty();
    }
  }

  /** Some of 60 rounds fill the limit of unsent bytes and the kernel's buffers of both ends. */
  @ParameterizedTest
  @EnumSource(ClientKind.class)
  void aPeerThatReadsNothingLosesItsConnectionBeforeRequestsFillTheMemory(ClientKind client)
      throws Exception {
    ExpectedUsers largeKeys =
        new ExpectedUsers(1, index -> new UserInfo("k".repeat(200_000), "n", 0, 0, "p"));
    DriverSettings settings =
        new DriverSettings(client.id(), ServiceMethod.FIND_USER_INFO, 1, 100, 1);
    FailureReasons reasons = new FailureReasons();
    Ends ends = new Ends();
    CountDownLatch over = new CountDownLatch(1);
    try (ScriptedServer server =
            new ScriptedServer(
                connection -> {
                  if (client == ClientKind.TRI) {
                    connection.getOutputStream().write(HexFormat.of().parseHex(LARGEST_WINDOWS));
                  }
                  over.await();
                });
        Target target =
            TestProvider.targets(settings, Destination.direct(server.address()), largeKeys, reasons)
                .open(8, ends)) {
      for (int call = 0; call < 480 && !isCutOff(reasons); call += 8) {
        for (int slot = 0; slot < 8; slot++) {
          target.send(slot);
        }
        for (int slot = 0; slot < 8; slot++) {
          assertThat(ends.next().outcome()).isNotEqualTo(Outcome.OK);
        }
      }

      assertThat(isCutOff(reasons)).as("%s", reasons.counts()).isTrue();
    } finally {
      over.countDown();
    }
  }

  private static boolean isCutOff(FailureReasons reasons) {
    return reasons.counts().keySet().stream().anyMatch(reason -> reason.contains("bytes unsent"));
  }

  @ParameterizedTest
  @EnumSource(ClientKind.class)
  void aClosedTargetLeavesNoThreads(ClientKind client) throws Exception {
    if (client == ClientKind.TRI) {
      byte[] nothing = TripleServer.nothing();
      try (TripleServer server = new TripleServer(request -> request.answer(nothing))) {
        assertLeavesNoThreads(client, server.address());
      }
    } else {
      try (ScriptedServer server = new ScriptedServer(ManyCallsTest::answerAll)) {
        assertLeavesNoThreads(client, server.address());
      }
    }
  }

  private static void assertLeavesNoThreads(ClientKind client, InetSocketAddress server)
      throws Exception {
    DriverSettings settings = new DriverSettings(client.id(), ServiceMethod.EMPTY, 1, 20_000, 1);
    Target.Factory factory = TestProvider.targets(settings, server, new FailureReasons());
    openCallClose(factory);
    Map<String, Long> before = threadsByKind();
    for (int i = 0; i < 5; i++) {
      openCallClose(factory);
    }
    // Some threads end a moment after their target.
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
    while (!more(before, threadsByKind()).isEmpty() && System.nanoTime() < deadline) {
      Thread.onSpinWait();
    }
    assertThat(more(before, threadsByKind())).isEmpty();
  }

  private static void answerAll(Socket connection) throws IOException {
    while (true) {
      byte[] request = ScriptedServer.readFrame(connection);
      connection.getOutputStream().write(ScriptedServer.emptyAnswer(request, 0));
    }
  }

  private static void openCallClose(Target.Factory factory) throws Exception {
    Ends ends = new Ends();
    try (Target target = factory.open(2, ends)) {
      assertThat(ends.call(target, 1)).isEqualTo(Outcome.OK);
    }
  }

  /** The kinds of threads of which there are more than before. */
  private static Set<String> more(Map<String, Long> before, Map<String, Long> now) {
    return now.entrySet().stream()
        .filter(kind -> kind.getValue() > before.getOrDefault(kind.getKey(), 0L))
        .map(kind -> kind.getKey() + " " + kind.getValue())
        .collect(Collectors.toCollection(TreeSet::new));
  }

  /**
   * How many threads there are of each name, numbers apart; without those that are the process's
   * own: Dubbo's Netty workers, up to their own bound, its executor that handles the disconnection
   * of a destroyed reference, whose threads end when idle for a minute, and Netty's one global
   * executor, which starts and ends its thread as any open channel group needs it.
   */
  private static Map<String, Long> threadsByKind() {
    return Thread.getAllStackTraces().keySet().stream()
        .filter(thread -> !thread.getName().startsWith("NettyClientWorker"))
        .filter(thread -> !thread.getName().startsWith("Dubbo-global-shared-handler"))
        .filter(thread -> !thread.getName().startsWith("globalEventExecutor"))
        .collect(
            Collectors.groupingBy(
                thread -> thread.getName().replaceAll("\\d+", "#"), Collectors.counting()));
  }

  private static final class Loop implements Target.Completion {
    private final AtomicIntegerArray inFlight = new AtomicIntegerArray(SLOTS);
    private final AtomicInteger sent = new AtomicInteger();
    private final AtomicInteger ended = new AtomicInteger();
    private final Map<Outcome, AtomicInteger> outcomes = new ConcurrentHashMap<>();
    private final AtomicReference<String> broken = new AtomicReference<>();
    private final ThreadLocal<Boolean> sending = ThreadLocal.withInitial(() -> false);
    private final ExecutorService others = Executors.newSingleThreadExecutor();
    private final CountDownLatch done = new CountDownLatch(1);
    private volatile Target target;

    void send(int slot) {
      if (sent.incrementAndGet() <= CALLS) {
        if (inFlight.incrementAndGet(slot) != 1) {
          broken.set("slot " + slot + " was free but had a call in flight");
        }
        sending.set(true);
        target.send(slot);
        sending.set(false);
      }
    }

    @Override
    public void completed(int slot, Outcome outcome, long sentNanos, long answeredNanos) {
      if (sending.get()) {
        broken.set("completed within send");
      }
      if (inFlight.decrementAndGet(slot) != 0) {
        broken.set("slot " + slot + " was completed twice");
      }
      outcomes.computeIfAbsent(outcome, absent -> new AtomicInteger()).incrementAndGet();
      int count = ended.incrementAndGet();
      if (count == CALLS) {
        done.countDown();
      } else if (count % 2 == 0) {
        send(slot);
      } else {
        others.execute(() -> send(slot));
      }
    }
  }
}
