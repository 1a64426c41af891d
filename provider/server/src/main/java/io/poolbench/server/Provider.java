package io.poolbench.server;

import io.lettuce.core.RedisException;
import io.lettuce.core.RedisURI;
import io.poolbench.api.EffectivePool;
import io.poolbench.api.LaunchConfig;
import io.poolbench.api.PermissionService;
import io.poolbench.api.PoolRenewal;
import io.poolbench.api.ProviderCommand;
import io.poolbench.api.Ready;
import io.poolbench.api.WorkChange;
import io.poolbench.server.dubbo.DubboEndpoint;
import io.poolbench.server.launch.RunningProvider;
import io.poolbench.server.launch.StartException;
import io.poolbench.server.metrics.MetricsEndpoint;
import io.poolbench.server.metrics.PauseDetector;
import io.poolbench.server.pool.PoolSampler;
import io.poolbench.server.pool.ThreadPoolView;
import io.poolbench.server.service.AnswerCountingService;
import io.poolbench.server.service.RedisPermissionService;
import io.poolbench.server.service.RedisUsers;
import io.poolbench.server.timing.UnansweredCalls;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A running provider. A failed start closes nothing, as the process then ends. */
final class Provider implements RunningProvider {
  private static final Logger log = LoggerFactory.getLogger(Provider.class);

  private static final Duration SAMPLE_INTERVAL = Duration.ofMillis(5);

  private final RedisUsers users;
  private final RedisPermissionService service;
  private final List<Endpoint> endpoints;

  private Provider(RedisUsers users, RedisPermissionService service, List<Endpoint> endpoints) {
    this.users = users;
    this.service = service;
    this.endpoints = endpoints;
  }

  /** Starts a provider that takes calls. */
  static Provider start(LaunchConfig config) throws StartException {
    RedisUsers users = connect(redisUri(config.redisUri()), config);
    RedisPermissionService service = new RedisPermissionService(users, config.work());
    PauseDetector pauses = PauseDetector.start();
    List<Endpoint> endpoints = new ArrayList<>();
    List<PoolSampler> samplers = new ArrayList<>();
    for (int index = 0; index < config.endpoints().size(); index++) {
      boolean measured = config.endpoints().get(index).measured();
      DubboEndpoint dubbo = export(config, index, service, users);
      ProviderMeters meters;
      if (measured) {
        PoolSampler sampler = new PoolSampler(dubbo.pool(), System::nanoTime);
        samplers.add(sampler);
        meters =
            new ProviderMeters(dubbo.pool(), sampler, users.reads(), users::failedReads, pauses);
      } else {
        ThreadPoolView pool = ThreadPoolView.of(dubbo.executor()).orElseThrow();
        meters = new ProviderMeters(pool, users.reads(), users::failedReads, pauses);
      }
      endpoints.add(new Endpoint(dubbo, measured, meters.all().serve(config.metricsPort(index))));
    }
    if (!samplers.isEmpty()) {
      PoolSampler.start(samplers, SAMPLE_INTERVAL);
    }
    return new Provider(users, service, endpoints);
  }

  @Override
  public Ready ready() {
    return new Ready(
        ProcessHandle.current().pid(),
        endpoints.get(0).dubbo().facts(),
        endpoints.stream().map(Endpoint::ready).toList());
  }

  /** False if it names no measured endpoint. */
  @Override
  public boolean apply(ProviderCommand command) {
    if (command instanceof WorkChange change) {
      service.cpuIterations(change.cpuIterations());
    } else if (command instanceof PoolRenewal renewal) {
      if (renewal.endpoint() >= endpoints.size() || !endpoints.get(renewal.endpoint()).measured()) {
        log.warn("Ignored on standard input: '{}'", command.toLine());
        return false;
      }
      endpoints.get(renewal.endpoint()).dubbo().pool().renew();
    }
    return true;
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

  private static RedisUsers connect(RedisURI uri, LaunchConfig config) throws StartException {
    try {
      return new RedisUsers(uri, config.redisConnections(), config.fidelity());
    } catch (RedisException e) {
      throw new StartException(
          "cannot read Redis at "
              + uri.getHost()
              + ":"
              + uri.getPort()
              + ": "
              + StartException.rootMessage(e)
              + " (check that it runs, and the URI with its password)",
          e);
    }
  }

  private static DubboEndpoint export(
      LaunchConfig config, int index, PermissionService service, RedisUsers users)
      throws StartException {
    UnansweredCalls calls = new UnansweredCalls();
    PermissionService exported =
        config.endpoints().get(index).measured()
            ? new AnswerCountingService(service, calls)
            : service;
    try {
      return DubboEndpoint.export(config, index, exported, users.readTime(), calls);
    } catch (IOException e) {
      throw StartException.cannotListen("dubbo", config.bindHost(), config.port(index), e);
    }
  }

  @Override
  public void close() {
    endpoints.forEach(Endpoint::close);
    users.close();
  }

  /** The service on a port and a pool of its own, and the port of its metrics. */
  private record Endpoint(DubboEndpoint dubbo, boolean measured, MetricsEndpoint metrics) {
    Ready.Endpoint ready() {
      EffectivePool pool =
          measured
              ? dubbo.pool().effective()
              : ThreadPoolView.of(dubbo.executor()).orElseThrow().effective();
      return new Ready.Endpoint(dubbo.port(), metrics.port(), pool);
    }

    void close() {
      metrics.close();
      dubbo.close();
    }
  }
}
