package io.poolbench.generator;

/** A load generator that cannot be used, in one line. */
public final class GeneratorException extends Exception {
  private static final long serialVersionUID = 1L;

  private final boolean mistake;

  /**
   * @param mistake whether the user has to change something, such as a token, rather than the lab
   */
  GeneratorException(boolean mistake, String problem) {
    super(problem);
    this.mistake = mistake;
  }

  GeneratorException(String problem, Throwable cause) {
    super(problem, cause);
    this.mistake = false;
  }

  /** A user's mistake. */
  static GeneratorException mistake(String problem) {
    return new GeneratorException(true, problem);
  }

  /** A failure of the lab. */
  static GeneratorException failure(String problem) {
    return new GeneratorException(false, problem);
  }

  /** Whether the user has to change something, such as a token, rather than the lab. */
  public boolean isMistake() {
    return mistake;
  }
}
