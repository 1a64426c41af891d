package io.poolbench.http;

import io.netty.buffer.ByteBuf;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;

/**
 * Compares one body in so many of a connection with the expected one, the first among them, as its
 * bytes arrive. Where no body is expected yet, it reads the one to expect. Confined to one thread.
 */
final class BodyCheck implements ResponseParser.Body {
  private final ExpectedBody expected;
  private final int compareOneIn;
  private int skipped;

  private boolean comparing;
  private int length;
  private boolean equal;
  private byte[] wanted;

  /** The body read in order to expect it; null in any other case. */
  private ByteArrayOutputStream first;

  /**
   * @param compareOneIn one of this many bodies is compared
   */
  BodyCheck(ExpectedBody expected, int compareOneIn) {
    this.expected = expected;
    this.compareOneIn = compareOneIn;
    this.skipped = compareOneIn - 1;
  }

  void begin() {
    comparing = ++skipped >= compareOneIn;
    if (comparing) {
      length = 0;
      equal = true;
      wanted = expected.bytes();
      first = wanted == null ? new ByteArrayOutputStream() : null;
    }
  }

  @Override
  public void received(ByteBuf buffer, int start, int bytes) {
    if (!comparing) {
      return;
    }
    if (first != null) {
      copy(buffer, start, bytes);
    } else {
      equal = equal && matchesAt(length, buffer, start, bytes);
      length += bytes;
    }
  }

  private void copy(ByteBuf buffer, int start, int bytes) {
    try {
      buffer.getBytes(start, first, bytes);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private boolean matchesAt(int offset, ByteBuf buffer, int start, int bytes) {
    if (bytes > wanted.length - offset) {
      return false;
    }
    for (int i = 0; i < bytes; i++) {
      if (buffer.getByte(start + i) != wanted[offset + i]) {
        return false;
      }
    }
    return true;
  }

  /** Whether the body of the response with the expected status, which is complete, is right. */
  boolean isAsExpected() {
    if (!comparing) {
      return true;
    }
    skipped = 0;
    if (first != null) {
      return expected.accepts(first.toByteArray());
    }
    return equal && length == wanted.length;
  }
}
