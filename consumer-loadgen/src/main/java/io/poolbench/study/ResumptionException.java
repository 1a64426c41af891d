package io.poolbench.study;

/** A run that cannot be resumed because it differs from the study. The message is one line. */
public final class ResumptionException extends Exception {
  private static final long serialVersionUID = 1L;

  ResumptionException(String problem) {
    super("cannot resume: " + problem);
  }
}
