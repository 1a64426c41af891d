package io.poolbench.dubbo;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.handler.codec.http2.DefaultHttp2Headers;
import io.netty.handler.codec.http2.DefaultHttp2HeadersEncoder;
import io.netty.handler.codec.http2.Http2Headers;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class HeaderBlocksTest {
  /** As gRPC's C core sends them at a deadline: no update of the table's size comes first. */
  @Test
  void theFirstBlockMayLackTheUpdateOfTheTable() throws Exception {
    byte indexedStatus200 = (byte) 0x88;
    ByteBuf block = Unpooled.wrappedBuffer(new byte[] {indexedStatus200});
    assertThat(new HeaderBlocks().head(block, 0, 1)).isNull();
  }

  /** Blocks of headers come from a provider that this driver does not control. */
  @Test
  void aDamagedHeaderBlockIsAFailureOrAProtocolError() throws Exception {
    ByteBuf whole = Unpooled.buffer();
    Http2Headers headers =
        new DefaultHttp2Headers()
            .status("200")
            .add("content-type", "application/grpc+proto")
            .add("grpc-status", "2")
            .add("grpc-message", "no%20room")
            .add("tri-exception-code", "1");
    new DefaultHttp2HeadersEncoder().encodeHeaders(1, headers, whole);
    for (int seed = 0; seed < 1_000; seed++) {
      ByteBuf damaged = damaged(whole, new SplittableRandom(seed));
      HeaderBlocks blocks = new HeaderBlocks();
      for (boolean head : new boolean[] {true, false, true}) {
        try {
          if (head) {
            blocks.head(damaged, 0, damaged.writerIndex());
          } else {
            HeaderBlocks.Failure failure = blocks.trailers(damaged, 0, damaged.writerIndex());
            assertThat(failure == null || !failure.reason().isEmpty()).as("seed %s", seed).isTrue();
          }
        } catch (FrameSplitter.ProtocolException e) {
          assertThat(e).hasMessageNotContaining("\n");
        }
      }
    }
  }

  /** One to four bytes changed, or the end cut off. */
  private static ByteBuf damaged(ByteBuf whole, SplittableRandom random) {
    ByteBuf damaged = whole.copy(0, random.nextInt(1, whole.writerIndex() + 1));
    for (int change = random.nextInt(1, 5); change > 0; change--) {
      damaged.setByte(random.nextInt(damaged.writerIndex()), random.nextInt(256));
    }
    return damaged;
  }
}
