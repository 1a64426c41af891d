package io.poolbench.server.delay;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import io.netty.channel.ChannelFuture;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.http.DefaultFullHttpRequest;
import io.netty.handler.codec.http.FullHttpResponse;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.util.concurrent.MockTicker;
import io.netty.util.concurrent.Ticker;
import io.poolbench.server.timing.Distribution;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** In virtual time. */
class DelayHandlerTest {
  private final MockTicker time = Ticker.newMockTicker();
  private final Distribution late = Distribution.ofNanos();
  private final EmbeddedChannel channel =
      EmbeddedChannel.builder()
          .ticker(time)
          .handlers(new DelayHandler(Duration.ofMillis(100), late))
          .build();

  @Test
  void anAnswerIsWrittenWhenItsDelayIsOverAndNotBefore() {
    request();
    pass(99);
    assertThat(channel.outboundMessages()).isEmpty();

    pass(1);

    FullHttpResponse answer = channel.readOutbound();
    assertThat(answer.content().toString(US_ASCII)).isEqualTo("ok");
    assertThat(late.count()).isOne();
    assertThat(late.sum()).isZero();
  }

  @Test
  void lateAnswersAreRecordedByTheirLateness() {
    request();
    pass(60);
    request();

    pass(43);
    assertThat(late.sum()).isEqualTo(Duration.ofMillis(3).toNanos());

    pass(62);
    assertThat(late.count()).isEqualTo(2);
    assertThat(late.sum()).isEqualTo(Duration.ofMillis(3 + 5).toNanos());
  }

  @Test
  void aRequestWhoseConnectionIsClosedMeanwhileHasNoLateness() {
    request();
    ChannelFuture unused = channel.pipeline().close();

    pass(100);

    assertThat(channel.outboundMessages()).isEmpty();
    assertThat(late.count()).isZero();
  }

  private void request() {
    channel.writeInbound(new DefaultFullHttpRequest(HttpVersion.HTTP_1_1, HttpMethod.GET, "/"));
  }

  private void pass(long millis) {
    time.advance(millis, TimeUnit.MILLISECONDS);
    channel.runScheduledPendingTasks();
  }
}
