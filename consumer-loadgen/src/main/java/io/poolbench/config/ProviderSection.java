package io.poolbench.config;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.IntNode;
import com.fasterxml.jackson.databind.node.TextNode;
import io.poolbench.api.Dispatcher;
import io.poolbench.api.ExecutorManagement;
import io.poolbench.api.Fidelity;
import io.poolbench.api.LaunchConfig;
import io.poolbench.api.PoolConfig;
import io.poolbench.api.PoolType;
import io.poolbench.api.ServiceWork;
import io.poolbench.spec.DubboSettings;
import io.poolbench.spec.ProviderSettings;
import io.poolbench.spec.Scheduling;
import io.poolbench.spec.WebServer;
import io.poolbench.spec.WebSettings;

/**
 * The section {@code provider} of a study, which has the pool's settings beside its own: those of
 * Dubbo are null of a web provider, and {@code web} is of one of Dubbo.
 */
record ProviderSection(
    WebServer web,
    PoolType threadpool,
    JsonNode threads,
    Integer corethreads,
    Integer queues,
    Long aliveMillis,
    Integer ioThreads,
    Dispatcher dispatcher,
    ExecutorManagement executorManagement,
    ProviderSettings.Jvm jvm,
    Scheduling scheduling,
    String bind,
    int port,
    Fidelity fidelity,
    Boolean measured,
    ServiceWork work) {
  private static final String UNBOUNDED = "unbounded";
  private static final String LOOPBACK = "loopback";
  private static final String ANY = "any";
  private static final String ANY_HOST = "0.0.0.0";

  /** The section as settings of a provider. */
  ProviderSettings settings() {
    JvmOptions.check(jvm.options());
    String host =
        bind.equals(LOOPBACK) ? LaunchConfig.LOOPBACK : bind.equals(ANY) ? ANY_HOST : bind;
    if (web != null) {
      return new WebSettings(web, jvm, scheduling, host, port);
    }
    return new DubboSettings(
        pool(),
        ioThreads,
        dispatcher,
        executorManagement,
        work,
        jvm,
        scheduling,
        host,
        port,
        fidelity,
        measured);
  }

  private PoolConfig pool() {
    Integer max = null;
    if (threads != null) {
      max = threads.isTextual() ? PoolConfig.UNBOUNDED : threads.intValue();
    }
    return PoolConfig.of(threadpool, corethreads, max, queues, aliveMillis);
  }

  static ProviderSection of(ProviderSettings settings) {
    return settings instanceof DubboSettings dubbo ? of(dubbo) : of((WebSettings) settings);
  }

  private static ProviderSection of(WebSettings settings) {
    return new ProviderSection(
        settings.web(),
        null,
        null,
        null,
        null,
        null,
        null,
        null,
        null,
        settings.jvm(),
        settings.scheduling(),
        bind(settings),
        settings.port(),
        null,
        null,
        null);
  }

  private static ProviderSection of(DubboSettings settings) {
    PoolConfig pool = settings.pool();
    boolean elastic = pool.type().isElastic();
    // The threads of a limited pool live for ever, which no duration expresses.
    boolean ends = elastic && pool.aliveMillis() != Long.MAX_VALUE;
    return new ProviderSection(
        null,
        pool.type(),
        pool.threads() == PoolConfig.UNBOUNDED
            ? TextNode.valueOf(UNBOUNDED)
            : IntNode.valueOf(pool.threads()),
        elastic ? (Integer) pool.coreThreads() : null,
        pool.queues(),
        ends ? (Long) pool.aliveMillis() : null,
        settings.ioThreads(),
        settings.dispatcher(),
        settings.executorManagement(),
        settings.jvm(),
        settings.scheduling(),
        bind(settings),
        settings.port(),
        settings.fidelity(),
        settings.measured(),
        settings.work());
  }

  private static String bind(ProviderSettings settings) {
    String host = settings.bindHost();
    return host.equals(LaunchConfig.LOOPBACK) ? LOOPBACK : host.equals(ANY_HOST) ? ANY : host;
  }
}
