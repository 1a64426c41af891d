package io.poolbench.spec;

import io.poolbench.api.AsConfiguredPool;
import io.poolbench.api.ConfiguredPool;
import io.poolbench.api.EffectivePool;
import io.poolbench.api.InvalidSettingException;
import io.poolbench.api.PoolConfig;
import io.poolbench.api.RpcProtocol;
import java.util.List;
import java.util.Objects;

/**
 * A user's own Dubbo provider, instrumented by an agent.
 *
 * @param protocol of its services; null = the dubbo protocol
 * @param replacedBy the pool that replaces the configured one; null = as configured
 * @param port of that protocol; 0 = any free port, or the configured ports of a program with
 *     several
 */
public record TargetSettings(
    TargetProgram program,
    RpcProtocol protocol,
    PoolConfig replacedBy,
    Jvm jvm,
    Scheduling scheduling,
    String bindHost,
    int port)
    implements ProviderSettings {
  public TargetSettings {
    Objects.requireNonNull(program, "program");
    protocol = protocol == null ? RpcProtocol.DUBBO : protocol;
    Objects.requireNonNull(jvm, "jvm");
    Objects.requireNonNull(scheduling, "scheduling");
    Objects.requireNonNull(bindHost, "bindHost");
    ProviderSettings.requirePort(port);
    if (port != 0 && program.port() != 0) {
      throw new InvalidSettingException(
          "port", "not allowed beside target.port (valid: leave it out)");
    }
  }

  @Override
  public ConfiguredPool pool() {
    return replacedBy == null ? AsConfiguredPool.UNKNOWN : replacedBy;
  }

  @Override
  public ProviderSettings listeningOn(String host) {
    return new TargetSettings(program, protocol, replacedBy, jvm, scheduling, host, port);
  }

  @Override
  public boolean isRenewable(EffectivePool built) {
    return replacedBy == null ? built.isElastic() : replacedBy.type().isElastic();
  }

  @Override
  public List<String> classPath() {
    return program.jar() == null ? program.classpath() : List.of(program.jar());
  }
}
