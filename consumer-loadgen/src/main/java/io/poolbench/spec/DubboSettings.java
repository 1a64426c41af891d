package io.poolbench.spec;

import io.poolbench.api.CallLimit;
import io.poolbench.api.EffectivePool;
import io.poolbench.api.EndpointConfig;
import io.poolbench.api.InvalidSettingException;
import io.poolbench.api.LaunchConfig.Dispatcher;
import io.poolbench.api.LaunchConfig.ExecutorManagement;
import io.poolbench.api.LaunchConfig.Fidelity;
import io.poolbench.api.LaunchConfig.ServiceWork;
import io.poolbench.api.PoolConfig;
import io.poolbench.api.RpcProtocol;
import java.util.Objects;

/**
 * A Dubbo provider of this project.
 *
 * @param ioThreads Netty's I/O threads; 0 = Dubbo's default
 * @param dispatcher which events run in the business pool
 * @param executorManagement where requests are decoded
 * @param limit of calls, in addition to the pool's; null = none
 */
public record DubboSettings(
    PoolConfig pool,
    RpcProtocol protocol,
    int ioThreads,
    Dispatcher dispatcher,
    ExecutorManagement executorManagement,
    ServiceWork work,
    Jvm jvm,
    Scheduling scheduling,
    String bindHost,
    int port,
    Fidelity fidelity,
    CallLimit limit)
    implements ProviderSettings {
  public DubboSettings {
    Objects.requireNonNull(pool, "pool");
    Objects.requireNonNull(protocol, "protocol");
    Objects.requireNonNull(dispatcher, "dispatcher");
    Objects.requireNonNull(executorManagement, "executorManagement");
    Objects.requireNonNull(work, "work");
    Objects.requireNonNull(jvm, "jvm");
    Objects.requireNonNull(scheduling, "scheduling");
    Objects.requireNonNull(bindHost, "bindHost");
    Objects.requireNonNull(fidelity, "fidelity");
    InvalidSettingException.requireRange("ioThreads", ioThreads, 0, 1024);
    ProviderSettings.requirePort(port);
    if (protocol == RpcProtocol.TRI && dispatcher != Dispatcher.MESSAGE) {
      throw new InvalidSettingException(
          "dispatcher", "'" + dispatcher.id() + "' has no effect on tri (valid: message)");
    }
  }

  public DubboSettings with(ServiceWork other) {
    return with(pool, other, bindHost, limit);
  }

  /** With another pool, and without another limit of calls. */
  public DubboSettings limitedOnlyBy(PoolConfig other) {
    return with(other, work, bindHost, null);
  }

  @Override
  public DubboSettings listeningOn(String host) {
    return with(pool, work, host, limit);
  }

  private DubboSettings with(
      PoolConfig otherPool, ServiceWork otherWork, String otherHost, CallLimit otherLimit) {
    return new DubboSettings(
        otherPool,
        protocol,
        ioThreads,
        dispatcher,
        executorManagement,
        otherWork,
        jvm,
        scheduling,
        otherHost,
        port,
        fidelity,
        otherLimit);
  }

  @Override
  public boolean isRenewable(EffectivePool built) {
    return pool.type().isElastic();
  }

  @Override
  public boolean readsRedis() {
    return true;
  }

  public EndpointConfig endpoint() {
    return new EndpointConfig(pool, protocol, limit);
  }
}
