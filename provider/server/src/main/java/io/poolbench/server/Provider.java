package io.poolbench.server;

import io.lettuce.core.RedisException;
import io.lettuce.core.RedisURI;
import io.poolbench.api.LaunchConfig;
import io.poolbench.api.PermissionService;
import io.poolbench.api.ProviderHistograms;
import io.poolbench.api.ProviderMetrics;
import io.poolbench.api.Ready;
import io.poolbench.api.WorkChange;
import io.poolbench.server.dubbo.DubboEndpoint;
import io.poolbench.server.metrics.MetricsEndpoint;
import io.poolbench.server.metrics.PauseDetector;
import io.poolbench.server.metrics.ProviderMeters;
import io.poolbench.server.pool.MeasuredExecutor;
import io.poolbench.server.pool.PoolSampler;
import io.poolbench.server.service.AnswerCountingService;
import io.poolbench.server.service.RedisPermissionService;
import io.poolbench.server.service.RedisUsers;
import io.poolbench.server.timing.UnansweredCalls;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Map;

/** A running provider. A failed start closes nothing, as the process then ends. */
final class Provider implements AutoCloseable {
  private static final Duration SAMPLE_INTERVAL = Duration.ofMillis(5);

  private final RedisUsers users;
  private final RedisPermissionService service;
  private final DubboEndpoint dubbo;
  private final MetricsEndpoint metrics;

  private Provider(
      RedisUsers users,
      RedisPermissionService service,
      DubboEndpoint dubbo,
      MetricsEndpoint metrics) {
    this.users = users;
    this.service = service;
    this.dubbo = dubbo;
    this.metrics = metrics;
  }

  /** Starts a provider that takes calls. */
  static Provider start(LaunchConfig config) throws StartException {
    RedisUsers users = connect(redisUri(config.redisUri()), config.redisConnections());
    RedisPermissionService service = new RedisPermissionService(users, config.work());
    DubboEndpoint dubbo = export(config, service, users);
    MeasuredExecutor pool = dubbo.pool();
    PoolSampler sampler = new PoolSampler(pool);
    sampler.start(SAMPLE_INTERVAL);
    ProviderMeters meters =
        new ProviderMeters(pool, sampler, users.reads(), users::failedReads, PauseDetector.start());
    return new Provider(users, service, dubbo, serve(meters, config.metricsPort()));
  }

  Ready ready() {
    return new Ready(
        ProcessHandle.current().pid(), dubbo.port(), metrics.port(), dubbo.pool().effective());
  }

  /** Changes the work of calls that begin from now on. */
  void apply(WorkChange change) {
    service.cpuIterations(change.cpuIterations());
  }

  private static RedisURI redisUri(String text) throws StartException {
    try {
      return RedisURI.create(text);
    } catch (IllegalArgumentException e) {
      // Without the parser's message, which quotes the URI with its password.
      throw new StartException(
          "invalid Redis URI (valid: redis://[[user:]password@]host[:port][/database])", e);
    }
  }

  private static RedisUsers connect(RedisURI uri, int connections) throws StartException {
    try {
      return new RedisUsers(uri, connections);
    } catch (RedisException e) {
      throw new StartException(
          "cannot read Redis at "
              + uri.getHost()
              + ":"
              + uri.getPort()
              + ": "
              + rootMessage(e)
              + " (check that it runs, and the URI with its password)",
          e);
    }
  }

  private static DubboEndpoint export(
      LaunchConfig config, PermissionService service, RedisUsers users) throws StartException {
    UnansweredCalls calls = new UnansweredCalls();
    PermissionService counting = new AnswerCountingService(service, calls);
    try {
      return DubboEndpoint.export(config, counting, users.readTime(), calls);
    } catch (IOException e) {
      throw cannotListen("dubbo", config.bindHost(), config.port(), e);
    }
  }

  private static MetricsEndpoint serve(ProviderMeters meters, int port) throws StartException {
    try {
      return new MetricsEndpoint(
          new InetSocketAddress(InetAddress.getLoopbackAddress(), port),
          Map.of(
              ProviderMetrics.PATH, meters::metrics,
              ProviderHistograms.PATH, meters::histograms));
    } catch (IOException e) {
      throw cannotListen("metrics", LaunchConfig.LOOPBACK, port, e);
    }
  }

  private static StartException cannotListen(
      String what, String host, int port, IOException cause) {
    return new StartException(
        "cannot listen at "
            + host
            + ":"
            + port
            + " for "
            + what
            + ": "
            + rootMessage(cause)
            + " (free the port, or use another; 0 = any free one)",
        cause);
  }

  private static String rootMessage(Throwable failure) {
    Throwable root = failure;
    while (root.getCause() != null) {
      root = root.getCause();
    }
    return String.valueOf(root.getMessage()).lines().findFirst().orElse("");
  }

  @Override
  public void close() {
    metrics.close();
    dubbo.close();
    users.close();
  }
}
