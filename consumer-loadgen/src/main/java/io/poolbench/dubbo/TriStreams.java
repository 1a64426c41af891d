package io.poolbench.dubbo;

import java.util.Arrays;

/**
 * The open streams of one HTTP/2 connection, and the index of the call of each. Ids are odd and
 * rise. An id is skipped while an older stream occupies its place in the table. For one thread.
 */
final class TriStreams {
  /** Neither a stream nor an index. */
  static final int NONE = -1;

  private final int[] streams;
  private final int[] indexes;
  private final int[] streamOfIndex;
  private final int mask;
  private long next;
  private int open;

  TriStreams(int count, int first) {
    // Twice as many places as streams, so that few are occupied.
    int places = Integer.highestOneBit(Math.max(1, count)) << 2;
    streams = new int[places];
    indexes = new int[places];
    streamOfIndex = new int[count];
    mask = places - 1;
    next = first;
    Arrays.fill(streamOfIndex, NONE);
  }

  int open(int index) {
    while (next <= Http2Frame.MAX_STREAM && streams[place((int) next)] != 0) {
      next += 2;
    }
    if (next > Http2Frame.MAX_STREAM) {
      return NONE;
    }
    int stream = (int) next;
    next += 2;
    streams[place(stream)] = stream;
    indexes[place(stream)] = index;
    streamOfIndex[index] = stream;
    open++;
    return stream;
  }

  private int place(int stream) {
    return (stream >>> 1) & mask;
  }

  /** The index of an open stream's call; {@link #NONE} where the stream is not open. */
  int index(int stream) {
    return stream > 0 && streams[place(stream)] == stream ? indexes[place(stream)] : NONE;
  }

  /** The open stream of an index's call; {@link #NONE} where there is none. */
  int stream(int index) {
    return streamOfIndex[index];
  }

  /** Whether a stream may have been open, judged by its id. */
  boolean isKnown(int stream) {
    return (stream & 1) == 1 && stream < next;
  }

  void close(int stream) {
    streamOfIndex[indexes[place(stream)]] = NONE;
    streams[place(stream)] = 0;
    open--;
  }

  int open() {
    return open;
  }
}
