package io.poolbench.dubbo;

import io.netty.buffer.ByteBuf;
import io.netty.handler.codec.http2.Http2CodecUtil;

/**
 * Sends the requests of one channel within its peer's flow-control windows (RFC 9113, section 5.2).
 * A message larger than a window is sent in parts; no other begins meanwhile. Confined to the
 * connection's event loop.
 */
final class TriSender {
  private final TriRequests requests;
  private final OutgoingBatch batch;
  private long connectionWindow = Http2CodecUtil.DEFAULT_WINDOW_SIZE;

  /** The window of a new stream. */
  private int initialWindow = Http2CodecUtil.DEFAULT_WINDOW_SIZE;

  /** The stream whose message is sent in parts. */
  private int partialStream = TriStreams.NONE;

  private long partialWindow;
  private int partialVariant;
  private int partialSent;

  TriSender(TriRequests requests, OutgoingBatch batch) {
    this.requests = requests;
    this.batch = batch;
  }

  /** Whether a request can begin. */
  boolean isReady() {
    return partialStream == TriStreams.NONE && connectionWindow > 0;
  }

  void send(int variant, int stream, long now) {
    int bytes = requests.bodyBytes(variant);
    if (bytes <= connectionWindow && bytes <= initialWindow) {
      connectionWindow -= bytes;
      requests.writeRequest(batch.room(requests.requestBytes(variant)), variant, stream);
    } else {
      requests.writeHeaders(batch.room(requests.headersBytes()), stream);
      partialStream = stream;
      partialWindow = initialWindow;
      partialVariant = variant;
      partialSent = 0;
      sendParts();
    }
    batch.written(now);
  }

  private void sendParts() {
    int all = requests.bodyBytes(partialVariant);
    while (partialSent < all) {
      int room = (int) Math.min(connectionWindow, partialWindow);
      if (room <= 0) {
        return;
      }
      ByteBuf out = batch.room(Http2Frame.HEADER_BYTES + Http2Frame.MAX_PAYLOAD_BYTES);
      int bytes = requests.writePart(out, partialVariant, partialStream, partialSent, room);
      partialSent += bytes;
      connectionWindow -= bytes;
      partialWindow -= bytes;
    }
    partialStream = TriStreams.NONE;
  }

  /** Whether a stream's message is not sent to its end. */
  boolean isSending(int stream) {
    return partialStream == stream;
  }

  /** Stops sending on a stream, which is closed. */
  void drop(int stream) {
    if (isSending(stream)) {
      partialStream = TriStreams.NONE;
    }
  }

  /**
   * Applies the peer's new initial window, which also moves the windows of open streams; {@link
   * #resume} must follow.
   */
  void initialWindow(int bytes) throws FrameSplitter.ProtocolException {
    if (bytes < 0) {
      throw new FrameSplitter.ProtocolException("initial window beyond its limit");
    }
    partialWindow += (long) bytes - initialWindow;
    initialWindow = bytes;
  }

  /** Applies a WINDOW_UPDATE (stream 0: the connection's); returns whether it may allow a send. */
  boolean openWindow(int stream, int bytes) throws FrameSplitter.ProtocolException {
    int more = bytes & Integer.MAX_VALUE;
    if (stream == 0) {
      connectionWindow += more;
      if (connectionWindow > Http2CodecUtil.MAX_INITIAL_WINDOW_SIZE) {
        throw new FrameSplitter.ProtocolException("window beyond its limit");
      }
    } else if (stream == partialStream) {
      partialWindow += more;
    } else {
      return false;
    }
    resume();
    return true;
  }

  /** Continues the message that is sent in parts, if there is one. */
  void resume() {
    if (partialStream != TriStreams.NONE) {
      sendParts();
      batch.written(System.nanoTime());
    }
  }
}
