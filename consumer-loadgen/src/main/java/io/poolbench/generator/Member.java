package io.poolbench.generator;

import io.poolbench.result.GeneratorHost;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.function.DoubleSupplier;

/** A generator of a run and whether it is lost. Thread-safe. */
final class Member {
  private final String name;
  private final Generator generator;
  private final Generator.Facts facts;
  private final DoubleSupplier roundTripMillis;
  private final CompletableFuture<String> loss;

  /**
   * @param name in results and messages
   * @param roundTripMillis supplies the shortest round trip so far
   * @param loss completed with the reason when the generator is lost
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

  /** The number of files and connections that the generator's process may still open. */
  long freeDescriptors() {
    return facts.freeDescriptors();
  }

  /** The generator's properties, with the shortest round trip so far. */
  GeneratorHost host() {
    return new GeneratorHost(name, facts.cpus(), facts.host(), roundTripMillis.getAsDouble());
  }

  /** Marks the generator as lost, for a reason of one line that names it. */
  void lose(String reason) {
    boolean unused = loss.complete(reason);
  }

  boolean isLost() {
    return loss.isDone();
  }

  /** The reason of the loss; empty while the generator is not lost. */
  String loss() {
    return loss.getNow("");
  }
}
