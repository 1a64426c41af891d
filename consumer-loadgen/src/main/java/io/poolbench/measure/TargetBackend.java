package io.poolbench.measure;

import io.poolbench.lab.CpuPlan;
import io.poolbench.lab.LabException;
import io.poolbench.lab.Program;
import io.poolbench.lab.ProviderProcess;
import io.poolbench.lab.RemoteProvider;
import io.poolbench.lab.RunningProvider;
import io.poolbench.lab.TargetJvm;
import io.poolbench.study.CalledMethod;
import io.poolbench.study.Cell;
import io.poolbench.study.ProviderSettings;
import io.poolbench.study.RemoteSettings;
import io.poolbench.study.TargetSettings;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** A user's own Dubbo provider, started for the cell or running already. */
record TargetBackend(Lab lab, ProviderSettings settings, ExportedServices exported)
    implements Backend {
  /** The cells of a paired study use their pools in turns, after a start with the target's own. */
  static TargetBackend of(Lab lab, List<Cell> cells) {
    Cell cell = cells.get(0);
    ProviderSettings settings =
        cells.size() > 1 && cell.provider() instanceof TargetSettings target
            ? target.asConfigured()
            : cell.provider();
    return new TargetBackend(
        lab, settings, new ExportedServices(settings.protocol(), cell.driver().method()));
  }

  @Override
  public RunningProvider start(CpuPlan cpus, Path log) throws LabException, InterruptedException {
    if (settings instanceof RemoteSettings remote) {
      return new RemoteProvider(remote, lab.machines().driver().probe());
    }
    TargetJvm program = TargetJvm.of((TargetSettings) settings, lab.machine());
    ProviderProcess provider =
        ProviderProcess.start(
            new Program.Launch(
                program, program.launch().toJson(), settings.jvm(), settings.scheduling()),
            lab.machines().place(cpus, cpus.provider()),
            log,
            Optional.empty());
    try {
      exported.read(provider);
      return provider;
    } catch (LabException | InterruptedException | RuntimeException e) {
      provider.close();
      throw e;
    }
  }

  /** The CPUs of a program that runs already are not changed. */
  @Override
  public boolean pins() {
    return !settings.runsAlready();
  }

  @Override
  public CalledMethod called(CalledMethod method) {
    return exported.asExported(method);
  }
}
