package io.poolbench.measure;

import io.poolbench.api.ContractJson;
import io.poolbench.api.LaunchConfig;
import io.poolbench.api.WebLaunchConfig;
import io.poolbench.lab.BuiltProgram;
import io.poolbench.lab.CpuPlan;
import io.poolbench.lab.LabException;
import io.poolbench.lab.Program;
import io.poolbench.lab.ProviderProcess;
import io.poolbench.study.ProviderSettings.Jvm;
import io.poolbench.study.Scheduling;
import io.poolbench.study.WebSettings;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** A web provider with its downstream service, if it has one. */
record WebBackend(Lab lab, WebSettings settings) implements Backend {
  private static final Jvm DOWNSTREAM_JVM =
      new Jvm(List.of("-Xms128m", "-Xmx128m", "-XX:+UseSerialGC"));

  @Override
  public ProviderProcess start(CpuPlan cpus, Path log) throws LabException, InterruptedException {
    Optional<ProviderProcess> downstream = downstream(cpus, log);
    String url =
        downstream
            .map(delay -> "http://" + LaunchConfig.LOOPBACK + ":" + delay.endpoint().port() + "/")
            .orElse("");
    return ProviderProcess.start(
        new Program.Launch(
            BuiltProgram.WEB_PROVIDER,
            ContractJson.write(settings.web().launch(url, settings.bindHost(), settings.port())),
            settings.jvm(),
            settings.scheduling()),
        lab.machines().place(cpus, cpus.provider()),
        log,
        downstream);
  }

  /** Runs on the CPUs of a Redis that poolbench starts. */
  private Optional<ProviderProcess> downstream(CpuPlan cpus, Path log)
      throws LabException, InterruptedException {
    if (settings.web().downstreamMillis() == null) {
      return Optional.empty();
    }
    WebLaunchConfig.Delay config = new WebLaunchConfig.Delay(settings.web().downstreamMillis());
    return Optional.of(
        ProviderProcess.start(
            new Program.Launch(
                BuiltProgram.DELAY_SERVER,
                ContractJson.write(config),
                DOWNSTREAM_JVM,
                Scheduling.OTHER),
            lab.machines().place(cpus, lab.machines().besideProvider(cpus)),
            log.resolveSibling(log.getFileName() + ".downstream"),
            Optional.empty()));
  }
}
