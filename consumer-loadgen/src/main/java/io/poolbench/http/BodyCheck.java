package io.poolbench.http;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Compares response bodies of one connection with the expected body: the first body, and then one
 * in {@code compareOneIn}. Confined to one thread.
 */
final class BodyCheck implements ResponseParser.Body {
  private final ExpectedBody expected;
  private final int compareOneIn;
  private final ByteBuf compared = Unpooled.buffer(0);
  private int skipped;
  private boolean comparing;

  BodyCheck(ExpectedBody expected, int compareOneIn) {
    this.expected = expected;
    this.compareOneIn = compareOneIn;
    this.skipped = compareOneIn - 1;
  }

  void begin() {
    comparing = ++skipped >= compareOneIn;
    if (comparing) {
      compared.clear();
    }
  }

  @Override
  public void received(ByteBuf buffer, int start, int bytes) {
    if (comparing) {
      compared.writeBytes(buffer, start, bytes);
    }
  }

  /** Whether the complete body of a 200 response equals the expected one; true if not compared. */
  boolean isAsExpected() {
    if (!comparing) {
      return true;
    }
    skipped = 0;
    return expected.accepts(compared);
  }

  /** The expected body of every response, which is the first body read. Thread-safe. */
  static final class ExpectedBody {
    private final AtomicReference<ByteBuf> body = new AtomicReference<>();

    /** Sets the expected body if there is none; returns whether the received body equals it. */
    boolean accepts(ByteBuf received) {
      if (body.get() == null) {
        body.compareAndSet(null, Unpooled.copiedBuffer(received));
      }
      return body.get().equals(received);
    }
  }
}
