package io.poolbench.http;

import io.netty.buffer.ByteBuf;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Compares response bodies of one connection with the expected body as their bytes arrive: the
 * first body, and then one in {@code compareOneIn}. If no body is expected yet, the compared body
 * becomes the expected one. Confined to one thread.
 */
final class BodyCheck implements ResponseParser.Body {
  private final ExpectedBody expected;
  private final int compareOneIn;
  private int skipped;

  private boolean comparing;
  private int length;
  private boolean equal;
  private byte[] wanted;

  /** Bytes of a body that is read while none is expected yet; otherwise null. */
  private ByteArrayOutputStream first;

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

  /** Whether the complete body of a 200 response equals the expected one; true if not compared. */
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

  /** The expected body of every response, which is the first body read. Thread-safe. */
  static final class ExpectedBody {
    private final AtomicReference<byte[]> body = new AtomicReference<>();

    byte[] bytes() {
      return body.get();
    }

    /** Sets the expected body if there is none; returns whether the received body equals it. */
    boolean accepts(byte[] received) {
      return body.compareAndSet(null, received) || Arrays.equals(body.get(), received);
    }
  }
}
