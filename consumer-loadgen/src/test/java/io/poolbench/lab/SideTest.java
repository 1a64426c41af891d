package io.poolbench.lab;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import io.poolbench.Changed;
import io.poolbench.api.InvalidSettingException;
import io.poolbench.lab.HostProbe.HostSpeed;
import io.poolbench.load.SimulatedTime;
import io.poolbench.result.ViolationCode;
import java.io.ByteArrayInputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Both ends of a side in one JVM, over pipes, in simulated time. */
class SideTest {

  private final SimulatedTime time = new SimulatedTime();
  private final Works works = new Works();
  private final PipedOutputStream toSide = new PipedOutputStream();
  private final PipedOutputStream toDriver = new PipedOutputStream();
  private SideServer server;
  private SideClient client;
  private Thread serving;

  interface Work extends AutoCloseable {
    List<Integer> doubled(List<Integer> values) throws LabException, InterruptedException;

    String fails(String how) throws LabException;

    CompletableFuture<String> later() throws LabException;

    void forever() throws LabException, InterruptedException;

    Part part(String name) throws LabException;

    @Override
    void close();
  }

  interface Part extends AutoCloseable {
    String name() throws LabException;

    @Override
    void close();
  }

  private static final class Works implements Work {
    private final AtomicInteger closed = new AtomicInteger();
    private final CountDownLatch waiting = new CountDownLatch(1);
    private final CountDownLatch interrupted = new CountDownLatch(1);

    @Override
    public List<Integer> doubled(List<Integer> values) {
      return values.stream().map(value -> 2 * value).toList();
    }

    @Override
    public String fails(String how) throws LabException {
      switch (how) {
        case "lab" ->
            throw new LabException(ViolationCode.PROVIDER_ENDED, "ended", List.of("last line"));
        case "setting" -> throw new InvalidSettingException("cpus", "too few");
        default -> throw new IllegalStateException(how);
      }
    }

    @Override
    public CompletableFuture<String> later() {
      return CompletableFuture.completedFuture("done");
    }

    @Override
    public void forever() throws InterruptedException {
      waiting.countDown();
      try {
        new CountDownLatch(1).await();
      } finally {
        interrupted.countDown();
      }
    }

    @Override
    public Part part(String name) {
      return new Part() {
        @Override
        public String name() {
          return name;
        }

        @Override
        public void close() {
          closed.incrementAndGet();
        }
      };
    }

    @Override
    public void close() {
      closed.incrementAndGet();
    }
  }

  @ParameterizedTest
  @ValueSource(doubles = {0, 24_000})
  void theReadingOfAProviderArrivesWhole(double fastestNanos) throws IOException {
    ProviderReading sent =
        Changed.with(SampleCounters.full(3).provider(), "speed", new HostSpeed(fastestNanos));

    ProviderReading received =
        SideJson.MAPPER.readValue(SideJson.MAPPER.writeValueAsString(sent), ProviderReading.class);

    assertThat(SideJson.MAPPER.<JsonNode>valueToTree(received))
        .isEqualTo(SideJson.MAPPER.valueToTree(sent));
  }

  @BeforeEach
  void connect() throws IOException {
    server =
        new SideServer(new PipedInputStream(toSide, 1 << 16), toDriver, time)
            .offer(Work.class, works);
    client = new SideClient("side x", new PipedInputStream(toDriver, 1 << 16), toSide, time);
    serving =
        started(
            () -> {
              try {
                server.serve();
                server.close();
                toDriver.close();
              } catch (Exception e) {
                throw new IllegalStateException(e);
              }
            });
    Thread unused = started(() -> client.read(() -> "ended: reset"));
  }

  private static Thread started(Runnable work) {
    Thread thread = new Thread(work);
    thread.setDaemon(true);
    thread.start();
    return thread;
  }

  @AfterEach
  void disconnect() throws Exception {
    toSide.close();
    serving.join();
  }

  private Work work() {
    return client.object(Work.class);
  }

  @Test
  void callsComeBackWithResultsAndFailures() throws Exception {
    assertThat(work().doubled(List.of(1, 2))).containsExactly(2, 4);
    assertThat(work().later().get()).isEqualTo("done");
    assertThatThrownBy(() -> work().fails("lab"))
        .isInstanceOfSatisfying(
            LabException.class,
            e -> {
              assertThat(e.code()).isEqualTo(ViolationCode.PROVIDER_ENDED);
              assertThat(e.logTail()).containsExactly("last line");
            });
    assertThatThrownBy(() -> work().fails("setting"))
        .isInstanceOfSatisfying(
            InvalidSettingException.class, e -> assertThat(e.setting()).isEqualTo("cpus"));
    assertThatThrownBy(() -> work().fails("bug"))
        .isInstanceOf(LabException.class)
        .hasMessageContaining("side x");
  }

  @Test
  void anObjectIsKnownUntilItIsClosed() throws Exception {
    Part part = work().part("a");
    assertThat(part.name()).isEqualTo("a");
    part.close();

    assertThat(works.closed).hasValue(1);
    assertThatThrownBy(part::name).isInstanceOf(LabException.class);
  }

  @Test
  void theEndOfItsInputEndsAllOfASide() throws Exception {
    Part part = work().part("a");
    toSide.close();
    serving.join();

    assertThat(works.closed).hasValue(2);
    assertThat(client.lost().get()).isEqualTo("side x lost: ended: reset");
    assertThatThrownBy(part::name)
        .isInstanceOfSatisfying(
            LabException.class,
            e -> assertThat(e.code()).isEqualTo(ViolationCode.PROVIDER_HOST_LOST));
  }

  @Test
  void aCallThatIsInterruptedEndsOnItsSide() throws Exception {
    CompletableFuture<Throwable> ended = new CompletableFuture<>();
    Thread caller =
        started(
            () -> {
              try {
                work().forever();
              } catch (InterruptedException | LabException e) {
                ended.complete(e);
              }
            });
    works.waiting.await();
    caller.interrupt();

    assertThat(ended.get()).isInstanceOf(InterruptedException.class);
    works.interrupted.await();
  }

  /** A side that is stopped for 3 s: its answers come late, and nothing is lost. */
  @Test
  void aSideThatIsSilentForLessThanTheLimitIsNotLost() throws Exception {
    pass(Duration.ofSeconds(3));
    assertThat(server.isSilent()).isFalse();
    client.tick();

    assertThat(client.lost()).isNotDone();
    assertThat(work().doubled(List.of(1))).containsExactly(2);
  }

  @Test
  void silenceOfTheLimitLosesASide() throws Exception {
    SideClient waiting = waitingFor(InputStream.nullInputStream());
    pass(Duration.ofMillis(10_001));
    waiting.tick();
    waiting.tick();

    assertThat(waiting.lost().get()).isEqualTo("side x lost: silent for 10 s");
    assertThatThrownBy(() -> waiting.object(Work.class).doubled(List.of()))
        .isInstanceOf(LabException.class);
  }

  @Test
  void silenceOfTheLimitEndsASide() throws Exception {
    work().doubled(List.of());
    pass(Lines.MAX_SILENCE.plusMillis(1));
    serving.join();

    assertThat(works.closed).hasValue(1);
  }

  /** The driver was paused with its host: its heartbeat runs before its reader. */
  @Test
  void whatArrivedDuringAPauseIsReadBeforeASideIsLost() throws Exception {
    InputStream answer = new ByteArrayInputStream("{\"id\":1}\n".getBytes(UTF_8));
    SideClient stopped = waitingFor(answer);
    pass(Lines.MAX_SILENCE.plusMillis(1));
    stopped.tick();
    stopped.read(() -> "ended");

    assertThat(stopped.lost().get()).isEqualTo("side x lost: ended");
  }

  private SideClient waitingFor(InputStream answers) {
    return new SideClient("side x", answers, OutputStream.nullOutputStream(), time);
  }

  /** Such as the log of a provider over a slow network. */
  @Test
  void aLineThatArrivesSlowlyIsNoSilence() {
    AtomicReference<SideClient> receiving = new AtomicReference<>();
    List<Boolean> lost = new ArrayList<>();
    InputStream slow =
        new FilterInputStream(new ByteArrayInputStream("{\"id\":1}\n".getBytes(UTF_8))) {
          @Override
          public int read(byte[] to, int offset, int length) throws IOException {
            try {
              pass(Lines.MAX_SILENCE.minusMillis(1));
            } catch (InterruptedException e) {
              throw new IOException(e);
            }
            receiving.get().tick();
            lost.add(receiving.get().lost().isDone());
            return super.read(to, offset, 1);
          }

          @Override
          public int available() {
            return 0;
          }
        };
    receiving.set(waitingFor(slow));
    receiving.get().read(() -> "ended");

    assertThat(lost).hasSizeGreaterThan(2).containsOnly(false);
  }

  @Test
  void aSideReadsOnWhileTheNetworkTakesAnAnswerSlowly() throws Exception {
    CountDownLatch writing = new CountDownLatch(1);
    Semaphore network = new Semaphore(0);
    OutputStream slow =
        new OutputStream() {
          @Override
          public void write(int next) {
            writing.countDown();
            network.acquireUninterruptibly();
          }
        };
    PipedOutputStream toOther = new PipedOutputStream();
    SideServer other =
        new SideServer(new PipedInputStream(toOther, 1 << 16), slow, time).offer(Work.class, works);
    Thread unused =
        started(
            () -> {
              try {
                other.serve();
              } catch (InterruptedException e) {
                throw new IllegalStateException(e);
              }
            });
    SideClient calling = new SideClient("side y", InputStream.nullInputStream(), toOther, time);
    CompletableFuture<String> unanswered = calling.object(Work.class).later();
    writing.await();
    calling.tick();
    toOther.write(
        "{\"id\":9,\"object\":\"Work\",\"method\":\"forever\",\"body\":[]}\n".getBytes(UTF_8));
    toOther.flush();
    works.waiting.await();

    assertThat(unanswered).isNotDone();
    network.release(Integer.MAX_VALUE);
    toOther.close();
    other.close();
  }

  private void pass(Duration duration) throws InterruptedException {
    time.sleepUntil(time.nanoTime() + duration.toNanos());
  }
}
