package io.poolbench.config;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.IntNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import io.poolbench.api.CallLimit;
import io.poolbench.api.ConfiguredPool.AsConfiguredPool;
import io.poolbench.api.InvalidSettingException;
import io.poolbench.api.LaunchConfig;
import io.poolbench.api.LaunchConfig.Dispatcher;
import io.poolbench.api.LaunchConfig.ExecutorManagement;
import io.poolbench.api.LaunchConfig.Fidelity;
import io.poolbench.api.LaunchConfig.ServiceWork;
import io.poolbench.api.PoolConfig;
import io.poolbench.api.PoolType;
import io.poolbench.api.RpcProtocol;
import io.poolbench.spec.DubboSettings;
import io.poolbench.spec.ProviderSettings;
import io.poolbench.spec.RemoteSettings;
import io.poolbench.spec.Scheduling;
import io.poolbench.spec.TargetSettings;
import io.poolbench.spec.TargetSettings.TargetProgram;
import io.poolbench.spec.WebSettings;
import io.poolbench.spec.WebSettings.WebServer;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The sections {@code provider} and {@code target} of a study, including the settings of the pool.
 * Components that do not apply are null: beside {@code connect} all but {@code classpath};
 * otherwise {@code connect} and {@code classpath}; {@code target} and {@code web} for other kinds
 * of provider; and most settings of Dubbo for all but poolbench's own Dubbo provider.
 */
record ProviderSection(
    String connect,
    List<String> classpath,
    TargetProgram target,
    WebServer web,
    String threadpool,
    JsonNode threads,
    Integer corethreads,
    Integer queues,
    Long aliveMillis,
    RpcProtocol protocol,
    Integer ioThreads,
    Dispatcher dispatcher,
    ExecutorManagement executorManagement,
    ProviderSettings.Jvm jvm,
    Scheduling scheduling,
    String bind,
    Integer port,
    Fidelity fidelity,
    CallLimit limit,
    ServiceWork work) {
  private static final String UNBOUNDED = "unbounded";
  private static final String LOOPBACK = "loopback";
  private static final String ANY = "any";
  private static final String ANY_HOST = "0.0.0.0";

  /** The release for which our own providers are compiled. */
  private static final int MIN_JDK = 17;

  ProviderSettings settings() {
    if (connect != null) {
      return RemoteSettings.at(connect, classpath == null ? List.of() : classpath);
    }
    String host =
        bind.equals(LOOPBACK) ? LaunchConfig.LOOPBACK : bind.equals(ANY) ? ANY_HOST : bind;
    if (target != null) {
      return new TargetSettings(target, protocol, replacement(), jvm, scheduling, host, port);
    }
    if (jvm.release() != null && jvm.release() < MIN_JDK) {
      throw new InvalidSettingException(
          "jvm.release", jvm.release() + " too old (valid: 17 or more, unless of a target)");
    }
    if (web != null) {
      return new WebSettings(web, jvm, scheduling, host, port);
    }
    return new DubboSettings(
        pool(),
        protocol,
        ioThreads,
        dispatcher,
        executorManagement,
        work,
        jvm,
        scheduling,
        host,
        port,
        fidelity,
        limit);
  }

  /** The pool that replaces the configured one; null where the configured one is kept. */
  private PoolConfig replacement() {
    if (!threadpool.equals(AsConfiguredPool.KIND)) {
      return pool();
    }
    requireUnset("threads", threads);
    requireUnset("corethreads", corethreads);
    requireUnset("queues", queues);
    requireUnset("alive", aliveMillis);
    return null;
  }

  private static void requireUnset(String size, Object value) {
    if (value != null) {
      throw new InvalidSettingException(
          size, "not allowed with as-configured (valid: leave it out)");
    }
  }

  private PoolConfig pool() {
    if (threadpool.equals(AsConfiguredPool.KIND)) {
      throw new InvalidSettingException(
          "threadpool",
          "as-configured requires a program that configures it (example: target: {jar:"
              + " order.jar})");
    }
    Integer max = null;
    if (threads != null) {
      max = threads.isTextual() ? PoolConfig.UNBOUNDED : threads.intValue();
    }
    return PoolConfig.of(PoolType.of(threadpool), corethreads, max, queues, aliveMillis);
  }

  static ProviderSection of(ProviderSettings settings) {
    Optional<RemoteSettings> remote = as(RemoteSettings.class, settings);
    Optional<TargetSettings> target = as(TargetSettings.class, settings);
    Optional<DubboSettings> dubbo = as(DubboSettings.class, settings);
    Optional<ProviderSettings> started = Optional.of(settings).filter(of -> !of.runsAlready());
    Optional<PoolConfig> pool =
        dubbo.map(DubboSettings::pool).or(() -> target.map(TargetSettings::replacedBy));
    Optional<PoolConfig> sized = pool.filter(of -> of.type().hasSizes());
    Optional<PoolConfig> elastic = pool.filter(of -> of.type().isElastic());
    return new ProviderSection(
        remote.map(RemoteSettings::url).orElse(null),
        remote.map(RemoteSettings::classPath).filter(paths -> !paths.isEmpty()).orElse(null),
        target.map(TargetSettings::program).orElse(null),
        as(WebSettings.class, settings).map(WebSettings::web).orElse(null),
        pool.map(of -> of.type().id())
            .or(() -> target.map(of -> AsConfiguredPool.KIND))
            .orElse(null),
        sized.map(ProviderSection::threads).orElse(null),
        elastic.map(PoolConfig::coreThreads).orElse(null),
        sized.map(PoolConfig::queues).orElse(null),
        pool.filter(of -> of.type().endsIdleThreads()).map(PoolConfig::aliveMillis).orElse(null),
        dubbo
            .map(DubboSettings::protocol)
            .or(() -> target.map(TargetSettings::protocol))
            .orElse(null),
        dubbo.map(DubboSettings::ioThreads).orElse(null),
        dubbo.map(DubboSettings::dispatcher).orElse(null),
        dubbo.map(DubboSettings::executorManagement).orElse(null),
        started.map(ProviderSettings::jvm).orElse(null),
        started.map(ProviderSettings::scheduling).orElse(null),
        remote.isPresent() ? null : bind(settings),
        started.map(ProviderSettings::port).orElse(null),
        dubbo.map(DubboSettings::fidelity).orElse(null),
        dubbo.map(DubboSettings::limit).orElse(null),
        dubbo.map(DubboSettings::work).orElse(null));
  }

  private static <P extends ProviderSettings> Optional<P> as(
      Class<P> kind, ProviderSettings settings) {
    return Optional.of(settings).filter(kind::isInstance).map(kind::cast);
  }

  private static JsonNode threads(PoolConfig pool) {
    return pool.threads() == PoolConfig.UNBOUNDED
        ? TextNode.valueOf(UNBOUNDED)
        : IntNode.valueOf(pool.threads());
  }

  private static String bind(ProviderSettings settings) {
    String host = settings.bindHost();
    return host.equals(LaunchConfig.LOOPBACK) ? LOOPBACK : host.equals(ANY_HOST) ? ANY : host;
  }

  static CallLimit limit(ObjectNode section) {
    List<CallLimit.Kind> given =
        Stream.of(CallLimit.Kind.values()).filter(kind -> section.has(kind.id())).toList();
    if (given.isEmpty()) {
      throw new InvalidSettingException("executes", "missing (valid: executes, permits)");
    }
    CallLimit.Kind kind = given.get(0);
    if (given.size() > 1) {
      throw new InvalidSettingException(
          given.get(1).id(), "not allowed beside " + kind.id() + " (valid: one of them)");
    }
    return new CallLimit(kind, section.get(kind.id()).asInt(), section.path("method").asText());
  }

  static ObjectNode of(CallLimit limit) {
    ObjectNode section = JsonNodeFactory.instance.objectNode();
    section.put(limit.kind().id(), limit.calls());
    return limit.method().isEmpty() ? section : section.put("method", limit.method());
  }
}
