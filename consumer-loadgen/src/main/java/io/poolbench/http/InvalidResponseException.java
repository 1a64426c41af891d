package io.poolbench.http;

import java.io.IOException;

/** Thrown for bytes that are not a valid response; the connection must be closed. */
final class InvalidResponseException extends IOException {
  private static final long serialVersionUID = 1L;

  InvalidResponseException(String message) {
    super(message);
  }
}
