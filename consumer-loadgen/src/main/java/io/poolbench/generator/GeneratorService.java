package io.poolbench.generator;

import com.fasterxml.jackson.core.JsonProcessingException;
import io.poolbench.dubbo.MessageService;
import io.poolbench.generator.Message.Answer;
import io.poolbench.generator.Message.DrainOrder;
import io.poolbench.generator.Message.FollowOrder;
import io.poolbench.generator.Message.Hello;
import io.poolbench.generator.Message.LevelOrder;
import io.poolbench.generator.Message.OfLoad;
import io.poolbench.generator.Message.TakeOrder;
import io.poolbench.generator.Message.TakenText;
import io.poolbench.generator.Message.UseText;
import io.poolbench.lab.HostFacts;
import io.poolbench.measure.NanoClock;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Answers the messages of one coordinator at a time, and ends its load where it falls silent.
 * Thread-safe.
 */
final class GeneratorService implements MessageService, AutoCloseable {
  /** A coordinator that sends nothing for so long is gone. */
  static final Duration SILENCE = Duration.ofSeconds(2);

  private final String process = UUID.randomUUID().toString();
  private final Token token;
  private final String version;
  private final Opener opener;
  private final Facts facts;
  private final NanoClock clock;
  private Session session; // guarded by this

  /** Opens a share of a load. */
  @FunctionalInterface
  interface Opener {
    /** Opens a share of a load; nothing is called yet. */
    GeneratorLoad open(LoadOrder order) throws GeneratorException;
  }

  /**
   * What this generator is.
   *
   * @param cpus that it may use
   * @param host in words
   */
  record Facts(int cpus, String host) {}

  private static final class Session {
    private final String id;
    private final Map<Long, GeneratorLoad> loads = new ConcurrentHashMap<>();
    private final AtomicLong opened = new AtomicLong();
    private volatile long heardNanos;
    private volatile boolean ended;

    Session(String id) {
      this.id = id;
    }

    void end() {
      ended = true;
      loads.values().forEach(GeneratorLoad::close);
      loads.clear();
    }
  }

  /**
   * @param version of poolbench, which the coordinator has to have too
   * @param clock of silence
   */
  GeneratorService(Token token, String version, Opener opener, Facts facts, NanoClock clock) {
    this.token = token;
    this.version = version;
    this.opener = opener;
    this.facts = facts;
    this.clock = clock;
  }

  @Override
  public byte[] ask(byte[] bytes) {
    return Message.bytes(answer(bytes));
  }

  private Answer answer(byte[] bytes) {
    try {
      Message message = Message.read(bytes, Message.class);
      require(message);
      return Answer.of(result(message));
    } catch (GeneratorException e) {
      return Answer.problem(e);
    } catch (IOException | IllegalArgumentException | IllegalStateException e) {
      return Answer.problem(GeneratorException.failure("generator: " + e.getMessage()));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return Answer.problem(GeneratorException.failure("generator ends"));
    }
  }

  private void require(Message message) throws GeneratorException {
    if (!token.matches(message.token())) {
      throw GeneratorException.mistake("wrong token");
    }
    if (!version.equals(message.version())) {
      throw GeneratorException.mistake(
          "version mismatch: coordinator %s, generator %s (valid: equal versions)"
              .formatted(message.version(), version));
    }
  }

  private Object result(Message message)
      throws GeneratorException, JsonProcessingException, InterruptedException {
    if (message.action() == Message.Action.HELLO) {
      begin(message.session());
      return hello();
    }
    Session own = heard(message.session());
    return switch (message.action()) {
      case HELLO, PING -> hello();
      case OPEN -> new OfLoad(open(own, message.body(LoadOrder.class)));
      case LEVEL -> {
        LevelOrder order = message.body(LevelOrder.class);
        load(own, order.load()).level(order.levels(), order.delayNanos());
        yield order.load();
      }
      case FOLLOW -> {
        FollowOrder order = message.body(FollowOrder.class);
        load(own, order.load()).follow(order.holds(), order.delayNanos());
        yield order.load();
      }
      case TAKE -> {
        TakeOrder order = message.body(TakeOrder.class);
        GeneratorLoad.Taken taken = load(own, order.load()).take(order.delayNanos());
        yield new TakenText(IntervalText.of(taken.interval()), taken.failed());
      }
      case IN_FLIGHT -> load(own, message.body(OfLoad.class).load()).inFlight();
      case DRAIN -> {
        DrainOrder order = message.body(DrainOrder.class);
        yield load(own, order.load()).drain(order.groups(), Duration.ofNanos(order.atMostNanos()));
      }
      case READ -> new UseText(load(own, message.body(OfLoad.class).load()).read());
      case CLOSE -> {
        long load = message.body(OfLoad.class).load();
        load(own, load).close();
        own.loads.remove(load);
        yield load;
      }
      case BYE -> {
        end(own);
        yield true;
      }
    };
  }

  private Hello hello() {
    return new Hello(
        process,
        facts.cpus(),
        facts.host(),
        HostFacts.freeDescriptors(),
        System.currentTimeMillis());
  }

  private synchronized void begin(String id) throws GeneratorException {
    if (session != null && !session.id.equals(id)) {
      throw GeneratorException.failure("in use by another coordinator");
    }
    if (session == null) {
      session = new Session(id);
    }
    session.heardNanos = clock.nanoTime();
  }

  private synchronized Session heard(String id) throws GeneratorException {
    if (session == null || !session.id.equals(id)) {
      throw GeneratorException.failure(
          "session ended (limit " + SILENCE.toSeconds() + " s without a message)");
    }
    session.heardNanos = clock.nanoTime();
    return session;
  }

  private long open(Session own, LoadOrder order) throws GeneratorException {
    GeneratorLoad load = opener.open(order);
    long number = own.opened.incrementAndGet();
    own.loads.put(number, load);
    if (own.ended) {
      own.end();
    }
    return number;
  }

  private static GeneratorLoad load(Session own, long number) throws GeneratorException {
    GeneratorLoad load = own.loads.get(number);
    if (load == null) {
      throw GeneratorException.failure("no load " + number + " in this session");
    }
    return load;
  }

  private void end(Session ending) {
    synchronized (this) {
      if (session == ending) {
        session = null;
      }
    }
    ending.end();
  }

  /** Ends a session whose coordinator has been silent for too long; called regularly. */
  void endSilent() {
    Session silent;
    synchronized (this) {
      silent = session;
      if (silent == null || clock.nanoTime() - silent.heardNanos < SILENCE.toNanos()) {
        return;
      }
    }
    end(silent);
  }

  /** Ends the session, with its loads. */
  @Override
  public void close() {
    Session last;
    synchronized (this) {
      last = session;
      session = null;
    }
    if (last != null) {
      last.end();
    }
  }
}
