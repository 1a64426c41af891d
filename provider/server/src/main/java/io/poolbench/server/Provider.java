package io.poolbench.server;

import io.lettuce.core.RedisException;
import io.lettuce.core.RedisURI;
import io.micrometer.core.instrument.Tags;
import io.poolbench.api.AddedLatency;
import io.poolbench.api.ContractJson;
import io.poolbench.api.EffectivePool;
import io.poolbench.api.EndpointConfig;
import io.poolbench.api.LaunchConfig;
import io.poolbench.api.LaunchConfig.ExecutorManagement;
import io.poolbench.api.PermissionService;
import io.poolbench.api.PingService;
import io.poolbench.api.PoolType;
import io.poolbench.api.Ready;
import io.poolbench.core.AgentProtocol;
import io.poolbench.core.StartException;
import io.poolbench.server.dubbo.DubboEndpoint;
import io.poolbench.server.dubbo.DubboEndpoint.ServiceExport;
import io.poolbench.server.launch.ProviderLauncher.LaunchedProvider;
import io.poolbench.server.metrics.MetricsEndpoint;
import io.poolbench.server.metrics.PauseDetector;
import io.poolbench.server.pool.MeasuredExecutor;
import io.poolbench.server.pool.PoolSampler;
import io.poolbench.server.pool.PoolShape;
import io.poolbench.server.service.AnswerCountingService;
import io.poolbench.server.service.RedisPermissionService;
import io.poolbench.server.service.RedisUsers;
import io.poolbench.server.timing.UnansweredCalls;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.ThreadPoolExecutor;

/** A running Dubbo provider. A failed start closes nothing, because the process then ends. */
record Provider(RedisUsers users, RedisPermissionService service, List<Endpoint> endpoints)
    implements LaunchedProvider {
  static Provider start(LaunchConfig config) throws StartException {
    RedisUsers users = connect(redisUri(config.redisUri()), config);
    RedisPermissionService service = new RedisPermissionService(users, config.work());
    PauseDetector pauses = PauseDetector.start();
    Optional<PinnedTime> pinned =
        config.endpoints().stream()
                .anyMatch(of -> of.pool().type().minJdk() >= PoolType.VIRTUAL.minJdk())
            ? Optional.of(PinnedTime.record())
            : Optional.empty();
    List<Endpoint> endpoints = new ArrayList<>();
    List<PoolSampler> samplers = new ArrayList<>();
    for (int index = 0; index < config.endpoints().size(); index++) {
      DubboEndpoint dubbo = export(config, index, service, users);
      Map<String, ExecutorService> pools = dubbo.executors();
      requirePools(config, index, pools);
      ProviderMeters meters =
          new ProviderMeters(users.reads(), users::failedReads, service.asyncCalls(), pauses);
      pools.forEach((of, pool) -> measure(pool, labels(of), meters, samplers));
      meters.add(dubbo.limits());
      pinned.ifPresent(meters::add);
      endpoints.add(new Endpoint(dubbo, List.copyOf(pools.values()), meters.serve()));
    }
    if (!samplers.isEmpty()) {
      Thread unused = PoolSampler.start(samplers);
    }
    return new Provider(users, service, endpoints);
  }

  /** Checks that the configured pools run, as Dubbo falls back to others without a message. */
  static void requirePools(LaunchConfig config, int index, Map<String, ExecutorService> pools) {
    boolean measured = pools.values().stream().allMatch(MeasuredExecutor.class::isInstance);
    boolean shared = pools.containsKey(DubboEndpoint.ALL_SERVICES);
    if (measured != config.endpoints().get(index).measured()
        || shared == (config.executorManagement() == ExecutorManagement.PER_SERVICE)) {
      // Without the configuration, which contains the password of Redis.
      throw new IllegalStateException(
          "Dubbo does not run requests in the pools of endpoint " + index + ": " + pools);
    }
  }

  private static Tags labels(String service) {
    return service.equals(DubboEndpoint.ALL_SERVICES) ? Tags.empty() : Tags.of("service", service);
  }

  private static void measure(
      ExecutorService executor, Tags labels, ProviderMeters meters, List<PoolSampler> samplers) {
    if (executor instanceof MeasuredExecutor pool) {
      PoolSampler sampler = new PoolSampler(pool, System::nanoTime);
      samplers.add(sampler);
      meters.pool(pool, sampler, labels);
    } else if (executor instanceof ThreadPoolExecutor unmeasured) {
      meters.pool(unmeasured, labels);
    }
  }

  @Override
  public Ready ready() {
    return new Ready(
        ProcessHandle.current().pid(),
        endpoints.get(0).dubbo().facts(),
        endpoints.stream().map(Endpoint::ready).toList());
  }

  /** Returns false also if the command names no measured endpoint. */
  @Override
  public boolean apply(String command) {
    if (command.startsWith(AgentProtocol.CHANGE_WORK)) {
      service.cpuIterations(Long.parseLong(command.substring(AgentProtocol.CHANGE_WORK.length())));
      return true;
    }
    if (command.startsWith(AgentProtocol.CHANGE_REDIS_LATENCY)) {
      String latency = command.substring(AgentProtocol.CHANGE_REDIS_LATENCY.length());
      users.delayBy(ContractJson.read(latency, AddedLatency.class));
      return true;
    }
    for (int index = 0; index < endpoints.size(); index++) {
      if (command.equals(AgentProtocol.RENEW_POOL + index)) {
        return endpoints.get(index).renewPools();
      }
    }
    return false;
  }

  private static RedisURI redisUri(String text) throws StartException {
    try {
      return RedisURI.create(text);
    } catch (IllegalArgumentException e) {
      // Without the parser's message, which contains the URI with its password.
      throw new StartException(
          "invalid Redis URI (valid: redis://[[user:]password@]host[:port][/database])", e);
    }
  }

  private static RedisUsers connect(RedisURI uri, LaunchConfig config) throws StartException {
    try {
      return new RedisUsers(
          uri, config.redisConnections(), config.fidelity(), config.redisLatency());
    } catch (RedisException e) {
      throw new StartException(
          "cannot read Redis at %s:%s: %s (check that it runs, and the URI with its password)"
              .formatted(uri.getHost(), uri.getPort(), StartException.rootMessage(e)),
          e);
    }
  }

  private static DubboEndpoint export(
      LaunchConfig config, int index, RedisPermissionService service, RedisUsers users)
      throws StartException {
    EndpointConfig endpoint = config.endpoints().get(index);
    UnansweredCalls shared = new UnansweredCalls();
    List<ServiceExport<?>> services =
        List.of(
            export(PermissionService.class, endpoint, service, shared),
            export(
                PingService.class,
                endpoint,
                service,
                config.executorManagement() == ExecutorManagement.PER_SERVICE
                    ? new UnansweredCalls()
                    : shared));
    try {
      return DubboEndpoint.export(config, index, services, users.readTime());
    } catch (IOException e) {
      throw StartException.cannotListen(
          endpoint.protocol().id(), config.bindHost(), config.port(index), e);
    }
  }

  private static <T> ServiceExport<T> export(
      Class<T> type,
      EndpointConfig endpoint,
      RedisPermissionService service,
      UnansweredCalls calls) {
    Object exported =
        endpoint.measured() ? new AnswerCountingService(service, service, calls) : service;
    return new ServiceExport<>(type, type.cast(exported), calls);
  }

  @Override
  public void close() {
    endpoints.forEach(Endpoint::close);
    users.close();
  }

  /** A port with its services, their pools (one, or one for each service), and its metrics. */
  record Endpoint(DubboEndpoint dubbo, List<ExecutorService> pools, MetricsEndpoint metrics) {
    /** With the first pool, as those of further services have the same settings. */
    Ready.Endpoint ready() {
      ExecutorService first = pools.get(0);
      EffectivePool effective =
          EffectivePool.of(first instanceof MeasuredExecutor of ? of.shape() : PoolShape.of(first));
      return new Ready.Endpoint(dubbo.port(), metrics.port(), effective);
    }

    /** Renews the pools if they are measured, and returns whether they are. */
    boolean renewPools() {
      for (ExecutorService pool : pools) {
        if (!(pool instanceof MeasuredExecutor measured)) {
          return false;
        }
        measured.renew();
      }
      return true;
    }

    void close() {
      metrics.close();
      dubbo.close();
    }
  }
}
