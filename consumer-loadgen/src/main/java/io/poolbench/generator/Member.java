package io.poolbench.generator;

import java.util.Objects;

/** A generator of a run, until it is lost. Thread-safe. */
final class Member {
  private final Generator generator;
  private volatile String loss = "";

  Member(Generator generator) {
    this.generator = Objects.requireNonNull(generator, "generator");
  }

  Generator generator() {
    return generator;
  }

  /**
   * Leaves it out from now on.
   *
   * @param reason in one line, with its address
   */
  void lose(String reason) {
    if (loss.isEmpty()) {
      loss = reason;
    }
  }

  boolean isLost() {
    return !loss.isEmpty();
  }

  /** Why it is lost; empty while it is not. */
  String loss() {
    return loss;
  }
}
