package io.poolbench.result;

/**
 * Garbage collections of one kind; null where unknown.
 *
 * @param count how many
 * @param pauseMillis time in them
 */
public record Collections(Long count, Double pauseMillis) {
  /** Nothing is known. */
  public static final Collections UNKNOWN = new Collections(null, null);
}
