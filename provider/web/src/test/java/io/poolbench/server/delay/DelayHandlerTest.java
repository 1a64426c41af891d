package io.poolbench.server.delay;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.http.DefaultFullHttpRequest;
import io.netty.handler.codec.http.FullHttpResponse;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.util.concurrent.MockTicker;
import io.netty.util.concurrent.Ticker;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** In virtual time. */
class DelayHandlerTest {
  private final MockTicker time = Ticker.newMockTicker();
  private final EmbeddedChannel channel =
      EmbeddedChannel.builder()
          .ticker(time)
          .handlers(new DelayHandler(Duration.ofMillis(100)))
          .build();

  @Test
  void anAnswerIsWrittenWhenItsDelayIsOverAndNotBefore() {
    request();
    pass(99);
    assertThat(channel.outboundMessages()).isEmpty();

    pass(1);

    FullHttpResponse answer = channel.readOutbound();
    assertThat(answer.content().toString(US_ASCII)).isEqualTo("ok");
  }

  private void request() {
    channel.writeInbound(new DefaultFullHttpRequest(HttpVersion.HTTP_1_1, HttpMethod.GET, "/"));
  }

  private void pass(long millis) {
    time.advance(millis, TimeUnit.MILLISECONDS);
    channel.runScheduledPendingTasks();
  }
}
