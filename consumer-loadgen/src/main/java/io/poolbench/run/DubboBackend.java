package io.poolbench.run;

import io.poolbench.api.ContractJson;
import io.poolbench.api.LaunchConfig;
import io.poolbench.lab.BuiltProgram;
import io.poolbench.lab.CpuPlan;
import io.poolbench.lab.LabException;
import io.poolbench.lab.Program;
import io.poolbench.lab.ProviderProcess;
import io.poolbench.lab.RedisLab;
import io.poolbench.lab.RunningProvider;
import io.poolbench.spec.Cell;
import io.poolbench.spec.DubboSettings;
import java.nio.file.Path;
import java.util.List;

/**
 * The Dubbo provider of poolbench with its Redis.
 *
 * @param cells cells that differ only in their pools; each is an endpoint of the provider
 */
record DubboBackend(Lab lab, List<Cell> cells, RedisLab.Link redisLink) implements Backend {
  static DubboBackend open(Lab lab, StudyListener listener, List<Cell> cells, CpuPlan cpus)
      throws LabException {
    RedisLab.Link redis = lab.redis().link(cells.get(0).redis(), cpus.driver());
    redis.notes().forEach(listener::note);
    lab.probe().watch(redis.address());
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
            log.toAbsolutePath() + ".reports");
    return ProviderProcess.start(
        new Program.Launch(
            BuiltProgram.DUBBO_PROVIDER,
            lab.providers(),
            ContractJson.write(config),
            provider.jvm(),
            provider.scheduling()),
        lab.probe(),
        cpus.provider(),
        log);
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
  public void check() throws LabException {
    redisLink.requireSeeded();
  }

  @Override
  public void close() {
    lab.probe().unwatch();
  }
}
