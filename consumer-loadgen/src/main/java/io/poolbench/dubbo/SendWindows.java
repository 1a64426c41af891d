package io.poolbench.dubbo;

/**
 * The flow-control windows within which a client may send (RFC 9113, section 5.2): the window of
 * the connection, and the window of the one stream whose message is sent in parts. For one
 * connection, confined to its event loop.
 */
final class SendWindows {
  private long connection = Http2Frame.DEFAULT_WINDOW_BYTES;
  private int initial = Http2Frame.DEFAULT_WINDOW_BYTES;
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
    if (connection > Http2Frame.MAX_WINDOW_BYTES) {
      throw new FrameSplitter.ProtocolException("window beyond its limit");
    }
  }

  /** Applies a WINDOW_UPDATE of the stream whose message is sent in parts. */
  void openStream(int bytes) {
    stream += bytes & Integer.MAX_VALUE;
  }
}
