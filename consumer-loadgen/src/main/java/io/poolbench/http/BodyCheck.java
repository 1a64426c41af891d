package io.poolbench.http;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Compares response bodies of one connection with the expected body: the first body, and then one
 * in {@code compareOneIn}. Confined to one thread.
 */
final class BodyCheck implements ResponseParser.Body {
  private final ExpectedBody expected;
  private final int compareOneIn;
  private int skipped;
  private boolean comparing;

  /** Receives the expected body, on the one connection that reads it first; otherwise null. */
  private ByteBuf first;

  private int compared;
  private boolean differs;

  BodyCheck(ExpectedBody expected, int compareOneIn) {
    this.expected = expected;
    this.compareOneIn = compareOneIn;
    this.skipped = compareOneIn - 1;
  }

  void begin() {
    comparing = ++skipped >= compareOneIn;
    compared = 0;
    differs = false;
    if (comparing && expected.body() == null) {
      comparing = expected.isClaimedBy(this);
      first = comparing ? Unpooled.buffer() : null;
    }
  }

  @Override
  public void received(ByteBuf buffer, int start, int bytes) {
    if (comparing && first != null) {
      first.writeBytes(buffer, start, bytes);
    } else if (comparing) {
      ByteBuf body = expected.body();
      differs =
          differs
              || bytes > body.readableBytes() - compared
              || !ByteBufUtil.equals(body, compared, buffer, start, bytes);
      compared += bytes;
    }
  }

  /** Whether the complete body of a 200 response equals the expected one; true if not compared. */
  boolean isAsExpected() {
    if (!comparing) {
      return true;
    }
    skipped = 0;
    if (first != null) {
      expected.set(first);
      first = null;
      return true;
    }
    return !differs && compared == expected.body().readableBytes();
  }

  /** Ends the response; if it was no good one, another connection may read the expected body. */
  void end() {
    if (first != null) {
      first = null;
      expected.release(this);
    }
  }

  /**
   * The expected body of every response, which is the first body read. One connection at a time
   * reads it, because a provider may send a large one on each. Thread-safe.
   */
  static final class ExpectedBody {
    private final AtomicReference<BodyCheck> reader = new AtomicReference<>();
    private volatile ByteBuf body;

    private ByteBuf body() {
      return body;
    }

    private boolean isClaimedBy(BodyCheck check) {
      return reader.get() == check || reader.compareAndSet(null, check);
    }

    private void release(BodyCheck check) {
      reader.compareAndSet(check, null);
    }

    private void set(ByteBuf first) {
      body = first;
    }
  }
}
