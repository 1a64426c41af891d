package io.poolbench.lab;

import io.poolbench.api.EffectivePool;
import io.poolbench.load.Probe;
import io.poolbench.spec.RemoteSettings;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Supplier;

/** A provider that the lab did not start. Only measurements of its client are known. */
public record RemoteProvider(RemoteSettings settings, HostProbe host) implements RunningProvider {
  @Override
  public List<Integer> ports() {
    return List.of(settings.port());
  }

  @Override
  public Optional<EffectivePool> pool(int endpoint) {
    return Optional.empty();
  }

  @Override
  public OptionalInt metricsPort(int endpoint) {
    return OptionalInt.empty();
  }

  @Override
  public String facts() {
    return "";
  }

  @Override
  public List<String> command() {
    return List.of();
  }

  @Override
  public List<String> logTail() {
    return List.of();
  }

  @Override
  public Probe<Counters, LabException> probe(int endpoint, Supplier<Long> reconnects) {
    boolean apart = !settings.isOnThisHost();
    return () ->
        new Counters(
            ProviderReading.ofUnknown(apart, host), DriverReading.read(host, reconnects.get()));
  }

  @Override
  public Optional<ProviderControl> control() {
    return Optional.empty();
  }

  /** Does nothing: the provider continues to run. */
  @Override
  public void close() {}
}
