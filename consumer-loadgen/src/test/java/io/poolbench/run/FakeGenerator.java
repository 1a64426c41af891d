package io.poolbench.run;

import io.poolbench.lab.CpuList;
import io.poolbench.lab.LabException;
import io.poolbench.lab.SampleCounters;
import io.poolbench.load.FailureReasons;
import io.poolbench.load.Load;
import io.poolbench.load.NanoClock;
import io.poolbench.result.CellEnvironment.GeneratorHost;
import io.poolbench.result.GeneratorUse;
import io.poolbench.result.ViolationCode;
import io.poolbench.run.Generator.GeneratorLoad;
import io.poolbench.run.Generator.LoadOrder;
import io.poolbench.store.ResultJson;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/** A generator in this process; lost at will. */
final class FakeGenerator implements Generator, GeneratorLoad {
  private final GeneratedLoad generated;
  final GeneratorHost host;
  private final long freeDescriptors;
  final List<Long> delays = new ArrayList<>();
  List<Integer> levels = List.of();
  boolean lost;
  boolean failing;

  int closed;

  private final CompletableFuture<String> loss = new CompletableFuture<>();

  FakeGenerator(
      List<Load> loads, boolean grouped, GeneratorHost host, long freeDescriptors, NanoClock time) {
    this.freeDescriptors = freeDescriptors;
    this.host = host;
    this.generated =
        new GeneratedLoad(
            loads,
            grouped,
            /* closedLoop= */ true,
            new FailureReasons(),
            new GeneratedLoad.Gauge(() -> SampleCounters.ofPool(0), CpuList.parse("0")),
            time,
            () -> closed++);
  }

  Member member() {
    return new Member(
        host.address(),
        this,
        facts(),
        cell -> ResultJson.write(cell, Map.of()),
        host::roundTripMillis,
        loss,
        this::close);
  }

  private void require() throws LabException {
    if (lost) {
      loss.complete("lost");
      throw new LabException(ViolationCode.GENERATOR_LOST, "lost");
    }
    if (failing) {
      throw new LabException(ViolationCode.GENERATOR_FAILED, "no provider");
    }
  }

  @Override
  public double roundTripMillis(String host, int port) throws LabException {
    require();
    return 0;
  }

  @Override
  public Facts facts() {
    return new Facts(host.cpus(), host.host(), freeDescriptors);
  }

  @Override
  public GeneratorLoad open(LoadOrder order) throws LabException {
    require();
    return this;
  }

  @Override
  public void level(List<Integer> wanted, long delayNanos)
      throws LabException, InterruptedException {
    require();
    delays.add(delayNanos);
    levels = wanted;
    generated.level(wanted, 0);
  }

  @Override
  public void follow(List<Load.Hold> holds, long delayNanos)
      throws LabException, InterruptedException {
    require();
    generated.follow(holds, 0);
  }

  @Override
  public Taken take(long delayNanos) throws LabException, InterruptedException {
    require();
    delays.add(delayNanos);
    return generated.take(0);
  }

  @Override
  public int inFlight() throws LabException {
    require();
    return generated.inFlight();
  }

  @Override
  public boolean drain(List<Integer> groups, long atMostNanos)
      throws LabException, InterruptedException {
    require();
    return generated.drain(groups, atMostNanos);
  }

  @Override
  public GeneratorUse read() throws LabException, InterruptedException {
    require();
    return generated.read();
  }

  @Override
  public void close() {
    generated.close();
  }
}
