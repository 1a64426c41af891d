package io.poolbench.server.dubbo;

import io.poolbench.api.LaunchConfig;
import io.poolbench.api.PermissionService;
import io.poolbench.api.PoolConfig;
import io.poolbench.server.pool.MeasuredExecutor;
import io.poolbench.server.pool.MeasuredThreadPool;
import io.poolbench.server.timing.ThreadTally;
import io.poolbench.server.timing.UnansweredCalls;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.Map;
import org.apache.dubbo.common.URL;
import org.apache.dubbo.common.threadpool.manager.ExecutorRepository;
import org.apache.dubbo.config.ApplicationConfig;
import org.apache.dubbo.config.MetricsConfig;
import org.apache.dubbo.config.ProtocolConfig;
import org.apache.dubbo.config.RegistryConfig;
import org.apache.dubbo.config.ServiceConfig;
import org.apache.dubbo.config.bootstrap.DubboBootstrap;
import org.apache.dubbo.rpc.model.FrameworkModel;

/**
 * The service as exported on the {@code dubbo} protocol.
 *
 * <p>Each endpoint has a Dubbo framework of its own: Dubbo looks up the executor of a request by
 * the application and the port, so that no other endpoint's calls can run in its pool.
 */
public final class DubboEndpoint implements AutoCloseable {
  private static final int PORT_ATTEMPTS = 5;

  private final FrameworkModel framework;
  private final URL exported;

  private DubboEndpoint(FrameworkModel framework, URL exported) {
    this.framework = framework;
    this.exported = exported;
  }

  /**
   * Exports the service.
   *
   * @param index of the endpoint in the configuration
   * @param redisTime Redis time of the service's threads, reported by the service
   * @param calls counted by the pool, and marked as answered by the service
   * @throws IOException if the address is not available
   */
  public static DubboEndpoint export(
      LaunchConfig config,
      int index,
      PermissionService service,
      ThreadTally redisTime,
      UnansweredCalls calls)
      throws IOException {
    PoolConfig pool = config.endpoints().get(index).pool();
    InetAddress bindAddress = InetAddress.getAllByName(config.bindHost())[0];
    if (config.port() != 0) {
      return export(
          config,
          pool,
          new InetSocketAddress(bindAddress, config.port(index)),
          service,
          redisTime,
          calls);
    }
    // Dubbo finds a called service by the port in its URL, which is therefore fixed before the
    // socket
    // is bound; another process may take the port in between.
    for (int attempt = 1; ; attempt++) {
      InetSocketAddress free = freePort(bindAddress);
      try {
        return export(config, pool, free, service, redisTime, calls);
      } catch (IOException taken) {
        if (attempt == PORT_ATTEMPTS) {
          throw taken;
        }
      }
    }
  }

  private static InetSocketAddress freePort(InetAddress address) throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, address)) {
      return new InetSocketAddress(address, socket.getLocalPort());
    }
  }

  private static DubboEndpoint export(
      LaunchConfig config,
      PoolConfig pool,
      InetSocketAddress address,
      PermissionService service,
      ThreadTally redisTime,
      UnansweredCalls calls)
      throws IOException {
    FrameworkModel framework = new FrameworkModel();
    framework.getBeanFactory().registerBean(redisTime);
    framework.getBeanFactory().registerBean(calls);
    ServiceConfig<PermissionService> exported = serviceConfig(service);
    try {
      DubboBootstrap.newInstance(framework)
          .application(applicationConfig(config))
          .registry(new RegistryConfig(RegistryConfig.NO_AVAILABLE))
          .metrics(metricsConfig())
          .protocol(protocolConfig(config, pool, address))
          .service(exported)
          .start();
    } catch (RuntimeException e) {
      framework.destroy();
      if (rootCause(e) instanceof IOException socket) {
        throw socket;
      }
      throw e;
    }
    return new DubboEndpoint(framework, exported.getExportedUrls().get(0));
  }

  private static ApplicationConfig applicationConfig(LaunchConfig config) {
    ApplicationConfig application = new ApplicationConfig("poolbench-provider");
    application.setExecutorManagementMode(config.executorManagement().id());
    application.setQosEnable(false);
    application.setEnableFileCache(false);
    application.setDumpEnable(false);
    application.setSerializeCheckStatus("STRICT");
    application.setCheckSerializable(true);
    return application;
  }

  /** Dubbo collects metrics of its own if Micrometer is on the class path. */
  private static MetricsConfig metricsConfig() {
    MetricsConfig metrics = new MetricsConfig();
    metrics.setProtocol("default");
    metrics.setEnableJvm(false);
    metrics.setEnableThreadpool(false);
    metrics.setEnableRegistry(false);
    metrics.setEnableMetadata(false);
    metrics.setEnableNetty(false);
    metrics.setEnableRpc(false);
    metrics.setEnableMetricsInit(false);
    metrics.setEnableCollectorSync(false);
    metrics.setExportMetricsService(false);
    return metrics;
  }

  private static ProtocolConfig protocolConfig(
      LaunchConfig config, PoolConfig pool, InetSocketAddress address) {
    ProtocolConfig protocol = new ProtocolConfig("dubbo", address.getPort());
    protocol.setServer(ExactAddressTransporter.NAME);
    protocol.setSerialization("hessian2");
    protocol.setPreferSerialization("hessian2");
    protocol.setDispatcher(config.dispatcher().id());
    if (config.ioThreads() > 0) {
      protocol.setIothreads(config.ioThreads());
    }
    protocol.setThreadpool(MeasuredThreadPool.NAME);
    protocol.setCorethreads(pool.coreThreads());
    protocol.setThreads(pool.threads());
    protocol.setQueues(pool.queues());
    // Ignored by pools whose idle threads never end; an int in Dubbo.
    protocol.setAlive((int) Math.min(pool.aliveMillis(), Integer.MAX_VALUE));
    protocol.setParameters(
        Map.of(
            MeasuredThreadPool.BUILT_BY,
            pool.type().id(),
            ExactAddressTransporter.BIND_ADDRESS,
            address.getAddress().getHostAddress(),
            // A rejection would write a thread dump into the user's home.
            "dump.enable",
            "false"));
    return protocol;
  }

  private static ServiceConfig<PermissionService> serviceConfig(PermissionService service) {
    ServiceConfig<PermissionService> exported = new ServiceConfig<>();
    exported.setInterface(PermissionService.class);
    exported.setRef(service);
    exported.setRegister(false);
    exported.setScope("remote");
    // In the chain only because Micrometer is on the class path.
    exported.setFilter("-metrics-provider,-observationreceiver");
    return exported;
  }

  /** The port on which it listens. */
  public int port() {
    return exported.getPort();
  }

  /** The business pool: the executor that Dubbo looks up for each request. */
  public MeasuredExecutor pool() {
    ExecutorRepository executors =
        ExecutorRepository.getInstance(exported.getOrDefaultApplicationModel());
    if (executors.getExecutor(exported) instanceof MeasuredExecutor pool) {
      return pool;
    }
    throw new IllegalStateException("Dubbo does not run requests in the measured pool");
  }

  private static Throwable rootCause(Throwable failure) {
    Throwable root = failure;
    while (root.getCause() != null) {
      root = root.getCause();
    }
    return root;
  }

  @Override
  public void close() {
    framework.destroy();
  }
}
