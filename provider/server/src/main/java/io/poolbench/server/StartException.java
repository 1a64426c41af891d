package io.poolbench.server;

/**
 * The provider cannot start, for a reason that the user can remedy. The message is one line with
 * the fact and the remedy, without passwords.
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
