package io.poolbench.redis;

import io.netty.channel.Channel;
import io.netty.channel.ChannelHandler;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The latency that is added to the answers of some connections. Each connection draws its delays by
 * a seed of its own: the first seed plus its number.
 *
 * <p>Accuracy: each connection measures how late its timer is and sets it earlier by the median, at
 * most by 0.5 ms and never before an answer arrived: the median delay is the configured one, not
 * each single delay. A new connection learns its medians from its first 100 answers or so. On Linux
 * (epoll) timers are exact to a thousandth of the delay on a {@link PunctualThreadFactory}'s
 * thread; elsewhere they are late by up to 1 ms, half of which is compensated. Answers of one
 * connection never overtake each other: see {@link DriftingDelay} for the effect on a delay that
 * varies.
 *
 * <p>Thread-safe.
 */
public final class AnswerDelays {
  private final Set<DelayLine> open = ConcurrentHashMap.newKeySet();
  private final boolean none;
  private AddedLatency latency;
  private long nextSeed;

  public AnswerDelays(AddedLatency latency, long seed) {
    this.none = latency.isNone();
    this.latency = latency;
    this.nextSeed = seed;
  }

  public static AnswerDelays none() {
    return new AnswerDelays(AddedLatency.NONE, 0);
  }

  /**
   * Whether no latency was asked for, so that connections need no handler of it. A latency that is
   * changed to none may be changed again.
   */
  public boolean isNone() {
    return none;
  }

  /** The first handler of a new client's channel, which delays what the next ones read. */
  public synchronized ChannelHandler reads() {
    return opened(new DelayedReads(nextDelay(), open::remove));
  }

  /** The first handler of a new channel, which writes later what it reads to another one. */
  synchronized DelayLine writesTo(Channel receiver) {
    return opened(new DelayedWrites(receiver, nextDelay(), open::remove));
  }

  private <L extends DelayLine> L opened(L line) {
    open.add(line);
    return line;
  }

  private Delay nextDelay() {
    return Delay.of(latency, nextSeed++);
  }

  /**
   * Changes the added latency of all connections, open and new; {@link AddedLatency#NONE} adds none
   * to those that have one. It applies to answers that arrive after the return: held ones keep
   * their delay, and no answer overtakes them. Connections keep their learned medians.
   */
  public synchronized void delayBy(AddedLatency newLatency) {
    latency = newLatency;
    open.forEach(line -> line.delayBy(nextDelay()));
  }
}
