package io.poolbench.dubbo;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.DefaultEventLoop;
import io.netty.channel.embedded.EmbeddedChannel;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

class FrameReaderTest {
  private static final int ANSWER = 0x02;
  private static final int HEARTBEAT = 0xe2;
  private static final int ONE_WAY_EVENT = 0xa2;
  private static final int HEARTBEAT_ANSWER = 0x22;

  @Property(tries = 300)
  void anyChunkingGivesTheSameFrames(
      @ForAll @Size(max = 12) List<@IntRange(max = 300) Integer> bodies,
      @ForAll @Size(max = 40) List<@IntRange(min = 1, max = 200) Integer> chunks) {
    ByteBuf stream = Unpooled.buffer();
    List<String> expected = new ArrayList<>();
    for (int i = 0; i < bodies.size(); i++) {
      byte[] answer = frame(ANSWER, 20, i, bodies.get(i));
      stream.writeBytes(answer);
      stream.writeBytes(frame(ONE_WAY_EVENT, 0, i, 1));
      stream.writeBytes(frame(HEARTBEAT, 0, i, 1));
      stream.writeBytes(frame(HEARTBEAT_ANSWER, 20, i, 1));
      expected.add(ByteBufUtil.hexDump(answer));
      expected.add("heartbeat " + i);
    }
    Received received = new Received();
    EmbeddedChannel channel = new EmbeddedChannel(received);
    for (int chunk : chunks) {
      // A buffer that does not begin at 0, as one of a read may not.
      ByteBuf part = Unpooled.buffer().writeZero(3).skipBytes(3);
      channel.writeInbound(part.writeBytes(stream, Math.min(chunk, stream.readableBytes())));
    }
    channel.writeInbound(stream);
    assertThat(received.seen).isEqualTo(expected);
    assertThat(channel.isOpen()).isTrue();
    channel.finishAndReleaseAll();
  }

  @Test
  void invalidFramesCloseTheConnectionWithAReason() {
    assertThat(reasonFor(ByteBuffer.wrap("HTTP/1.1 400 Bad Request\r\n\r\n".getBytes(US_ASCII))))
        .contains("not the dubbo protocol", "0x4854");
    ByteBuffer header = ByteBuffer.wrap(frame(ANSWER, 20, 1, 0));
    assertThat(reasonFor(header.putInt(12, DubboFrame.MAX_BODY_BYTES + 1)))
        .contains("16777217 bytes");
    assertThat(reasonFor(header.putInt(12, -1))).contains("4294967295 bytes");
    assertThat(reasonFor(ByteBuffer.wrap(frame(0xc2, 0, 1, 4)))).contains("request received");
  }

  /** A damaged header closes the connection with a reason, or begins a frame that never ends. */
  @Property(tries = 1000)
  void aDamagedFrameNeverBreaksTheReader(
      @ForAll @IntRange(max = 60) int body, @ForAll int at, @ForAll byte damage) {
    byte[] frame = frame(ANSWER, 20, 7, body);
    frame[Math.floorMod(at, frame.length)] = damage;
    Received received = new Received();
    EmbeddedChannel channel = new EmbeddedChannel(received);

    channel.writeInbound(Unpooled.wrappedBuffer(frame));
    channel.checkException();

    assertThat(received.seen).hasSizeLessThanOrEqualTo(2);
    assertThat(received.reasons).hasSize(channel.isOpen() ? 0 : 1);
    channel.finishAndReleaseAll();
  }

  /** Nothing is read after an invalid frame. */
  private static String reasonFor(ByteBuffer bytes) {
    Received received = new Received();
    EmbeddedChannel channel = new EmbeddedChannel(received);
    channel.writeInbound(
        Unpooled.wrappedBuffer(bytes.rewind(), ByteBuffer.wrap(frame(ANSWER, 20, 1, 0))));
    assertThat(channel.isOpen()).isFalse();
    assertThat(received.seen).isEmpty();
    assertThat(received.reasons).hasSize(1);
    return received.reasons.get(0);
  }

  private static byte[] frame(int flags, int status, long id, int bodyBytes) {
    ByteBuffer frame = ByteBuffer.allocate(DubboFrame.HEADER_BYTES + bodyBytes);
    frame.putShort((short) 0xdabb).put((byte) flags).put((byte) status);
    frame.putLong(id).putInt(bodyBytes);
    for (int i = 0; i < bodyBytes; i++) {
      frame.put((byte) (id + i));
    }
    return frame.array();
  }

  private static final class Received extends FrameReader {
    private final List<String> seen = new ArrayList<>();
    private final List<String> reasons = new ArrayList<>();

    Received() {
      super(new OutgoingBatch(new DefaultEventLoop()));
    }

    @Override
    void connected(Channel channel) {}

    @Override
    void answered(ByteBuf buffer, int start, int bytes) {
      seen.add(ByteBufUtil.hexDump(buffer, start, bytes));
    }

    @Override
    void heartbeatRequested(long id) {
      seen.add("heartbeat " + id);
    }

    @Override
    void disconnected(String reason) {
      reasons.add(reason);
    }
  }
}
