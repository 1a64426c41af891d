package io.poolbench.core;

/**
 * The provider cannot start, for a reason that the user can fix. The message is one line with the
 * fact and the fix, without passwords.
 */
public final class StartException extends Exception {
  public StartException(String message, Throwable cause) {
    super(message, cause);
  }

  public static StartException cannotListen(String what, String host, int port, Throwable cause) {
    return new StartException(
        String.format(
            "cannot listen at %s:%s for %s: %s (valid: an address of this host,"
                + " and a free port; 0 = any free one)",
            host, port, what, rootMessage(cause)),
        cause);
  }

  /** The first line of the root cause's message, or its class if it has no message. */
  public static String rootMessage(Throwable failure) {
    Throwable root = rootCause(failure);
    return root.getMessage() == null
        ? root.getClass().getSimpleName()
        : root.getMessage().split("\\R", 2)[0];
  }

  public static Throwable rootCause(Throwable failure) {
    Throwable root = failure;
    while (root.getCause() != null) {
      root = root.getCause();
    }
    return root;
  }
}
