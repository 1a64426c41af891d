package io.poolbench.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelOutboundHandlerAdapter;
import io.netty.channel.embedded.EmbeddedChannel;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;
import net.jqwik.api.constraints.Size;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

/** Runs in virtual time. */
class DelayLineTest {
  private static final long DELAY_NANOS = 250_000;
  private static final Offset<Long> ONE_STEP = within(RunningMedian.STEP_NANOS);

  /** Source and receiver on the test's clock. */
  private static final class Line {
    final EmbeddedChannel receiver = new EmbeddedChannel();
    final EmbeddedChannel source = new EmbeddedChannel();
    final DelayLine delayLine;

    /** Duration of a write. */
    long writingNanos;

    /** Delay of a timer. */
    long timerLateNanos;

    int flushes;

    Line(Delay delay) {
      delayLine = new DelayedWrites(receiver, delay, removed -> {});
      source.freezeTime();
      source.pipeline().addLast(delayLine);
      receiver
          .pipeline()
          .addLast(
              new ChannelInboundHandlerAdapter() {
                @Override
                public void channelWritabilityChanged(ChannelHandlerContext ctx) {
                  delayLine.passDue();
                }
              },
              new ChannelOutboundHandlerAdapter() {
                @Override
                public void flush(ChannelHandlerContext ctx) {
                  flushes++;
                  source.advanceTimeBy(writingNanos, TimeUnit.NANOSECONDS);
                  ctx.flush();
                }
              });
    }

    /** Delay of one answer, alone on the line. */
    long nextAnswerNanos() {
      long arrived = source.eventLoop().ticker().nanoTime();
      arrive((byte) 1);
      byte[] received = received();
      while (received.length == 0) {
        passNanos(source.runScheduledPendingTasks() + timerLateNanos);
        received = received();
      }
      return source.eventLoop().ticker().nanoTime() - arrived;
    }

    void answers(int count) {
      for (int answer = 0; answer < count; answer++) {
        nextAnswerNanos();
      }
    }

    void arrive(byte... bytes) {
      source.writeInbound(Unpooled.wrappedBuffer(bytes));
    }

    void passNanos(long nanos) {
      source.advanceTimeBy(nanos, TimeUnit.NANOSECONDS);
      source.runScheduledPendingTasks();
      receiver.runPendingTasks();
    }

    void setWritable(boolean writable) {
      receiver.unsafe().outboundBuffer().setUserDefinedWritability(1, writable);
      receiver.runPendingTasks();
    }

    /** Bytes written since the last call. */
    byte[] received() {
      ByteBuf all = Unpooled.buffer();
      for (ByteBuf chunk = receiver.readOutbound();
          chunk != null;
          chunk = receiver.readOutbound()) {
        all.writeBytes(chunk);
        chunk.release();
      }
      byte[] bytes = new byte[all.readableBytes()];
      all.readBytes(bytes);
      return bytes;
    }
  }

  /** Each chunk is written at its arrival plus the delay of that time, or with the one ahead. */
  @Property
  void everyChunkIsWrittenWhenItsDelayIsOverAndNoneOvertakes(
      @ForAll @Size(min = 1, max = 50) List<@LongRange(min = 0, max = 600_000) Long> gapsNanos,
      @ForAll @Size(value = 50) List<@LongRange(min = 0, max = 2_000_000) Long> delaysNanos) {
    Line line = new Line(now -> 0);
    List<Long> dueNanos = new ArrayList<>();
    long now = 0;
    long lastDue = 0;
    for (int chunk = 0; chunk < gapsNanos.size(); chunk++) {
      now += gapsNanos.get(chunk);
      lastDue = Math.max(lastDue, now + delaysNanos.get(chunk));
      dueNanos.add(lastDue);
    }
    List<Long> writtenNanos = new ArrayList<>();
    int arrived = 0;
    long arrival = gapsNanos.get(0);
    now = 0;
    while (writtenNanos.size() < dueNanos.size()) {
      // To the next event, an arrival or a due instant, with a stop one nanosecond before it.
      long next = dueNanos.get(writtenNanos.size());
      boolean arrives = arrived < gapsNanos.size() && arrival <= next;
      next = arrives ? arrival : next;
      if (next > now) {
        line.passNanos(next - now - 1);
        assertThat(line.received()).isEmpty();
        line.passNanos(1);
        now = next;
      }
      for (byte chunk : line.received()) {
        assertThat(chunk).isEqualTo((byte) writtenNanos.size());
        writtenNanos.add(now);
      }
      if (arrives) {
        long delay = delaysNanos.get(arrived);
        line.delayLine.delayBy(arrivalNanos -> delay);
        line.arrive((byte) arrived++);
        arrival = arrived < gapsNanos.size() ? arrival + gapsNanos.get(arrived) : Long.MAX_VALUE;
      }
    }
    assertThat(writtenNanos).isEqualTo(dueNanos);
  }

  @Test
  void wakeUpAndWriteAreCompensatedInTheMedianAlsoOfAnotherDelay() {
    Line line = new Line(now -> DELAY_NANOS);
    line.writingNanos = 40_000;
    line.timerLateNanos = 60_000;

    assertThat(line.nextAnswerNanos()).isEqualTo(DELAY_NANOS + 100_000);
    line.answers(100);

    assertThat(line.nextAnswerNanos()).isCloseTo(DELAY_NANOS, ONE_STEP);
    assertThat(line.nextAnswerNanos()).isCloseTo(DELAY_NANOS, ONE_STEP);
    line.delayLine.delayBy(now -> 3 * DELAY_NANOS);
    assertThat(line.nextAnswerNanos()).isCloseTo(3 * DELAY_NANOS, ONE_STEP);
  }

  @Test
  void aRareLongWakeUpHasNoEffect() {
    Line line = new Line(now -> DELAY_NANOS);
    line.timerLateNanos = 60_000;
    line.answers(100);
    line.timerLateNanos = 20_000_000;
    line.answers(1);
    line.timerLateNanos = 60_000;

    assertThat(line.nextAnswerNanos()).isCloseTo(DELAY_NANOS, within(2 * ONE_STEP.value));
  }

  @Test
  void passingRequestsIsCompensatedInTheMedian() {
    Line line = new Line(now -> DELAY_NANOS);
    for (int request = 0; request < 100; request++) {
      line.delayLine.requestPassed(30_000);
    }

    assertThat(line.nextAnswerNanos()).isCloseTo(DELAY_NANOS - 30_000, ONE_STEP);
  }

  @Test
  void noAnswerIsEarlierThanTheBoundOrItsArrival() {
    long[] delayNanos = {10 * DelayLine.MAX_AHEAD_NANOS};
    Line line = new Line(now -> delayNanos[0]);
    line.timerLateNanos = 3 * DelayLine.MAX_AHEAD_NANOS;
    line.answers(1000);
    line.timerLateNanos = 0;

    assertThat(line.nextAnswerNanos()).isEqualTo(9 * DelayLine.MAX_AHEAD_NANOS);
    delayNanos[0] = DelayLine.MAX_AHEAD_NANOS / 2;
    assertThat(line.nextAnswerNanos()).isZero();
  }

  @Test
  void dueChunksWaitForASlowReceiverWhichMakesNoAnswerEarly() {
    Line line = new Line(now -> DELAY_NANOS);
    for (int answer = 0; answer < 20; answer++) {
      line.setWritable(false);
      line.arrive((byte) 1);
      line.passNanos(2 * DELAY_NANOS);
      assertThat(line.received()).isEmpty();
      line.setWritable(true);
      assertThat(line.received()).containsExactly(1);
    }

    assertThat(line.nextAnswerNanos()).isEqualTo(DELAY_NANOS);
  }

  @Test
  void answersDueTogetherAreFlushedOnce() {
    Line line = new Line(now -> DELAY_NANOS);
    for (byte i = 0; i < 100; i++) {
      line.arrive(i);
    }
    line.passNanos(DELAY_NANOS);
    assertThat(line.received()).hasSize(100);
    assertThat(line.flushes).isEqualTo(1);
  }

  @Test
  void theEndOfTheStreamFollowsTheBytesBeforeIt() {
    Line line = new Line(now -> DELAY_NANOS);
    line.arrive((byte) 1);
    // Closing an embedded channel would cancel its timers, unlike that of a real one.
    line.source.pipeline().fireChannelInactive();
    line.passNanos(DELAY_NANOS - 1);
    assertThat(line.receiver.isOpen()).isTrue();
    line.passNanos(1);
    assertThat(line.received()).containsExactly(1);
    assertThat(line.receiver.isOpen()).isFalse();
  }

  @Test
  void buffersForAClosedReceiverAreReleased() {
    Line line = new Line(now -> DELAY_NANOS);
    ByteBuf before = Unpooled.buffer().writeByte(1);
    ByteBuf after = Unpooled.buffer().writeByte(2);
    line.source.writeInbound(before);
    line.receiver.close().syncUninterruptibly();
    line.source.writeInbound(after);
    assertThat(before.refCnt()).isZero();
    assertThat(after.refCnt()).isZero();
  }

  @Test
  void readingStopsAtTheBoundAndResumesAtHalfOfIt() {
    Line line = new Line(now -> DELAY_NANOS);
    int chunkBytes = 1 << 20;
    long chunks = DelayLine.MAX_HELD_BYTES / chunkBytes;
    for (int i = 0; i < chunks; i++) {
      line.arrive(new byte[chunkBytes]);
      line.passNanos(1);
    }
    assertThat(line.source.config().isAutoRead()).isTrue();
    line.arrive(new byte[chunkBytes]);
    assertThat(line.source.config().isAutoRead()).isFalse();
    line.passNanos(DELAY_NANOS - chunks);
    line.passNanos(chunks / 2 - 1);
    assertThat(line.source.config().isAutoRead()).isFalse();
    line.passNanos(1);
    assertThat(line.source.config().isAutoRead()).isTrue();
    line.received();
  }

  @Test
  void theMedianConvergesToThatOfTheDurationsNotToTheirMean() {
    RunningMedian median = new RunningMedian();
    // exponential with mean 200 us: half of it is below 200 us * ln 2
    SplittableRandom random = new SplittableRandom(1);
    double sum = 0;
    int durations = 200_000;
    for (int i = 0; i < durations; i++) {
      median.add((long) (-200_000 * Math.log(1 - random.nextDouble())));
      sum += median.nanos();
    }
    assertThat(sum / durations).isCloseTo(200_000 * Math.log(2), within(8_000.0));
  }

  @Test
  void theMedianIsNeverNegative() {
    RunningMedian median = new RunningMedian();
    median.add(-1_000_000);
    assertThat(median.nanos()).isZero();
  }
}
