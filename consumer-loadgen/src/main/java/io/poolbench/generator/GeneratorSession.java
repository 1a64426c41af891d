package io.poolbench.generator;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import io.poolbench.generator.Message.Action;
import io.poolbench.generator.Message.DrainOrder;
import io.poolbench.generator.Message.FollowOrder;
import io.poolbench.generator.Message.LevelOrder;
import io.poolbench.generator.Message.OfLoad;
import io.poolbench.generator.Message.TakeOrder;
import io.poolbench.remote.Peer;
import io.poolbench.remote.PeerException;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/** The loads of a generator for one coordinator. Thread-safe. */
final class GeneratorSession implements Peer.Session {
  private final Opener opener;
  private final Map<Long, GeneratorLoad> loads = new ConcurrentHashMap<>();
  private final AtomicLong opened = new AtomicLong();
  private volatile boolean ended;

  /** Opens a share of a load. */
  @FunctionalInterface
  interface Opener {
    /** Opens a share of a load; nothing is called yet. */
    GeneratorLoad open(LoadOrder order) throws PeerException;
  }

  GeneratorSession(Opener opener) {
    this.opener = opener;
  }

  @Override
  public Object answer(String action, JsonNode body)
      throws PeerException, JsonProcessingException, InterruptedException {
    return switch (Action.valueOf(action)) {
      case OPEN -> new OfLoad(open(Message.body(body, LoadOrder.class)));
      case LEVEL -> {
        LevelOrder order = Message.body(body, LevelOrder.class);
        load(order.load()).level(order.levels(), order.delayNanos());
        yield order.load();
      }
      case FOLLOW -> {
        FollowOrder order = Message.body(body, FollowOrder.class);
        load(order.load()).follow(order.holds(), order.delayNanos());
        yield order.load();
      }
      case TAKE -> {
        TakeOrder order = Message.body(body, TakeOrder.class);
        yield load(order.load()).take(order.delayNanos());
      }
      case IN_FLIGHT -> load(Message.body(body, OfLoad.class).load()).inFlight();
      case DRAIN -> {
        DrainOrder order = Message.body(body, DrainOrder.class);
        yield load(order.load()).drain(order.groups(), Duration.ofNanos(order.atMostNanos()));
      }
      case READ -> load(Message.body(body, OfLoad.class).load()).read();
      case CLOSE -> {
        long load = Message.body(body, OfLoad.class).load();
        load(load).close();
        loads.remove(load);
        yield load;
      }
    };
  }

  private long open(LoadOrder order) throws PeerException {
    GeneratorLoad load = opener.open(order);
    long number = opened.incrementAndGet();
    loads.put(number, load);
    if (ended) {
      close();
    }
    return number;
  }

  private GeneratorLoad load(long number) throws PeerException {
    GeneratorLoad load = loads.get(number);
    if (load == null) {
      throw PeerException.failure("no load " + number + " in this session");
    }
    return load;
  }

  @Override
  public void close() {
    ended = true;
    loads.values().forEach(GeneratorLoad::close);
    loads.clear();
  }
}
