package io.poolbench.run;

import io.poolbench.lab.CpuPlan;
import io.poolbench.lab.LabException;
import io.poolbench.lab.Program;
import io.poolbench.lab.ProviderProcess;
import io.poolbench.lab.RemoteProvider;
import io.poolbench.lab.RunningProvider;
import io.poolbench.lab.TargetJvm;
import io.poolbench.lab.TargetService;
import io.poolbench.spec.CalledMethod;
import io.poolbench.spec.Cell;
import io.poolbench.spec.ProviderSettings;
import io.poolbench.spec.RemoteSettings;
import io.poolbench.spec.TargetSettings;
import java.nio.file.Path;
import java.util.List;

/** A user's own Dubbo provider, started for the cell or running already. */
record TargetBackend(Lab lab, ProviderSettings settings, ExportedServices exported)
    implements Backend {
  TargetBackend(Lab lab, Cell cell) {
    this(
        lab,
        cell.provider(),
        new ExportedServices(cell.provider().protocol(), cell.driver().method()));
  }

  @Override
  public RunningProvider start(CpuPlan cpus, Path log) throws LabException, InterruptedException {
    if (settings instanceof RemoteSettings remote) {
      return new RemoteProvider(remote, lab.probe());
    }
    TargetJvm program = TargetJvm.of((TargetSettings) settings);
    ProviderProcess provider =
        ProviderProcess.start(
            new Program.Launch(
                program, lab.providers(), program.config(), settings.jvm(), settings.scheduling()),
            lab.probe(),
            cpus.provider(),
            log);
    try {
      exported.read(provider);
      return provider;
    } catch (LabException | InterruptedException | RuntimeException e) {
      provider.close();
      throw e;
    }
  }

  @Override
  public CalledMethod called(CalledMethod method) {
    return exported.asExported(method);
  }

  @Override
  public List<TargetService> services() {
    return exported.services();
  }

  @Override
  public void close() {}
}
