package io.poolbench.config;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.IntNode;
import com.fasterxml.jackson.databind.node.TextNode;
import io.poolbench.api.AsConfiguredPool;
import io.poolbench.api.CallLimit;
import io.poolbench.api.Dispatcher;
import io.poolbench.api.ExecutorManagement;
import io.poolbench.api.Fidelity;
import io.poolbench.api.InvalidSettingException;
import io.poolbench.api.LaunchConfig;
import io.poolbench.api.PoolConfig;
import io.poolbench.api.PoolType;
import io.poolbench.api.RpcProtocol;
import io.poolbench.api.ServiceWork;
import io.poolbench.spec.DubboSettings;
import io.poolbench.spec.ProviderSettings;
import io.poolbench.spec.RemoteSettings;
import io.poolbench.spec.Scheduling;
import io.poolbench.spec.TargetProgram;
import io.poolbench.spec.TargetSettings;
import io.poolbench.spec.WebServer;
import io.poolbench.spec.WebSettings;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The section {@code provider} of a study, which has the pool's settings beside its own, and the
 * section {@code target}. All but {@code connect} and {@code classpath} are null of a provider that
 * runs already, and otherwise null are {@code connect}, {@code target} of our own providers, {@code
 * web} of all but a web provider, and the settings of Dubbo of all but our own provider of Dubbo.
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
    Boolean measured,
    CallLimit limit,
    ServiceWork work) {
  private static final String UNBOUNDED = "unbounded";
  private static final String LOOPBACK = "loopback";
  private static final String ANY = "any";
  private static final String ANY_HOST = "0.0.0.0";

  /** The section as settings of a provider. */
  ProviderSettings settings() {
    if (connect != null) {
      return RemoteSettings.at(connect, classpath == null ? List.of() : classpath);
    }
    String host =
        bind.equals(LOOPBACK) ? LaunchConfig.LOOPBACK : bind.equals(ANY) ? ANY_HOST : bind;
    if (target != null) {
      // Without a check of the options: the study names a program, which may do anything.
      return new TargetSettings(target, protocol, replacement(), jvm, scheduling, host, port);
    }
    JvmOptions.check(jvm.options());
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
        measured,
        limit);
  }

  /** The pool in place of the configured one; null = none. */
  private PoolConfig replacement() {
    if (!threadpool.equals(AsConfiguredPool.KIND)) {
      return pool();
    }
    Map<String, Object> sizes = new LinkedHashMap<>();
    sizes.put("threads", threads);
    sizes.put("corethreads", corethreads);
    sizes.put("queues", queues);
    sizes.put("alive", aliveMillis);
    for (Map.Entry<String, Object> size : sizes.entrySet()) {
      if (size.getValue() != null) {
        throw new InvalidSettingException(
            size.getKey(), "not allowed with as-configured (valid: leave it out)");
      }
    }
    return null;
  }

  private PoolConfig pool() {
    if (threadpool.equals(AsConfiguredPool.KIND)) {
      throw new InvalidSettingException(
          "threadpool",
          "as-configured requires a program that configures it (example: target: {jar: order.jar})");
    }
    Integer max = null;
    if (threads != null) {
      max = threads.isTextual() ? PoolConfig.UNBOUNDED : threads.intValue();
    }
    return PoolConfig.of(PoolType.of(threadpool), corethreads, max, queues, aliveMillis);
  }

  static ProviderSection of(ProviderSettings settings) {
    if (settings instanceof DubboSettings dubbo) {
      return of(dubbo);
    }
    if (settings instanceof RemoteSettings remote) {
      return of(remote);
    }
    return settings instanceof WebSettings web ? of(web) : of((TargetSettings) settings);
  }

  private static ProviderSection of(RemoteSettings settings) {
    return new ProviderSection(
        settings.url(),
        settings.classPath().isEmpty() ? null : settings.classPath(),
        null,
        null,
        null,
        null,
        null,
        null,
        null,
        null,
        null,
        null,
        null,
        null,
        null,
        null,
        null,
        null,
        null,
        null,
        null);
  }

  private static ProviderSection of(TargetSettings settings) {
    return of(settings, settings.program(), null, settings.protocol(), settings.replacedBy());
  }

  private static ProviderSection of(WebSettings settings) {
    return of(settings, null, settings.web(), null, null);
  }

  /** Without what only our own provider of Dubbo has. */
  private static ProviderSection of(
      ProviderSettings settings,
      TargetProgram target,
      WebServer web,
      RpcProtocol protocol,
      PoolConfig pool) {
    return new ProviderSection(
        null,
        null,
        target,
        web,
        pool != null ? pool.type().id() : target != null ? AsConfiguredPool.KIND : null,
        pool == null ? null : threads(pool),
        pool == null ? null : corethreads(pool),
        pool == null ? null : queues(pool),
        pool == null ? null : aliveMillis(pool),
        protocol,
        null,
        null,
        null,
        settings.jvm(),
        settings.scheduling(),
        bind(settings),
        settings.port(),
        null,
        null,
        null,
        null);
  }

  private static Integer queues(PoolConfig pool) {
    return pool.type().hasSizes() ? (Integer) pool.queues() : null;
  }

  private static JsonNode threads(PoolConfig pool) {
    if (!pool.type().hasSizes()) {
      return null;
    }
    return pool.threads() == PoolConfig.UNBOUNDED
        ? TextNode.valueOf(UNBOUNDED)
        : IntNode.valueOf(pool.threads());
  }

  private static Integer corethreads(PoolConfig pool) {
    return pool.type().isElastic() ? (Integer) pool.coreThreads() : null;
  }

  /** The threads of a limited pool live for ever, which no duration expresses. */
  private static Long aliveMillis(PoolConfig pool) {
    boolean ends = pool.type().isElastic() && pool.aliveMillis() != Long.MAX_VALUE;
    return ends ? (Long) pool.aliveMillis() : null;
  }

  private static ProviderSection of(DubboSettings settings) {
    PoolConfig pool = settings.pool();
    return new ProviderSection(
        null,
        null,
        null,
        null,
        pool.type().id(),
        threads(pool),
        corethreads(pool),
        queues(pool),
        aliveMillis(pool),
        settings.protocol(),
        settings.ioThreads(),
        settings.dispatcher(),
        settings.executorManagement(),
        settings.jvm(),
        settings.scheduling(),
        bind(settings),
        settings.port(),
        settings.fidelity(),
        settings.measured(),
        settings.limit(),
        settings.work());
  }

  private static String bind(ProviderSettings settings) {
    String host = settings.bindHost();
    return host.equals(LaunchConfig.LOOPBACK) ? LOOPBACK : host.equals(ANY_HOST) ? ANY : host;
  }
}
