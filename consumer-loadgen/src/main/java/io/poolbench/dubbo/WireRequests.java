package io.poolbench.dubbo;

import io.netty.buffer.ByteBuf;
import java.io.IOException;

/** The frames that a connection sends, encoded once; only their ids are set per send. */
final class WireRequests {
  private final byte[][] requests;
  private final byte[] heartbeat;
  private final byte[] heartbeatAnswer;

  WireRequests(FrameCodec codec, int variants) throws IOException {
    requests = new byte[variants][];
    for (int variant = 0; variant < variants; variant++) {
      requests[variant] = codec.request(variant);
    }
    heartbeat = codec.heartbeat();
    heartbeatAnswer = codec.heartbeatAnswer();
  }

  int variants() {
    return requests.length;
  }

  int requestBytes(int variant) {
    return requests[variant].length;
  }

  void writeRequest(ByteBuf out, int variant, long id) {
    write(out, requests[variant], id);
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
