package io.poolbench.dubbo;

/**
 * The windows of HTTP/2 within which a client may send messages (RFC 9113, section 5.2): that of
 * the connection, and that of the one stream whose message is sent in parts. For one connection,
 * confined to its event loop.
 */
final class SendWindows {
  private long connection = Http2Frame.DEFAULT_WINDOW_BYTES;
  private int initial = Http2Frame.DEFAULT_WINDOW_BYTES;
  private long stream;

  boolean areOpen() {
    return connection > 0;
  }

  /** Takes the room for a whole message on a new stream; false where there is not so much. */
  boolean takeWhole(int bytes) {
    if (bytes > connection || bytes > initial) {
      return false;
    }
    connection -= bytes;
    return true;
  }

  /** A new stream has a message that is sent in parts. */
  void beginParts() {
    stream = initial;
  }

  /** The room for a part of that message; 0 where there is none. */
  int room() {
    return (int) Math.max(0, Math.min(connection, stream));
  }

  void take(int bytes) {
    connection -= bytes;
    stream -= bytes;
  }

  /** The peer has announced another initial window, which also moves those of open streams. */
  void initial(int bytes) throws FrameSplitter.ProtocolException {
    if (bytes < 0) {
      throw new FrameSplitter.ProtocolException("initial window beyond its limit");
    }
    stream += (long) bytes - initial;
    initial = bytes;
  }

  /** The peer has opened the window of the connection. */
  void openConnection(int bytes) throws FrameSplitter.ProtocolException {
    connection += bytes & Integer.MAX_VALUE;
    if (connection > Http2Frame.MAX_WINDOW_BYTES) {
      throw new FrameSplitter.ProtocolException("window beyond its limit");
    }
  }

  /** The peer has opened the window of the stream whose message is sent in parts. */
  void openStream(int bytes) {
    stream += bytes & Integer.MAX_VALUE;
  }
}
