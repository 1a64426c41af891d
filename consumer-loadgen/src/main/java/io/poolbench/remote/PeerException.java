package io.poolbench.remote;

/** A process on another machine that cannot be used, in one line. */
public final class PeerException extends Exception {
  private static final long serialVersionUID = 1L;

  private final boolean mistake;

  /**
   * @param mistake whether the user has to change something, such as a token, rather than the lab
   */
  public PeerException(boolean mistake, String problem) {
    super(problem);
    this.mistake = mistake;
  }

  /** A failure of the lab. */
  public PeerException(String problem, Throwable cause) {
    super(problem, cause);
    this.mistake = false;
  }

  /** A user's mistake. */
  public static PeerException mistake(String problem) {
    return new PeerException(true, problem);
  }

  /** A failure of the lab. */
  public static PeerException failure(String problem) {
    return new PeerException(false, problem);
  }

  /** Whether the user has to change something, such as a token, rather than the lab. */
  public boolean isMistake() {
    return mistake;
  }
}
