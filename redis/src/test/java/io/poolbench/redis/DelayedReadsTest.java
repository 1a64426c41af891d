package io.poolbench.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.embedded.EmbeddedChannel;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Runs in virtual time. */
class DelayedReadsTest {
  private static final AddedLatency LATENCY = new AddedLatency(250, 0);
  private static final long DELAY_NANOS = 250_000;

  private final AnswerDelays delays = new AnswerDelays(LATENCY, 1);
  private final EmbeddedChannel channel = new EmbeddedChannel();
  private final List<String> events = new ArrayList<>();

  /** Duration of what the next handler does with a chunk. */
  private long readingNanos;

  /** Delay of a timer. */
  private long timerLateNanos;

  DelayedReadsTest() {
    channel.freezeTime();
    channel
        .pipeline()
        .addLast(
            delays.reads(),
            new ChannelInboundHandlerAdapter() {
              @Override
              public void channelRead(ChannelHandlerContext ctx, Object chunk) {
                ByteBuf bytes = (ByteBuf) chunk;
                events.add("read " + bytes.readByte());
                bytes.release();
                channel.advanceTimeBy(readingNanos, TimeUnit.NANOSECONDS);
              }

              @Override
              public void channelReadComplete(ChannelHandlerContext ctx) {
                events.add("complete");
              }

              @Override
              public void channelInactive(ChannelHandlerContext ctx) {
                events.add("inactive");
              }
            });
  }

  private void arrive(int chunk) {
    channel.writeInbound(Unpooled.buffer().writeByte(chunk));
  }

  private void passNanos(long nanos) {
    channel.advanceTimeBy(nanos, TimeUnit.NANOSECONDS);
    channel.runScheduledPendingTasks();
  }

  @Test
  void chunksAreReadWhenTheirDelayIsOverAndThoseDueTogetherAsOneRead() {
    arrive(1);
    arrive(2);
    passNanos(1);
    arrive(3);
    passNanos(DELAY_NANOS - 2);
    assertThat(events).isEmpty();
    passNanos(1);
    assertThat(events).containsExactly("read 1", "read 2", "complete");
    passNanos(1);
    assertThat(events).endsWith("read 3", "complete");
  }

  @Test
  void aChangeAppliesToWhatArrivesLaterAndNoneKeepsTheOrder() {
    arrive(1);
    delays.delayBy(AddedLatency.NONE);
    arrive(2);
    assertThat(events).isEmpty();
    passNanos(DELAY_NANOS);
    assertThat(events).containsExactly("read 1", "read 2", "complete");
    arrive(3);
    assertThat(events).endsWith("read 3", "complete");
  }

  /** An answer's response time ends where it is read: what is done with it is not its latency. */
  @Test
  void aLateTimerIsCompensatedInTheMedianAndTheNextHandlerIsNot() {
    timerLateNanos = 60_000;
    readingNanos = 100_000;
    for (int answer = 0; answer < 100; answer++) {
      nextReadNanos();
    }
    assertThat(nextReadNanos()).isCloseTo(DELAY_NANOS, within(RunningMedian.STEP_NANOS));
  }

  /** From arrival to reading of one answer, alone. */
  private long nextReadNanos() {
    events.clear();
    long arrived = channel.eventLoop().ticker().nanoTime();
    arrive(1);
    while (events.isEmpty()) {
      passNanos(channel.runScheduledPendingTasks() + timerLateNanos);
    }
    return channel.eventLoop().ticker().nanoTime() - readingNanos - arrived;
  }

  @Test
  void aClosedChannelReadsWhatItHoldsAndThenEnds() {
    arrive(1);
    channel.close().syncUninterruptibly();
    assertThat(events).containsExactly("read 1", "complete", "inactive");
  }
}
