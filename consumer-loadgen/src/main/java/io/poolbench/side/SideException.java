package io.poolbench.side;

/** A side that cannot be used. The message is one line. */
public final class SideException extends Exception {
  private static final long serialVersionUID = 1L;

  private final boolean mistake;

  private SideException(boolean mistake, String problem, Throwable cause) {
    super(problem, cause);
    this.mistake = mistake;
  }

  /** An error that the user has to correct, such as a different build of poolbench on the side. */
  public static SideException mistake(String problem) {
    return new SideException(true, problem, null);
  }

  public static SideException failure(String problem, Throwable cause) {
    return new SideException(false, problem, cause);
  }

  /** Whether the user has to correct the error; otherwise the lab failed. */
  public boolean isMistake() {
    return mistake;
  }
}
