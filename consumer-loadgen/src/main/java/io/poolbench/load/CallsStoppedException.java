package io.poolbench.load;

/** The reason why a load has stopped by itself, in the words of a message to the user. */
public final class CallsStoppedException extends RuntimeException {
  CallsStoppedException(String message) {
    super(message);
  }
}
