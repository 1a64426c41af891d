package io.poolbench.generator;

import io.poolbench.result.GeneratorHost;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.function.DoubleSupplier;

/** A generator of a run, until it is lost. Thread-safe. */
final class Member {
  private final String name;
  private final Generator generator;
  private final Generator.Facts facts;
  private final DoubleSupplier roundTripMillis;
  private final CompletableFuture<String> loss;

  /**
   * @param name in results and messages
   * @param roundTripMillis the shortest so far
   * @param loss completed with the reason once it is lost
   */
  Member(
      String name,
      Generator generator,
      Generator.Facts facts,
      DoubleSupplier roundTripMillis,
      CompletableFuture<String> loss) {
    this.name = Objects.requireNonNull(name, "name");
    this.generator = Objects.requireNonNull(generator, "generator");
    this.facts = Objects.requireNonNull(facts, "facts");
    this.roundTripMillis = Objects.requireNonNull(roundTripMillis, "roundTripMillis");
    this.loss = Objects.requireNonNull(loss, "loss");
  }

  Generator generator() {
    return generator;
  }

  /** How many files and connections its process may still open. */
  long freeDescriptors() {
    return facts.freeDescriptors();
  }

  /** What it is, with the shortest round trip so far. */
  GeneratorHost host() {
    return new GeneratorHost(name, facts.cpus(), facts.host(), roundTripMillis.getAsDouble());
  }

  /**
   * Leaves it out from now on.
   *
   * @param reason in one line, with its name
   */
  void lose(String reason) {
    boolean unused = loss.complete(reason);
  }

  boolean isLost() {
    return loss.isDone();
  }

  /** Why it is lost; empty while it is not. */
  String loss() {
    return loss.getNow("");
  }
}
