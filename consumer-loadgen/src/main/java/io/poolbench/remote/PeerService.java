package io.poolbench.remote;

import io.poolbench.dubbo.MessageService;
import io.poolbench.measure.NanoClock;
import io.poolbench.remote.Request.Answer;
import io.poolbench.remote.Request.Hello;
import java.io.IOException;
import java.time.Duration;
import java.util.Objects;
import java.util.UUID;

/**
 * Answers the messages of one coordinator at a time, and ends its session where it falls silent.
 * Thread-safe.
 */
public final class PeerService implements MessageService, AutoCloseable {
  private final String process = UUID.randomUUID().toString();
  private final String title;
  private final Token token;
  private final String version;
  private final Duration silence;
  private final Peer peer;
  private final NanoClock clock;
  private Live live; // guarded by this

  /** A session with its coordinator. */
  private static final class Live {
    private final String id;
    private final Peer.Session session;
    private volatile long heardNanos;
    private boolean ended; // guarded by this

    Live(String id, Peer.Session session) {
      this.id = id;
      this.session = session;
    }

    /** Returns once it has ended, by this call or another. */
    synchronized void end() {
      if (!ended) {
        ended = true;
        session.close();
      }
    }
  }

  /**
   * @param title what the process is, in messages
   * @param version of poolbench, which the coordinator has to have too
   * @param silence a coordinator that sends nothing for so long is gone
   * @param clock of silence
   */
  public PeerService(
      String title, Token token, String version, Duration silence, Peer peer, NanoClock clock) {
    this.title = Objects.requireNonNull(title, "title");
    this.token = Objects.requireNonNull(token, "token");
    this.version = Objects.requireNonNull(version, "version");
    this.silence = Objects.requireNonNull(silence, "silence");
    this.peer = Objects.requireNonNull(peer, "peer");
    this.clock = Objects.requireNonNull(clock, "clock");
  }

  @Override
  public byte[] ask(byte[] bytes) {
    return PeerJson.bytes(answer(bytes));
  }

  private Answer answer(byte[] bytes) {
    try {
      Request request = PeerJson.read(bytes, Request.class);
      require(request);
      return Answer.of(result(request));
    } catch (PeerException e) {
      return Answer.problem(e);
    } catch (IOException | IllegalArgumentException | IllegalStateException e) {
      return Answer.problem(PeerException.failure(title + ": " + e.getMessage()));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return Answer.problem(PeerException.failure(title + " ends"));
    }
  }

  private void require(Request request) throws PeerException {
    if (!token.matches(request.token())) {
      throw PeerException.mistake("wrong token");
    }
    if (!version.equals(request.version())) {
      throw PeerException.mistake(
          "version mismatch: coordinator %s, %s %s (valid: equal versions)"
              .formatted(request.version(), title, version));
    }
  }

  private Object result(Request request) throws PeerException, IOException, InterruptedException {
    String action = request.action();
    if (action.equals(Request.HELLO)) {
      begin(request.session());
      return hello();
    }
    Live own = heard(request.session());
    return switch (action) {
      case Request.PING -> hello();
      case Request.BYE -> {
        end(own);
        yield true;
      }
      default -> own.session.answer(action, request.body());
    };
  }

  private Hello hello() {
    return new Hello(
        process, System.currentTimeMillis(), PeerJson.MAPPER.valueToTree(peer.facts()));
  }

  private synchronized void begin(String id) throws PeerException {
    if (live != null && !live.id.equals(id)) {
      throw PeerException.failure("in use by another coordinator");
    }
    if (live == null) {
      live = new Live(id, peer.begin());
    }
    live.heardNanos = clock.nanoTime();
  }

  private synchronized Live heard(String id) throws PeerException {
    if (live == null || !live.id.equals(id)) {
      throw PeerException.failure(
          "session ended (limit " + silence.toSeconds() + " s without a message)");
    }
    live.heardNanos = clock.nanoTime();
    return live;
  }

  /** Another coordinator has to wait until all work has ended. */
  private void end(Live ending) {
    ending.end();
    synchronized (this) {
      if (live == ending) {
        live = null;
      }
    }
  }

  /** Ends a session whose coordinator has been silent for too long; called regularly. */
  void endSilent() {
    Live silent;
    synchronized (this) {
      silent = live;
      if (silent == null || clock.nanoTime() - silent.heardNanos < silence.toNanos()) {
        return;
      }
    }
    end(silent);
  }

  /** Ends the session, with its work. */
  @Override
  public void close() {
    Live last;
    synchronized (this) {
      last = live;
    }
    if (last != null) {
      end(last);
    }
  }
}
