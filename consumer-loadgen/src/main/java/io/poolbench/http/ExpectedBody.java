package io.poolbench.http;

import java.util.Arrays;
import java.util.concurrent.atomic.AtomicReference;

/** The expected body of every response, which is the first body read. Thread-safe. */
final class ExpectedBody {
  private final AtomicReference<byte[]> body = new AtomicReference<>();

  byte[] bytes() {
    return body.get();
  }

  /** Sets the expected body if there is none; returns whether the received body equals it. */
  boolean accepts(byte[] received) {
    return body.compareAndSet(null, received) || Arrays.equals(body.get(), received);
  }
}
