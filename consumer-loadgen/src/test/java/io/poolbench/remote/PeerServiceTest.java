package io.poolbench.remote;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.poolbench.load.SimulatedTime;
import io.poolbench.remote.Request.Answer;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** The sessions of a process that works for coordinators, in simulated time. */
class PeerServiceTest {
  private static final Token TOKEN = new Token("0123456789abcdef");
  private static final String VERSION = "1.0";
  private static final Duration SILENCE = Duration.ofSeconds(2);
  private static final String WORK = "WORK";

  private final SimulatedTime time = new SimulatedTime();
  private final Recorded peer = new Recorded();
  private final PeerService service =
      new PeerService("worker", TOKEN, VERSION, SILENCE, peer, time);

  @Test
  void anotherTokenOrVersionIsRefusedBeforeAnythingElse() throws Exception {
    for (String action : new String[] {Request.HELLO, Request.PING, Request.BYE, WORK}) {
      Answer token = ask("0123456789abcdeF", VERSION, "s", action);
      assertThat(token.problem()).isEqualTo("wrong token");
      assertThat(token.mistake()).isTrue();
    }
    Answer version = ask(TOKEN.text(), "1.1", "s", Request.HELLO);
    assertThat(version.problem()).contains("1.1", "1.0");
    assertThat(version.mistake()).isTrue();
    assertThat(peer.begun).isZero();
  }

  @Test
  void workEndsOnceItsCoordinatorIsSilentAndGoesOnAsLongAsItPings() throws Exception {
    begin("first");
    for (int beat = 0; beat < 10; beat++) {
      pass(SILENCE.minusMillis(1));
      assertThat(ask("first", Request.PING).problem()).isNull();
    }
    assertThat(peer.closed).isZero();
    pass(SILENCE);

    assertThat(peer.closed).isEqualTo(1);
    assertThat(ask("first", Request.PING).problem()).contains("session ended");
    assertThat(ask("first", WORK).problem()).contains("session ended");
    begin("second");
  }

  @Test
  void oneCoordinatorAtATime() throws Exception {
    begin("first");

    assertThat(ask("second", Request.HELLO).problem()).contains("another coordinator");
    assertThat(ask("second", WORK).problem()).isNotNull();
    assertThat(ask("first", WORK).body().asText()).isEqualTo("done " + WORK);
    assertThat(ask("first", Request.BYE).problem()).isNull();
    assertThat(peer.closed).isEqualTo(1);
    begin("second");
    assertThat(peer.begun).isEqualTo(2);
  }

  @Test
  void aCoordinatorThatGreetsAgainKeepsItsSession() throws Exception {
    begin("first");
    begin("first");

    assertThat(peer.begun).isEqualTo(1);
  }

  @Test
  void whatIsNoMessageIsAnswered() throws Exception {
    byte[] answer = service.ask(new byte[] {1, 2, 3});

    assertThat(PeerJson.read(answer, Answer.class).problem()).isNotNull();
  }

  private void pass(Duration duration) {
    time.sleepUntil(time.nanoTime() + duration.toNanos());
    service.endSilent();
  }

  private void begin(String session) throws Exception {
    assertThat(ask(session, Request.HELLO).problem()).isNull();
  }

  private Answer ask(String session, String action) throws Exception {
    return ask(TOKEN.text(), VERSION, session, action);
  }

  private Answer ask(String token, String version, String session, String action) throws Exception {
    Request request = new Request(token, version, session, action, null);
    return PeerJson.read(service.ask(PeerJson.bytes(request)), Answer.class);
  }

  /** Counts its sessions. */
  private static final class Recorded implements Peer {
    private int begun;
    private int closed;

    @Override
    public String facts() {
      return "worker";
    }

    @Override
    public Session begin() {
      begun++;
      return new Session() {
        @Override
        public String answer(String action, JsonNode body) {
          return "done " + action;
        }

        @Override
        public void close() {
          closed++;
        }
      };
    }
  }
}
