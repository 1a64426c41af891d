package io.poolbench.side;

/** A side that cannot be used, in one line. */
public final class SideException extends Exception {
  private static final long serialVersionUID = 1L;

  private final boolean mistake;

  private SideException(boolean mistake, String problem, Throwable cause) {
    super(problem, cause);
    this.mistake = mistake;
  }

  /** A user's mistake, such as another build of poolbench. */
  public static SideException mistake(String problem) {
    return new SideException(true, problem, null);
  }

  /** A failure of the lab. */
  public static SideException failure(String problem, Throwable cause) {
    return new SideException(false, problem, cause);
  }

  /** Whether the user has to change something, rather than the lab. */
  public boolean isMistake() {
    return mistake;
  }
}
