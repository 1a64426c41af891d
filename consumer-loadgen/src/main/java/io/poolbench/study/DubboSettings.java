package io.poolbench.study;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.poolbench.api.CallLimit;
import io.poolbench.api.ConfiguredPool.AsConfiguredPool;
import io.poolbench.api.EffectivePool;
import io.poolbench.api.EndpointConfig;
import io.poolbench.api.InvalidSettingException;
import io.poolbench.api.LaunchConfig.Dispatcher;
import io.poolbench.api.LaunchConfig.ExecutorManagement;
import io.poolbench.api.LaunchConfig.Fidelity;
import io.poolbench.api.LaunchConfig.ServiceWork;
import io.poolbench.api.PoolConfig;
import io.poolbench.api.PoolType;
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
    @JsonUnwrapped PoolConfig pool,
    RpcProtocol protocol,
    int ioThreads,
    Dispatcher dispatcher,
    ExecutorManagement executorManagement,
    ServiceWork work,
    @JsonUnwrapped ProcessSettings process,
    Fidelity fidelity,
    CallLimit limit)
    implements ProviderSettings {
  public DubboSettings {
    Objects.requireNonNull(pool, "pool");
    Objects.requireNonNull(protocol, "protocol");
    Objects.requireNonNull(dispatcher, "dispatcher");
    Objects.requireNonNull(executorManagement, "executorManagement");
    Objects.requireNonNull(work, "work");
    process.jvm().requireOurs();
    Objects.requireNonNull(fidelity, "fidelity");
    if (protocol == RpcProtocol.TRI && dispatcher != Dispatcher.MESSAGE) {
      throw new InvalidSettingException(
          "dispatcher", "'" + dispatcher.id() + "' has no effect on tri (valid: message)");
    }
  }

  /** The pool that a section describes; sizes that it leaves out are Dubbo's defaults. */
  static PoolConfig pool(Section provider) {
    if (provider.text("threadpool").equals(AsConfiguredPool.KIND)) {
      throw new InvalidSettingException(
          "threadpool",
          "as-configured requires a program that configures it (example: target: {jar:"
              + " order.jar})");
    }
    return PoolConfig.of(
        provider.constant("threadpool", PoolType.values()),
        provider.ifGiven("corethreads", Section::integer),
        provider.ifGiven("threads", DubboSettings::threads),
        provider.ifGiven("queues", Section::integer),
        provider.ifGiven("alive", Section::wholeMillis));
  }

  private static int threads(Section provider, String key) {
    return provider.text(key).equals("unbounded") ? PoolConfig.UNBOUNDED : provider.integer(key);
  }

  static CallLimit limit(Section limit) {
    String executes = CallLimit.Kind.EXECUTES.id();
    String permits = CallLimit.Kind.PERMITS.id();
    if (limit.has(executes) && limit.has(permits)) {
      throw new InvalidSettingException(
          permits, "not allowed beside executes (valid: one of them)");
    }
    if (!limit.has(executes) && !limit.has(permits)) {
      throw new InvalidSettingException(executes, "missing (valid: executes, permits)");
    }
    CallLimit.Kind kind = limit.has(executes) ? CallLimit.Kind.EXECUTES : CallLimit.Kind.PERMITS;
    return new CallLimit(kind, limit.integer(kind.id()), limit.textOrEmpty("method"));
  }

  public DubboSettings with(ServiceWork other) {
    return with(pool, other, process, limit);
  }

  /** With another pool, and without another limit of calls. */
  public DubboSettings limitedOnlyBy(PoolConfig other) {
    return with(other, work, process, null);
  }

  @Override
  public DubboSettings listeningOn(String host) {
    return with(pool, work, process.listeningOn(host), limit);
  }

  private DubboSettings with(
      PoolConfig otherPool,
      ServiceWork otherWork,
      ProcessSettings otherProcess,
      CallLimit otherLimit) {
    return new DubboSettings(
        otherPool,
        protocol,
        ioThreads,
        dispatcher,
        executorManagement,
        otherWork,
        otherProcess,
        fidelity,
        otherLimit);
  }

  @Override
  public boolean isRenewable(EffectivePool built) {
    return pool.type().isElastic();
  }

  public EndpointConfig endpoint() {
    return new EndpointConfig(pool, protocol, limit);
  }
}
