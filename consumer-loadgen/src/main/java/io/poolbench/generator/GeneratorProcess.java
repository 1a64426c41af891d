package io.poolbench.generator;

import io.poolbench.lab.LabException;
import io.poolbench.result.ViolationCode;
import io.poolbench.side.Build;
import io.poolbench.side.SideException;
import io.poolbench.side.SideProcess;
import io.poolbench.store.CellJson;
import java.time.Duration;

/** A generator in another process, started by a command. {@code facts} are as of its start. */
record GeneratorProcess(String name, SideProcess side, Generator generator, Facts facts)
    implements Generator {
  static GeneratorProcess start(String name, String command, Build build, Duration silence)
      throws SideException {
    SideProcess side =
        SideProcess.start(
            "generator " + name, command, build, silence, ViolationCode.GENERATOR_LOST);
    try {
      Generator generator = side.client().object(Generator.class);
      return new GeneratorProcess(name, side, generator, generator.facts());
    } catch (LabException e) {
      side.close();
      throw SideException.failure(e.getMessage(), e);
    }
  }

  Member member() {
    return new Member(
        name,
        this,
        facts,
        side.client()::roundTripMillis,
        side.client().lost().thenApply(reason -> reason));
  }

  @Override
  public double roundTripMillis(String host, int port) throws LabException {
    return generator.roundTripMillis(host, port);
  }

  @Override
  public GeneratorLoad open(LoadOrder order) throws LabException, InterruptedException {
    return generator.open(order.of(side.cell(CellJson.read(order.cell()))));
  }

  @Override
  public void close() {
    side.close();
  }
}
