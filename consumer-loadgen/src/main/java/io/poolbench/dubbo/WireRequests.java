package io.poolbench.dubbo;

import io.netty.buffer.ByteBuf;
import io.poolbench.api.InvalidSettingException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;

/** The frames that a connection sends, encoded once; ids and unique numbers are set per send. */
final class WireRequests {
  private static final int MAX_BYTES = 64 << 20;

  private final byte[] requests;

  /** The start of each request, followed by the end of the last. */
  private final int[] offsets;

  private final NumberSlots numbers;
  private final byte[] heartbeat;
  private final byte[] heartbeatAnswer;

  WireRequests(FrameCodec codec, MeasuredCall call) throws IOException {
    int variants = call.variants();
    numbers = new NumberSlots(call.unique(), variants);
    offsets = new int[variants + 1];
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    for (int variant = 0; variant < variants; variant++) {
      byte[] request = codec.request(variant);
      all.writeBytes(request);
      if (call.unique() != UniqueNumbers.NONE) {
        numbers.add(request, codec.otherRequest(variant));
      }
      offsets[variant + 1] = all.size();
      requireFit(all.size(), variant);
    }
    requests = all.toByteArray();
    heartbeat = codec.heartbeat();
    heartbeatAnswer = codec.heartbeatAnswer();
  }

  static void requireFit(int bytes, int variant) {
    if (bytes > MAX_BYTES) {
      throw new InvalidSettingException(
          "data",
          "encoded requests exceed %d MiB at record %d (valid: fewer or smaller records)"
              .formatted(MAX_BYTES >> 20, variant + 1));
    }
  }

  int requestBytes(int variant) {
    return offsets[variant + 1] - offsets[variant];
  }

  void writeRequest(ByteBuf out, int variant, long id, long sequence) {
    int start = out.writerIndex();
    out.writeBytes(requests, offsets[variant], requestBytes(variant));
    out.setLong(start + DubboFrame.ID_OFFSET, id);
    numbers.set(out, start, variant, sequence);
  }

  void writeHeartbeat(ByteBuf out, long id) {
    write(out, heartbeat, id);
  }

  void writeHeartbeatAnswer(ByteBuf out, long id) {
    write(out, heartbeatAnswer, id);
  }

  private static void write(ByteBuf out, byte[] frame, long id) {
    int start = out.writerIndex();
    out.writeBytes(frame);
    out.setLong(start + DubboFrame.ID_OFFSET, id);
  }
}
