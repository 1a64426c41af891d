package io.poolbench.redis;

import io.netty.channel.Channel;
import io.netty.channel.ChannelHandler;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The latency added to the answers of a group of connections. Each connection draws its delays from
 * a seed of its own: the first seed plus the connection's number.
 *
 * <p>Accuracy: each connection measures how late its timer is and sets it earlier by the median, by
 * at most 0.5 ms and never before an answer arrived. The median delay therefore equals the
 * configured one, single delays may differ. A new connection learns its medians from its first 100
 * answers or so. On Linux (epoll), timers on a thread of a {@link PunctualThreadFactory} are exact
 * to a thousandth of the delay; elsewhere they are late by up to 1 ms, half of which is
 * compensated. Answers of one connection never overtake each other: see {@link DriftingDelay} for
 * the effect on a varying delay.
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
   * Whether no latency was configured, so that connections need no handler. A latency that is later
   * changed to none still counts, as it may be changed again.
   */
  public boolean isNone() {
    return none;
  }

  /** The first handler of a new client's channel, which delays the data for later handlers. */
  public synchronized ChannelHandler reads() {
    return opened(new DelayedReads(nextDelay(), open::remove));
  }

  /** The first handler of a new channel, which writes its data to another channel after a delay. */
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
   * Changes the added latency of all open and new connections; {@link AddedLatency#NONE} removes
   * it. The change applies to answers that arrive after the return: held answers keep their delay,
   * and no answer overtakes them. Connections keep their learned medians.
   */
  public synchronized void delayBy(AddedLatency newLatency) {
    latency = newLatency;
    open.forEach(line -> line.delayBy(nextDelay()));
  }
}
