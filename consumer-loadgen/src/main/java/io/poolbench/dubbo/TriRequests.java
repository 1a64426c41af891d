package io.poolbench.dubbo;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.netty.handler.codec.http2.Http2Flags;
import io.netty.handler.codec.http2.Http2FrameTypes;
import java.io.IOException;

/**
 * The requests of a connection, encoded once: one HEADERS frame for all, and for each variant its
 * message in DATA frames of {@link Http2Frame#MAX_PAYLOAD_BYTES} at most, which every peer accepts.
 * Only the stream ids are set per send.
 *
 * <p>A message is preceded by gRPC's prefix: compressed or not (1 byte), length (4).
 */
final class TriRequests {
  static final int PREFIX_BYTES = 5;

  private final byte[] headers;
  private final byte[] data;

  /** The start of each variant's DATA frames, followed by the end of the last. */
  private final int[] offsets;

  private final int[] bodyBytes;

  TriRequests(TriCodec codec, int variants) throws IOException {
    byte[] block = codec.headers();
    ByteBuf frame = Unpooled.buffer();
    Http2Frame.writeHeader(frame, block.length, Http2FrameTypes.HEADERS, Http2Flags.END_HEADERS, 0);
    headers = ByteBufUtil.getBytes(frame.writeBytes(block));
    offsets = new int[variants + 1];
    bodyBytes = new int[variants];
    ByteBuf all = Unpooled.buffer();
    for (int variant = 0; variant < variants; variant++) {
      byte[] message = codec.message(variant);
      ByteBuf body = prefixed(message);
      bodyBytes[variant] = body.readableBytes();
      do {
        int bytes = Math.min(body.readableBytes(), Http2Frame.MAX_PAYLOAD_BYTES);
        boolean last = bytes == body.readableBytes();
        Http2Frame.writeHeader(
            all, bytes, Http2FrameTypes.DATA, last ? Http2Flags.END_STREAM : 0, 0);
        all.writeBytes(body, bytes);
      } while (body.isReadable());
      offsets[variant + 1] = all.readableBytes();
      WireRequests.requireFit(all.readableBytes(), variant);
    }
    data = ByteBufUtil.getBytes(all);
  }

  static ByteBuf prefixed(byte[] message) {
    return Unpooled.buffer().writeByte(0).writeInt(message.length).writeBytes(message);
  }

  /** The bytes of a variant's message that count for flow control. */
  int bodyBytes(int variant) {
    return bodyBytes[variant];
  }

  int headersBytes() {
    return headers.length;
  }

  int requestBytes(int variant) {
    return headers.length + offsets[variant + 1] - offsets[variant];
  }

  void writeHeaders(ByteBuf out, int stream) {
    int start = out.writerIndex();
    out.writeBytes(headers);
    out.setInt(start + Http2Frame.STREAM_OFFSET, stream);
  }

  void writeRequest(ByteBuf out, int variant, int stream) {
    writeHeaders(out, stream);
    int start = out.writerIndex();
    out.writeBytes(data, offsets[variant], offsets[variant + 1] - offsets[variant]);
    for (int at = start;
        at < out.writerIndex();
        at += Http2Frame.HEADER_BYTES + Http2Frame.MAX_PAYLOAD_BYTES) {
      out.setInt(at + Http2Frame.STREAM_OFFSET, stream);
    }
  }

  /** Writes a part of a message as one DATA frame; returns how many bytes of it, at least 1. */
  int writePart(ByteBuf out, int variant, int stream, int from, int most) {
    int frame = from / Http2Frame.MAX_PAYLOAD_BYTES;
    int inFrame = from % Http2Frame.MAX_PAYLOAD_BYTES;
    int left = bodyBytes[variant] - from;
    int bytes = Math.min(Math.min(left, most), Http2Frame.MAX_PAYLOAD_BYTES - inFrame);
    int flags = bytes == left ? Http2Flags.END_STREAM : 0;
    Http2Frame.writeHeader(out, bytes, Http2FrameTypes.DATA, flags, stream);
    out.writeBytes(data, offsets[variant] + from + (frame + 1) * Http2Frame.HEADER_BYTES, bytes);
    return bytes;
  }
}
