package io.poolbench.study;

import io.poolbench.dubbo.ClientKind;
import io.poolbench.dubbo.ExpectedUsers;
import io.poolbench.lab.CpuPlan;
import io.poolbench.lab.LabException;
import io.poolbench.lab.Program;
import io.poolbench.lab.ProviderProcess;
import io.poolbench.lab.TargetJvm;
import io.poolbench.load.Target;
import io.poolbench.measure.FailureReasons;
import io.poolbench.redis.AddedLatency;
import io.poolbench.redis.DataSet;
import io.poolbench.spec.DriverSettings;
import io.poolbench.spec.RedisSettings;
import io.poolbench.spec.TargetSettings;
import java.net.InetSocketAddress;
import java.nio.file.Path;

/**
 * A team's own provider of Dubbo, with what it reads.
 *
 * @param data what a program with our services answers from: the data set of studies without
 *     settings of Redis
 */
record TargetBackend(Lab lab, TargetSettings settings, DataSet data) implements Backend {
  TargetBackend(Lab lab, TargetSettings settings, RedisSettings redis) {
    this(lab, settings, new DataSet(redis.records(), redis.recordBytes()));
  }

  @Override
  public ProviderProcess start(CpuPlan cpus, Path log) throws LabException, InterruptedException {
    TargetJvm program = TargetJvm.of(settings);
    return ProviderProcess.start(
        new Program.Launch(
            program, lab.providers(), program.config(), settings.jvm(), settings.scheduling()),
        lab.probe(),
        cpus.provider(),
        log);
  }

  @Override
  public Target.Factory targets(
      DriverSettings driver, InetSocketAddress provider, FailureReasons reasons) {
    ExpectedUsers users = new ExpectedUsers(data.records(), data::user);
    return ClientKind.targets(driver, provider, users, reasons);
  }

  @Override
  public Long reconnects() {
    return null;
  }

  @Override
  public String redis() {
    return "";
  }

  @Override
  public String facts(ProviderProcess provider) {
    return provider.ready().facts().text();
  }

  /** What it reads is its own. */
  @Override
  public void check() {}

  @Override
  public void delayRedisBy(AddedLatency latency) {
    throw new IllegalStateException("a target has no Redis of the study");
  }

  @Override
  public void close() {}
}
