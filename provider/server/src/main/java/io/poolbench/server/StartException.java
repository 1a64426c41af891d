package io.poolbench.server;

/**
 * Why the provider cannot start, for a reason that its user can remedy. The message is one line
 * that says what is wrong and what to do, and holds no password.
 */
final class StartException extends Exception {
  private static final long serialVersionUID = 1L;

  StartException(String message, Throwable cause) {
    super(message, cause);
  }

  StartException(String message) {
    super(message);
  }
}
