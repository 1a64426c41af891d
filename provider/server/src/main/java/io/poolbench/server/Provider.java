package io.poolbench.server;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import io.lettuce.core.RedisException;
import io.lettuce.core.RedisURI;
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
import io.poolbench.core.ProviderRequest;
import io.poolbench.core.StartException;
import io.poolbench.server.dubbo.DubboEndpoint;
import io.poolbench.server.dubbo.DubboEndpoint.ServiceExport;
import io.poolbench.server.launch.ProviderLauncher.LaunchedProvider;
import io.poolbench.server.metrics.PauseDetector;
import io.poolbench.server.pool.MeasuredExecutor;
import io.poolbench.server.pool.PoolSampler;
import io.poolbench.server.service.AnswerCountingService;
import io.poolbench.server.service.RedisPermissionService;
import io.poolbench.server.service.RedisUsers;
import io.poolbench.server.timing.UnansweredCalls;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutorService;

/** A running Dubbo provider. A failed start closes nothing, because the process then ends. */
record Provider(RedisUsers users, RedisPermissionService service, List<Endpoint> endpoints)
    implements LaunchedProvider {
  static Provider start(LaunchConfig config) throws StartException {
    RedisUsers users = connect(redisUri(config.redisUri()), config);
    RedisPermissionService service = new RedisPermissionService(users, config.work());
    PauseDetector pauses = PauseDetector.start();
    Optional<PinnedTime> pinned =
        config.endpoints().stream()
                .anyMatch(endpoint -> endpoint.pool().type().minJdk() >= PoolType.VIRTUAL.minJdk())
            ? Optional.of(PinnedTime.record())
            : Optional.empty();
    List<Endpoint> endpoints = new ArrayList<>();
    List<PoolSampler> samplers = new ArrayList<>();
    for (int index = 0; index < config.endpoints().size(); index++) {
      DubboEndpoint dubbo = export(config, index, service, users);
      List<MeasuredExecutor> pools = measured(config, index, dubbo.executors());
      ProviderMeters meters =
          new ProviderMeters(users.reads(), users::failedReads, service.asyncCalls(), pauses);
      for (MeasuredExecutor pool : pools) {
        PoolSampler sampler = new PoolSampler(pool, System::nanoTime);
        samplers.add(sampler);
        meters.pool(pool, sampler);
      }
      meters.add(dubbo.limits());
      pinned.ifPresent(meters::add);
      endpoints.add(new Endpoint(dubbo, pools, meters));
    }
    Thread unused = PoolSampler.start(samplers);
    return new Provider(users, service, endpoints);
  }

  /** The configured pools, which have to run, as Dubbo falls back to others without a message. */
  static List<MeasuredExecutor> measured(
      LaunchConfig config, int index, List<ExecutorService> pools) {
    boolean perService = config.executorManagement() == ExecutorManagement.PER_SERVICE;
    if (!pools.stream().allMatch(MeasuredExecutor.class::isInstance)
        || pools.size() > 1 != perService) {
      // Without the configuration, which contains the password of Redis.
      throw new IllegalStateException(
          "Dubbo does not run requests in the pools of endpoint " + index + ": " + pools);
    }
    return pools.stream().map(MeasuredExecutor.class::cast).toList();
  }

  @Override
  public Ready ready() {
    return Ready.of(
        Provider.class,
        endpoints.get(0).dubbo().facts(),
        endpoints.stream().map(Endpoint::ready).toList());
  }

  @Override
  public JsonElement answer(String command, String argument) {
    switch (command) {
      case AgentProtocol.COUNTERS -> {
        return endpoint(argument).meters().values();
      }
      case AgentProtocol.HISTOGRAMS -> {
        return endpoint(argument).meters().histograms();
      }
      case AgentProtocol.CHANGE_WORK -> service.cpuIterations(Long.parseLong(argument));
      case AgentProtocol.CHANGE_REDIS_LATENCY ->
          users.delayBy(ContractJson.read(argument, AddedLatency.class));
      case AgentProtocol.RENEW_POOL -> endpoint(argument).pools().forEach(MeasuredExecutor::renew);
      default -> throw ProviderRequest.unknown(command);
    }
    return new JsonObject();
  }

  private Endpoint endpoint(String index) {
    int number = Integer.parseInt(index);
    if (number < 0 || number >= endpoints.size()) {
      throw new IllegalArgumentException("no endpoint " + number);
    }
    return endpoints.get(number);
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
            export(PermissionService.class, service, shared),
            export(
                PingService.class,
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
      Class<T> type, RedisPermissionService service, UnansweredCalls calls) {
    return new ServiceExport<>(
        type, type.cast(new AnswerCountingService(service, service, calls)), calls);
  }

  @Override
  public void close() {
    endpoints.forEach(endpoint -> endpoint.dubbo().close());
    users.close();
  }

  /** A port with its services, their pools (one, or one for each service), and its metrics. */
  record Endpoint(DubboEndpoint dubbo, List<MeasuredExecutor> pools, ProviderMeters meters) {
    /** With the first pool, as those of further services have the same settings. */
    Ready.Endpoint ready() {
      return new Ready.Endpoint(dubbo.port(), EffectivePool.of(pools.get(0).shape()));
    }
  }
}
