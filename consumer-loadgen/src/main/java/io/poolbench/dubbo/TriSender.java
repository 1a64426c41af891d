package io.poolbench.dubbo;

import io.netty.buffer.ByteBuf;
import io.netty.handler.codec.http2.Http2CodecUtil;

/**
 * Sends the requests of one channel within its peer's flow-control windows. A message larger than a
 * window is sent in parts; no other begins meanwhile. Confined to the connection's event loop.
 */
final class TriSender {
  private final TriRequests requests;
  private final OutgoingBatch batch;
  private final SendWindows windows = new SendWindows();

  /** The stream whose message is sent in parts. */
  private int partialStream = TriStreams.NONE;

  private int partialVariant;
  private int partialSent;

  TriSender(TriRequests requests, OutgoingBatch batch) {
    this.requests = requests;
    this.batch = batch;
  }

  /** Whether a request can begin. */
  boolean isReady() {
    return partialStream == TriStreams.NONE && windows.areOpen();
  }

  void send(int variant, int stream, long now) {
    if (windows.takeWhole(requests.bodyBytes(variant))) {
      requests.writeRequest(batch.room(requests.requestBytes(variant)), variant, stream);
    } else {
      requests.writeHeaders(batch.room(requests.headersBytes()), stream);
      partialStream = stream;
      partialVariant = variant;
      partialSent = 0;
      windows.beginParts();
      sendParts();
    }
    batch.written(now);
  }

  private void sendParts() {
    int all = requests.bodyBytes(partialVariant);
    while (partialSent < all) {
      int room = windows.room();
      if (room == 0) {
        return;
      }
      ByteBuf out = batch.room(Http2Frame.HEADER_BYTES + Http2Frame.MAX_PAYLOAD_BYTES);
      int bytes = requests.writePart(out, partialVariant, partialStream, partialSent, room);
      partialSent += bytes;
      windows.take(bytes);
    }
    partialStream = TriStreams.NONE;
  }

  /** Stops sending on a stream, which is closed. */
  void drop(int stream) {
    if (partialStream == stream) {
      partialStream = TriStreams.NONE;
    }
  }

  /** Applies the peer's new initial window; {@link #resume} must follow. */
  void initialWindow(int bytes) throws FrameSplitter.ProtocolException {
    windows.initial(bytes);
  }

  /** Applies a WINDOW_UPDATE (stream 0: the connection's); returns whether it may allow a send. */
  boolean openWindow(int stream, int bytes) throws FrameSplitter.ProtocolException {
    if (stream == 0) {
      windows.openConnection(bytes);
    } else if (stream == partialStream) {
      windows.openStream(bytes);
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

  /**
   * The flow-control windows within which a client may send (RFC 9113, section 5.2): the window of
   * the connection, and the window of the one stream whose message is sent in parts. For one
   * connection, confined to its event loop.
   */
  private static final class SendWindows {
    private long connection = Http2CodecUtil.DEFAULT_WINDOW_SIZE;
    private int initial = Http2CodecUtil.DEFAULT_WINDOW_SIZE;
    private long stream;

    boolean areOpen() {
      return connection > 0;
    }

    /** Takes the room for a whole message on a new stream; false where there is too little. */
    boolean takeWhole(int bytes) {
      if (bytes > connection || bytes > initial) {
        return false;
      }
      connection -= bytes;
      return true;
    }

    /** Begins a message that is sent in parts on a new stream. */
    void beginParts() {
      stream = initial;
    }

    /** The bytes of that message that may be sent now. */
    int room() {
      return (int) Math.max(0, Math.min(connection, stream));
    }

    void take(int bytes) {
      connection -= bytes;
      stream -= bytes;
    }

    /** Applies the peer's new initial window, which also moves the windows of open streams. */
    void initial(int bytes) throws FrameSplitter.ProtocolException {
      if (bytes < 0) {
        throw new FrameSplitter.ProtocolException("initial window beyond its limit");
      }
      stream += (long) bytes - initial;
      initial = bytes;
    }

    /** Applies a WINDOW_UPDATE of the connection. */
    void openConnection(int bytes) throws FrameSplitter.ProtocolException {
      connection += bytes & Integer.MAX_VALUE;
      if (connection > Http2CodecUtil.MAX_INITIAL_WINDOW_SIZE) {
        throw new FrameSplitter.ProtocolException("window beyond its limit");
      }
    }

    /** Applies a WINDOW_UPDATE of the stream whose message is sent in parts. */
    void openStream(int bytes) {
      stream += bytes & Integer.MAX_VALUE;
    }
  }
}
