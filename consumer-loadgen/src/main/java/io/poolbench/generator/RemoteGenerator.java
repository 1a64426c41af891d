package io.poolbench.generator;

import com.fasterxml.jackson.databind.JsonNode;
import io.poolbench.dubbo.MessageClient;
import io.poolbench.generator.Message.Action;
import io.poolbench.generator.Message.Answer;
import io.poolbench.generator.Message.DrainOrder;
import io.poolbench.generator.Message.FollowOrder;
import io.poolbench.generator.Message.Hello;
import io.poolbench.generator.Message.LevelOrder;
import io.poolbench.generator.Message.OfLoad;
import io.poolbench.generator.Message.TakeOrder;
import io.poolbench.generator.Message.TakenText;
import io.poolbench.generator.Message.UseText;
import io.poolbench.load.Load;
import io.poolbench.result.GeneratorHost;
import io.poolbench.result.GeneratorUse;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;

/** A generator at an address, with a session of this coordinator. Thread-safe. */
final class RemoteGenerator implements Generator {
  private static final Duration TIMEOUT = Duration.ofSeconds(5);

  /** Thousands of connections may have to be made. */
  private static final Duration OPEN_TIMEOUT = Duration.ofSeconds(60);

  private static final int ROUND_TRIPS = 5;

  private final String name;
  private final InetSocketAddress address;
  private final Token token;
  private final String version;
  private final String session;
  private final MessageClient client;
  private Hello hello; // guarded by this
  private long shortestNanos = Long.MAX_VALUE; // guarded by this
  private double offsetMillis; // guarded by this

  private RemoteGenerator(
      String name,
      InetSocketAddress address,
      Token token,
      String version,
      String session,
      MessageClient client) {
    this.name = name;
    this.address = address;
    this.token = token;
    this.version = version;
    this.session = session;
    this.client = client;
  }

  /**
   * Begins a session.
   *
   * @param name of the address
   * @param address resolved
   * @param version of poolbench
   * @param session of the coordinator
   */
  static RemoteGenerator connect(
      String name, InetSocketAddress address, Token token, String version, String session)
      throws GeneratorException {
    MessageClient client;
    try {
      client = MessageClient.connect(address);
    } catch (IOException e) {
      throw new GeneratorException("generator " + name + ": cannot be reached", e);
    }
    RemoteGenerator generator = new RemoteGenerator(name, address, token, version, session, client);
    try {
      generator.time(Action.HELLO);
      for (int trip = 1; trip < ROUND_TRIPS; trip++) {
        generator.ping();
      }
      return generator;
    } catch (GeneratorException e) {
      client.close();
      throw e;
    }
  }

  private void time(Action action) throws GeneratorException {
    double wall = System.currentTimeMillis();
    long began = System.nanoTime();
    Hello answer = ask(action, null, Hello.class);
    long nanos = System.nanoTime() - began;
    synchronized (this) {
      hello = answer;
      if (nanos < shortestNanos) {
        shortestNanos = nanos;
        offsetMillis = answer.wallMillis() - (wall + nanos / 2e6);
      }
    }
  }

  @Override
  public void ping() throws GeneratorException {
    time(Action.PING);
  }

  /** The process, which may have several addresses. */
  synchronized String process() {
    return hello.process();
  }

  @Override
  public synchronized GeneratorHost host() {
    return new GeneratorHost(name, hello.cpus(), hello.host(), shortestNanos / 1e6, offsetMillis);
  }

  @Override
  public synchronized long freeDescriptors() {
    return hello.freeDescriptors();
  }

  @Override
  public InetAddress address() {
    return address.getAddress();
  }

  @Override
  public GeneratorLoad open(LoadOrder order) throws GeneratorException {
    return new Remote(ask(Action.OPEN, order, OfLoad.class, OPEN_TIMEOUT).load());
  }

  private <T> T ask(Action action, Object body, Class<T> answer) throws GeneratorException {
    return ask(action, body, answer, TIMEOUT);
  }

  private <T> T ask(Action action, Object body, Class<T> answer, Duration timeout)
      throws GeneratorException {
    JsonNode json = body == null ? null : Message.JSON.valueToTree(body);
    try {
      byte[] bytes =
          client.ask(
              Message.bytes(new Message(token.text(), version, session, action, json)), timeout);
      Answer answered = Message.read(bytes, Answer.class);
      if (answered.problem() != null) {
        throw new GeneratorException(
            answered.mistake(), "generator " + name + ": " + answered.problem());
      }
      return Message.JSON.treeToValue(answered.body(), answer);
    } catch (IOException e) {
      throw new GeneratorException("generator " + name + " lost: " + e.getMessage(), e);
    }
  }

  /** Best effort: the generator notices the silence by itself. */
  private void tell(Action action, Object body) {
    try {
      JsonNode unused = ask(action, body, JsonNode.class);
    } catch (GeneratorException e) {
      // It is lost, or has ended the load by itself.
    }
  }

  @Override
  public void bye() {
    tell(Action.BYE, null);
  }

  @Override
  public void close() {
    client.close();
  }

  private final class Remote implements GeneratorLoad {
    private final long load;

    Remote(long load) {
      this.load = load;
    }

    @Override
    public void level(List<Integer> levels, long delayNanos) throws GeneratorException {
      Long unused = ask(Action.LEVEL, new LevelOrder(load, levels, delayNanos), Long.class);
    }

    @Override
    public void follow(List<Load.Hold> holds, long delayNanos) throws GeneratorException {
      Long unused = ask(Action.FOLLOW, new FollowOrder(load, holds, delayNanos), Long.class);
    }

    @Override
    public Taken take(long delayNanos) throws GeneratorException {
      TakenText taken = ask(Action.TAKE, new TakeOrder(load, delayNanos), TakenText.class);
      return new Taken(taken.interval().interval(), taken.failed());
    }

    @Override
    public int inFlight() throws GeneratorException {
      return ask(Action.IN_FLIGHT, new OfLoad(load), Integer.class);
    }

    @Override
    public boolean drain(List<Integer> groups, Duration atMost) throws GeneratorException {
      return ask(Action.DRAIN, new DrainOrder(load, groups, atMost.toNanos()), Boolean.class);
    }

    @Override
    public GeneratorUse read() throws GeneratorException {
      return ask(Action.READ, new OfLoad(load), UseText.class).use();
    }

    @Override
    public void close() {
      tell(Action.CLOSE, new OfLoad(load));
    }
  }
}
