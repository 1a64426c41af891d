package io.poolbench.http;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
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
  private ByteBuf wanted;

  /** A body that is read while none is expected yet; otherwise null. */
  private ByteBuf first;

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
      wanted = expected.body();
      first = wanted == null ? Unpooled.buffer() : null;
    }
  }

  @Override
  public void received(ByteBuf buffer, int start, int bytes) {
    if (!comparing) {
      return;
    }
    if (first != null) {
      first.writeBytes(buffer, start, bytes);
    } else {
      equal = equal && matchesAt(length, buffer, start, bytes);
      length += bytes;
    }
  }

  private boolean matchesAt(int offset, ByteBuf buffer, int start, int bytes) {
    return bytes <= wanted.readableBytes() - offset
        && ByteBufUtil.equals(wanted, offset, buffer, start, bytes);
  }

  /** Whether the complete body of a 200 response equals the expected one; true if not compared. */
  boolean isAsExpected() {
    if (!comparing) {
      return true;
    }
    skipped = 0;
    return first == null ? equal && length == wanted.readableBytes() : expected.accepts(first);
  }

  /** The expected body of every response, which is the first body read. Thread-safe. */
  static final class ExpectedBody {
    private final AtomicReference<ByteBuf> body = new AtomicReference<>();

    /** Not to be changed; null if none was read. */
    ByteBuf body() {
      return body.get();
    }

    /** Sets the expected body if there is none; returns whether the received body equals it. */
    boolean accepts(ByteBuf received) {
      return body.compareAndSet(null, received) || body.get().equals(received);
    }
  }
}
