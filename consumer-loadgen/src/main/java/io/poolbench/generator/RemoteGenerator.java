package io.poolbench.generator;

import io.poolbench.generator.Message.Action;
import io.poolbench.generator.Message.DrainOrder;
import io.poolbench.generator.Message.Facts;
import io.poolbench.generator.Message.FollowOrder;
import io.poolbench.generator.Message.LevelOrder;
import io.poolbench.generator.Message.OfLoad;
import io.poolbench.generator.Message.TakeOrder;
import io.poolbench.load.Load;
import io.poolbench.remote.PeerClient;
import io.poolbench.remote.PeerException;
import io.poolbench.remote.Token;
import io.poolbench.result.GeneratorHost;
import io.poolbench.result.GeneratorUse;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;

/**
 * A generator at an address, with a session of this coordinator. Thread-safe.
 *
 * @param name of the address
 */
record RemoteGenerator(String name, PeerClient client) implements Generator {
  private static final Duration TIMEOUT = Duration.ofSeconds(5);

  /** Thousands of connections may have to be made. */
  private static final Duration OPEN_TIMEOUT = Duration.ofSeconds(60);

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
      throws PeerException {
    return new RemoteGenerator(
        name, PeerClient.connect("generator " + name, address, token, version, session));
  }

  @Override
  public void ping() throws PeerException {
    client.ping();
  }

  /** The process, which may have several addresses. */
  String process() {
    return client.process();
  }

  @Override
  public GeneratorHost host() {
    Facts facts = facts();
    return new GeneratorHost(
        name, facts.cpus(), facts.host(), client.roundTripMillis(), client.clockOffsetMillis());
  }

  private Facts facts() {
    return client.facts(Facts.class);
  }

  @Override
  public long freeDescriptors() {
    return facts().freeDescriptors();
  }

  @Override
  public InetAddress address() {
    return client.address().getAddress();
  }

  @Override
  public GeneratorLoad open(LoadOrder order) throws PeerException {
    return new Remote(client.ask(Action.OPEN.name(), order, OfLoad.class, OPEN_TIMEOUT).load());
  }

  private <T> T ask(Action action, Object body, Class<T> answer) throws PeerException {
    return client.ask(action.name(), body, answer, TIMEOUT);
  }

  @Override
  public void bye() {
    client.bye();
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
    public void level(List<Integer> levels, long delayNanos) throws PeerException {
      Long unused = ask(Action.LEVEL, new LevelOrder(load, levels, delayNanos), Long.class);
    }

    @Override
    public void follow(List<Load.Hold> holds, long delayNanos) throws PeerException {
      Long unused = ask(Action.FOLLOW, new FollowOrder(load, holds, delayNanos), Long.class);
    }

    @Override
    public Taken take(long delayNanos) throws PeerException {
      return ask(Action.TAKE, new TakeOrder(load, delayNanos), Taken.class);
    }

    @Override
    public int inFlight() throws PeerException {
      return ask(Action.IN_FLIGHT, new OfLoad(load), Integer.class);
    }

    @Override
    public boolean drain(List<Integer> groups, Duration atMost) throws PeerException {
      return ask(Action.DRAIN, new DrainOrder(load, groups, atMost.toNanos()), Boolean.class);
    }

    @Override
    public GeneratorUse read() throws PeerException {
      return ask(Action.READ, new OfLoad(load), GeneratorUse.class);
    }

    @Override
    public void close() {
      client.tell(Action.CLOSE.name(), new OfLoad(load), TIMEOUT);
    }
  }
}
