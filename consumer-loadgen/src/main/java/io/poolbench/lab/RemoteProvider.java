package io.poolbench.lab;

import io.poolbench.load.Probe;
import io.poolbench.study.RemoteSettings;
import java.util.List;

/** A provider that the lab did not start. Only measurements of its client are known. */
public record RemoteProvider(RemoteSettings settings, HostProbe host) implements RunningProvider {
  @Override
  public List<Integer> ports() {
    return List.of(settings.port());
  }

  @Override
  public Probe<CountersReading, LabException> probe(int endpoint) {
    boolean apart = !settings.isOnThisHost();
    return () ->
        new CountersReading(ProviderReading.ofUnknown(apart, host), DriverReading.read(host));
  }

  /** Does nothing: the provider continues to run. */
  @Override
  public void close() {}
}
