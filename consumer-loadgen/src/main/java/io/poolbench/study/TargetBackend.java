package io.poolbench.study;

import io.poolbench.dubbo.ClientKind;
import io.poolbench.dubbo.ExpectedUsers;
import io.poolbench.dubbo.TargetClasses;
import io.poolbench.lab.CpuPlan;
import io.poolbench.lab.LabException;
import io.poolbench.lab.Program;
import io.poolbench.lab.ProviderProcess;
import io.poolbench.lab.RemoteProvider;
import io.poolbench.lab.RunningProvider;
import io.poolbench.lab.TargetJvm;
import io.poolbench.load.Target;
import io.poolbench.measure.FailureReasons;
import io.poolbench.redis.DataSet;
import io.poolbench.result.ViolationCode;
import io.poolbench.spec.CalledMethod;
import io.poolbench.spec.Cell;
import io.poolbench.spec.DriverSettings;
import io.poolbench.spec.ProviderSettings;
import io.poolbench.spec.RedisSettings;
import io.poolbench.spec.RemoteSettings;
import io.poolbench.spec.ServiceMethod;
import io.poolbench.spec.TargetSettings;
import io.poolbench.transport.Destination;
import java.io.IOException;
import java.nio.file.Path;

/**
 * A team's own provider of Dubbo, with what it reads: started for the cell, or running already.
 *
 * @param data what a program with our services answers from: the data set of studies without
 *     settings of Redis
 * @param classes of its services, for the calls of a study
 * @param exported what it exports once it runs
 */
record TargetBackend(
    Lab lab,
    ProviderSettings settings,
    DataSet data,
    TargetClasses classes,
    ExportedServices exported)
    implements Backend {
  /**
   * Reads the classes that its calls need.
   *
   * @throws LabException if they cannot be read
   */
  static TargetBackend open(Lab lab, Cell cell) throws LabException {
    ProviderSettings settings = cell.provider();
    RedisSettings redis = cell.redis();
    try {
      return new TargetBackend(
          lab,
          settings,
          new DataSet(redis.records(), redis.recordBytes()),
          TargetClasses.of(settings, cell.driver().method()),
          new ExportedServices(settings.protocol(), cell.driver().method()));
    } catch (IOException e) {
      throw new LabException(
          ViolationCode.PROVIDER_NOT_STARTED, "classes of the target: " + e.getMessage(), e);
    }
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
  public Target.Factory targets(
      DriverSettings driver, Destination provider, FailureReasons reasons) {
    return driver.method() instanceof ServiceMethod
        ? ClientKind.targets(
            driver,
            settings.protocol(),
            provider,
            new ExpectedUsers(data.records(), data::user),
            reasons)
        : ClientKind.targets(
            exported.asExported(driver), settings.protocol(), provider, classes, reasons);
  }

  @Override
  public CalledMethod called(CalledMethod method) {
    return exported.asExported(method);
  }

  @Override
  public void close() {
    classes.close();
  }
}
