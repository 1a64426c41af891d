package io.poolbench.generator;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.poolbench.generator.Message.Action;
import io.poolbench.generator.Message.Answer;
import io.poolbench.generator.Message.OfLoad;
import io.poolbench.load.Load;
import io.poolbench.load.SimulatedTime;
import io.poolbench.measure.Interval;
import io.poolbench.measure.LatencyRecorder;
import io.poolbench.measure.Ledger;
import io.poolbench.result.GeneratorUse;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The sessions of a generator, in simulated time. */
class GeneratorServiceTest {
  private static final Token TOKEN = new Token("0123456789abcdef");
  private static final String VERSION = "1.0";

  private final SimulatedTime time = new SimulatedTime();
  private final Recorded load = new Recorded();
  private final GeneratorService service =
      new GeneratorService(
          TOKEN, VERSION, order -> load, new GeneratorService.Facts(2, "host"), time);

  @Test
  void anotherTokenOrVersionIsRefusedBeforeAnythingElse() throws Exception {
    for (Action action : Action.values()) {
      Answer token = ask("0123456789abcdeF", VERSION, "s", action, null);
      assertThat(token.problem()).isEqualTo("wrong token");
      assertThat(token.mistake()).isTrue();
    }
    Answer version = ask(TOKEN.text(), "1.1", "s", Action.HELLO, null);
    assertThat(version.problem()).contains("1.1", "1.0");
    assertThat(version.mistake()).isTrue();
  }

  @Test
  void aLoadEndsOnceItsCoordinatorIsSilentAndGoesOnAsLongAsItPings() throws Exception {
    begin("first");
    open("first");
    for (int beat = 0; beat < 10; beat++) {
      pass(GeneratorService.SILENCE.minusMillis(1));
      assertThat(ask("first", Action.PING, null).problem()).isNull();
    }
    assertThat(load.closed).isZero();
    pass(GeneratorService.SILENCE);

    assertThat(load.closed).isEqualTo(1);
    assertThat(ask("first", Action.PING, null).problem()).contains("session ended");
    begin("second");
  }

  @Test
  void oneCoordinatorAtATime() throws Exception {
    begin("first");
    open("first");

    assertThat(ask("second", Action.HELLO, null).problem()).contains("another coordinator");
    assertThat(ask("second", Action.PING, null).problem()).isNotNull();
    assertThat(ask("first", Action.BYE, null).problem()).isNull();
    assertThat(load.closed).isEqualTo(1);
    begin("second");
  }

  @Test
  void aLoadIsKnownToItsSessionUntilItIsClosed() throws Exception {
    begin("first");
    OfLoad opened = new OfLoad(open("first"));

    assertThat(ask("first", Action.TAKE, new Message.TakeOrder(opened.load(), 5)).problem())
        .isNull();
    assertThat(load.delays).isEqualTo(5);
    assertThat(ask("first", Action.CLOSE, opened).problem()).isNull();
    assertThat(load.closed).isEqualTo(1);
    assertThat(ask("first", Action.IN_FLIGHT, opened).problem()).contains("no load");
  }

  @Test
  void whatIsNoMessageIsAnswered() throws Exception {
    byte[] answer = service.ask(new byte[] {1, 2, 3});

    assertThat(Message.read(answer, Answer.class).problem()).isNotNull();
  }

  private void pass(Duration duration) {
    time.sleepUntil(time.nanoTime() + duration.toNanos());
    service.endSilent();
  }

  private void begin(String session) throws Exception {
    assertThat(ask(session, Action.HELLO, null).problem()).isNull();
  }

  private long open(String session) throws Exception {
    Answer opened = ask(session, Action.OPEN, new LoadOrder("{}", "127.0.0.1", 1, 1, List.of(1)));
    return Message.JSON.treeToValue(opened.body(), OfLoad.class).load();
  }

  private Answer ask(String session, Action action, Object body) throws Exception {
    return ask(TOKEN.text(), VERSION, session, action, body);
  }

  private Answer ask(String token, String version, String session, Action action, Object body)
      throws Exception {
    JsonNode json = Message.JSON.valueToTree(body);
    Message message = new Message(token, version, session, action, json);
    return Message.read(service.ask(Message.bytes(message)), Answer.class);
  }

  /** A load without calls. */
  private static final class Recorded implements GeneratorLoad {
    private int closed;
    private long delays;

    @Override
    public void level(List<Integer> levels, long delayNanos) {
      delays += delayNanos;
    }

    @Override
    public void follow(List<Load.Hold> holds, long delayNanos) {
      delays += delayNanos;
    }

    @Override
    public Taken take(long delayNanos) {
      delays += delayNanos;
      Interval nothing = new LatencyRecorder().take(Ledger.EMPTY);
      return new Taken(nothing, Map.of());
    }

    @Override
    public int inFlight() {
      return 0;
    }

    @Override
    public boolean drain(List<Integer> groups, Duration atMost) {
      return true;
    }

    @Override
    public GeneratorUse read() {
      return GeneratorUse.lost("");
    }

    @Override
    public void close() {
      closed++;
    }
  }
}
