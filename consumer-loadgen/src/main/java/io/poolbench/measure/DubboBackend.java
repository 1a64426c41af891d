package io.poolbench.measure;

import io.poolbench.api.ContractJson;
import io.poolbench.api.LaunchConfig;
import io.poolbench.lab.BuiltProgram;
import io.poolbench.lab.CpuList;
import io.poolbench.lab.CpuPlan;
import io.poolbench.lab.HostService;
import io.poolbench.lab.LabException;
import io.poolbench.lab.Program;
import io.poolbench.lab.ProviderProcess;
import io.poolbench.lab.RedisLink;
import io.poolbench.lab.RunningProvider;
import io.poolbench.study.Cell;
import io.poolbench.study.DubboSettings;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * The Dubbo provider of poolbench with its Redis.
 *
 * @param cells cells that differ only in their pools; each is an endpoint of the provider
 */
record DubboBackend(Lab lab, List<Cell> cells, RedisLink redisLink) implements Backend {
  static DubboBackend open(Lab lab, StudyListener listener, List<Cell> cells, CpuPlan cpus)
      throws LabException, InterruptedException {
    CpuList beside = lab.machines().besideProvider(cpus);
    RedisLink redis = lab.machine().ask().useRedis(cells.get(0).redis(), beside);
    redis.notes().forEach(listener::note);
    if (lab.machine().isOther() && !lab.machines().isAlone(cpus)) {
      listener.note(
          "Redis and provider share CPUs %s of the provider's host, unless Redis is external"
                  .formatted(cpus.provider())
              + " (cpus.provider leaves it others)");
    }
    return new DubboBackend(lab, cells, redis);
  }

  @Override
  public ProviderProcess start(CpuPlan cpus, Path log) throws LabException, InterruptedException {
    DubboSettings provider = cells.get(0).dubbo();
    LaunchConfig config =
        new LaunchConfig(
            cells.stream().map(each -> each.dubbo().endpoint()).toList(),
            provider.ioThreads(),
            provider.dispatcher(),
            provider.executorManagement(),
            provider.work(),
            redisLink.uri(),
            cells.get(0).redis().connections(),
            cells.get(0).redis().latency(),
            provider.bindHost(),
            provider.port(),
            provider.fidelity(),
            reports(log));
    return ProviderProcess.start(
        new Program.Launch(
            BuiltProgram.DUBBO_PROVIDER,
            ContractJson.write(config),
            provider.jvm(),
            provider.scheduling()),
        lab.machines().place(cpus, cpus.provider()),
        log,
        Optional.empty());
  }

  /** Beside the log, or in the working folder on another machine. */
  private String reports(Path log) {
    return lab.machine().isOther() ? "reports" : log.toAbsolutePath() + ".reports";
  }

  @Override
  public String redis() {
    return redisLink.description();
  }

  @Override
  public String facts(RunningProvider provider) {
    return cells.get(0).dubbo().fidelity().id() + ": " + provider.facts();
  }

  @Override
  public void check() throws LabException, InterruptedException {
    lab.machine().ask().checkRedis();
  }

  @Override
  public void close() {
    lab.machine().cleanUp(HostService::leaveRedis);
  }
}
