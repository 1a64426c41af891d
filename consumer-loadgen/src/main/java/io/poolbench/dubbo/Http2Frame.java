package io.poolbench.dubbo;

import io.netty.buffer.ByteBuf;
import io.netty.handler.codec.http2.Http2CodecUtil;
import io.netty.handler.codec.http2.Http2FrameTypes;

/**
 * The frame of HTTP/2 (RFC 9113, section 4.1), big-endian: length of the payload (3 bytes), type
 * (1), flags (1), stream (4), payload.
 */
final class Http2Frame {
  static final int HEADER_BYTES = 9;
  static final int STREAM_OFFSET = 5;

  /** The limit of a payload unless a peer announces another; poolbench announces none. */
  static final int MAX_PAYLOAD_BYTES = 16_384;

  static final int MAX_STREAM = Integer.MAX_VALUE;

  static final int CANCEL = 8;

  /** The size of what a client sends first: connection preface, SETTINGS and WINDOW_UPDATE. */
  static final int PREFACE_BYTES =
      Http2CodecUtil.connectionPrefaceBuf().readableBytes()
          + 2 * HEADER_BYTES
          + 3 * Http2CodecUtil.SETTING_ENTRY_LENGTH
          + Integer.BYTES;

  static final int PING_FRAME_BYTES = HEADER_BYTES + Long.BYTES;

  private Http2Frame() {}

  static int payloadBytes(ByteBuf buffer, int start) {
    return buffer.getUnsignedMedium(start);
  }

  static int type(ByteBuf buffer, int start) {
    return buffer.getUnsignedByte(start + 3);
  }

  static int flags(ByteBuf buffer, int start) {
    return buffer.getUnsignedByte(start + 4);
  }

  static int stream(ByteBuf buffer, int start) {
    return buffer.getInt(start + STREAM_OFFSET) & Integer.MAX_VALUE;
  }

  static void writeHeader(ByteBuf out, int payloadBytes, int type, int flags, int stream) {
    out.writeMedium(payloadBytes);
    out.writeByte(type);
    out.writeByte(flags);
    out.writeInt(stream);
  }

  static void write(ByteBuf out, int type, int stream, int value) {
    writeHeader(out, Integer.BYTES, type, 0, stream);
    out.writeInt(value);
  }

  /** Writes what a client sends first: no dynamic HPACK table, no pushes, and the windows. */
  static void writePreface(ByteBuf out, int windowBytes) {
    ByteBuf preface = Http2CodecUtil.connectionPrefaceBuf();
    out.writeBytes(preface);
    preface.release();
    writeHeader(out, 3 * Http2CodecUtil.SETTING_ENTRY_LENGTH, Http2FrameTypes.SETTINGS, 0, 0);
    writeSetting(out, Http2CodecUtil.SETTINGS_HEADER_TABLE_SIZE, 0);
    writeSetting(out, Http2CodecUtil.SETTINGS_ENABLE_PUSH, 0);
    writeSetting(out, Http2CodecUtil.SETTINGS_INITIAL_WINDOW_SIZE, windowBytes);
    write(out, Http2FrameTypes.WINDOW_UPDATE, 0, windowBytes);
  }

  static void writePing(ByteBuf out, int flags, long payload) {
    writeHeader(out, Long.BYTES, Http2FrameTypes.PING, flags, 0);
    out.writeLong(payload);
  }

  private static void writeSetting(ByteBuf out, int setting, int value) {
    out.writeShort(setting);
    out.writeInt(value);
  }
}
