package io.poolbench.http;

import java.util.Arrays;
import java.util.concurrent.atomic.AtomicReference;

/** The body that every response shall have: that of the first one. Thread-safe. */
final class ExpectedBody {
  private final AtomicReference<byte[]> body = new AtomicReference<>();

  byte[] bytes() {
    return body.get();
  }

  /** Whether this is the first body, which is expected from now on, or equals it. */
  boolean accepts(byte[] received) {
    return body.compareAndSet(null, received) || Arrays.equals(body.get(), received);
  }
}
