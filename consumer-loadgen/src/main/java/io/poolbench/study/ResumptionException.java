package io.poolbench.study;

/** Why a run cannot be gone on with, in a line: what is to be run is not what was begun. */
public final class ResumptionException extends Exception {
  private static final long serialVersionUID = 1L;

  ResumptionException(String problem) {
    super("cannot be resumed: " + problem);
  }
}
