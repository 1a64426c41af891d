package io.poolbench.run;

import io.poolbench.lab.Build;
import io.poolbench.lab.LabException;
import io.poolbench.lab.SideProcess;
import io.poolbench.result.CellEnvironment.GeneratorHost;
import io.poolbench.result.ViolationCode;
import io.poolbench.spec.Cell;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.function.DoubleSupplier;

/**
 * A generator of a run, and whether it is lost. Thread-safe.
 *
 * @param name in results and messages
 * @param facts as of the generator's start
 * @param cells writes a cell as the generator reads it
 * @param roundTripMillis supplies the shortest round trip so far
 * @param loss completed with the reason when the generator is lost
 * @param end ends the generator's process
 */
record Member(
    String name,
    Generator generator,
    Generator.Facts facts,
    CellText cells,
    DoubleSupplier roundTripMillis,
    CompletableFuture<String> loss,
    Runnable end)
    implements AutoCloseable {
  @FunctionalInterface
  interface CellText {
    String of(Cell cell) throws LabException;
  }

  static Member start(String name, String command, Build build, Duration silence)
      throws LabException {
    SideProcess side =
        SideProcess.start(
            "generator " + name, command, build, silence, ViolationCode.GENERATOR_LOST);
    try {
      Generator generator = side.client().object(Generator.class);
      return new Member(
          name,
          generator,
          generator.facts(),
          cell -> side.cell(cell, /* classes= */ true),
          side.client()::roundTripMillis,
          side.client().lost().copy(),
          side::close);
    } catch (LabException e) {
      side.close();
      throw e;
    }
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

  @Override
  public void close() {
    end.run();
  }
}
