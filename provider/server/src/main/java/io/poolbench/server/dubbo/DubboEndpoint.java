package io.poolbench.server.dubbo;

import io.poolbench.api.CallLimit;
import io.poolbench.api.EndpointConfig;
import io.poolbench.api.LaunchConfig;
import io.poolbench.api.LaunchConfig.ExecutorManagement;
import io.poolbench.api.LaunchConfig.Fidelity;
import io.poolbench.api.PoolConfig;
import io.poolbench.core.StartException;
import io.poolbench.server.timing.ThreadTally;
import io.poolbench.server.timing.UnansweredCalls;
import java.io.IOException;
import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.stream.Collectors;
import org.apache.dubbo.common.URL;
import org.apache.dubbo.common.constants.CommonConstants;
import org.apache.dubbo.common.extension.ExtensionLoader;
import org.apache.dubbo.common.threadpool.ThreadPool;
import org.apache.dubbo.common.threadpool.manager.ExecutorRepository;
import org.apache.dubbo.common.threadpool.support.AbortPolicyWithReport;
import org.apache.dubbo.common.url.component.ServiceConfigURL;
import org.apache.dubbo.config.AbstractConfig;
import org.apache.dubbo.config.ApplicationConfig;
import org.apache.dubbo.config.MethodConfig;
import org.apache.dubbo.config.MetricsConfig;
import org.apache.dubbo.config.ProtocolConfig;
import org.apache.dubbo.config.RegistryConfig;
import org.apache.dubbo.config.ServiceConfig;
import org.apache.dubbo.config.bootstrap.DubboBootstrap;
import org.apache.dubbo.remoting.transport.netty4.NettyEventLoopFactory;
import org.apache.dubbo.rpc.Filter;
import org.apache.dubbo.rpc.model.ApplicationModel;
import org.apache.dubbo.rpc.model.FrameworkModel;
import org.slf4j.LoggerFactory;

/**
 * The services as exported on one port by one protocol.
 *
 * <p>Each endpoint has a Dubbo framework of its own. Dubbo looks up the executor of a request by
 * application and port, so calls of other endpoints cannot run in its pool.
 */
public final class DubboEndpoint implements AutoCloseable {
  /** Prefix of business threads' names, by Dubbo's default; the driver identifies them by it. */
  private static final String BUSINESS_THREADS = "DubboServerHandler-";

  private static final int PORT_ATTEMPTS = 5;

  private final FrameworkModel framework;
  private final List<URL> exported;
  private final CallLimits limits;

  private DubboEndpoint(FrameworkModel framework, List<URL> exported, CallLimits limits) {
    this.framework = framework;
    this.exported = exported;
    this.limits = limits;
  }

  public static DubboEndpoint export(
      LaunchConfig config, int index, List<ServiceExport<?>> services, ThreadTally redisTime)
      throws IOException {
    EndpointConfig endpoint = config.endpoints().get(index);
    InetAddress bindAddress = InetAddress.getAllByName(config.bindHost())[0];
    if (config.port() != 0) {
      return export(
          config,
          endpoint,
          new InetSocketAddress(bindAddress, config.port(index)),
          services,
          redisTime);
    }
    // Dubbo finds a called service by the port in its URL. The port is therefore chosen before the
    // socket is bound, and another process may take it in between.
    for (int attempt = 1; ; attempt++) {
      InetSocketAddress free = freePort(bindAddress);
      try {
        return export(config, endpoint, free, services, redisTime);
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
      EndpointConfig endpoint,
      InetSocketAddress address,
      List<ServiceExport<?>> services,
      ThreadTally redisTime)
      throws IOException {
    FrameworkModel framework = new FrameworkModel();
    CallLimits limits = new CallLimits(endpoint.limit());
    framework.getBeanFactory().registerBean(redisTime);
    framework.getBeanFactory().registerBean(limits);
    framework.getBeanFactory().registerBean(services.get(0).calls());
    ProtocolConfig protocol = protocolConfig(config, endpoint, address);
    List<ServiceConfig<?>> exported = new ArrayList<>();
    try {
      DubboBootstrap bootstrap =
          DubboBootstrap.newInstance(framework)
              .application(applicationConfig(config))
              .registry(new RegistryConfig(RegistryConfig.NO_AVAILABLE))
              .protocol(protocol);
      for (ServiceExport<?> service : services) {
        ServiceConfig<?> each = serviceConfig(config.fidelity(), service, limits);
        if (config.executorManagement() == ExecutorManagement.PER_SERVICE) {
          each.setExecutor(ownPool(bootstrap.getApplicationModel(), protocol, service));
        }
        bootstrap.service(each);
        exported.add(each);
      }
      if (config.fidelity() == Fidelity.QUIET) {
        bootstrap.metrics(metricsConfig());
      }
      bootstrap.start();
    } catch (RuntimeException e) {
      framework.destroy();
      if (StartException.rootCause(e) instanceof IOException socket) {
        throw socket;
      }
      throw e;
    }
    return new DubboEndpoint(
        framework,
        exported.stream().map(service -> service.getExportedUrls().get(0)).toList(),
        limits);
  }

  /** A pool for one service, built by Dubbo from the protocol's settings. */
  private static Executor ownPool(
      ApplicationModel application, ProtocolConfig protocol, ServiceExport<?> service) {
    String name = service.type().getSimpleName();
    Map<String, String> settings = new HashMap<>();
    AbstractConfig.appendParameters(settings, protocol);
    settings.put(CommonConstants.THREAD_NAME_KEY, BUSINESS_THREADS + name);
    URL url =
        new ServiceConfigURL(
                protocol.getName(), LaunchConfig.LOOPBACK, protocol.getPort(), name, settings)
            .setScopeModel(application)
            .putAttribute(MeasuredThreadPool.CALLS, service.calls());
    return application
        .getFrameworkModel()
        .getExtensionLoader(ThreadPool.class)
        .getExtension(protocol.getThreadpool())
        .getExecutor(url);
  }

  private static ApplicationConfig applicationConfig(LaunchConfig config) {
    ApplicationConfig application = new ApplicationConfig("poolbench-provider");
    application.setExecutorManagementMode(CommonConstants.EXECUTOR_MANAGEMENT_MODE_ISOLATION);
    application.setQosEnable(false);
    application.setEnableFileCache(false);
    application.setDumpEnable(config.fidelity() == Fidelity.STOCK);
    application.setSerializeCheckStatus("STRICT");
    application.setCheckSerializable(true);
    return application;
  }

  /** Switches off Dubbo's own metrics, which it collects if Micrometer is on the class path. */
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
      LaunchConfig config, EndpointConfig endpoint, InetSocketAddress address) {
    PoolConfig pool = endpoint.pool();
    ProtocolConfig protocol = new ProtocolConfig(endpoint.protocol().id(), address.getPort());
    protocol.setHost(host(address.getAddress()));
    protocol.setSerialization("hessian2");
    protocol.setPreferSerialization("hessian2");
    protocol.setDispatcher(config.dispatcher().id());
    if (config.ioThreads() > 0) {
      protocol.setIothreads(config.ioThreads());
    }
    protocol.setThreadpool(MeasuredThreadPool.NAME);
    protocol.setCorethreads(pool.coreThreads());
    // Pools without sizes ignore these.
    protocol.setThreads(pool.threads());
    protocol.setQueues(pool.queues());
    // An int in Dubbo; pools whose idle threads never end ignore it.
    protocol.setAlive((int) Math.min(pool.aliveMillis(), Integer.MAX_VALUE));
    protocol.setParameters(
        Map.of(
            MeasuredThreadPool.BUILT_BY,
            pool.type().id(),
            CommonConstants.DUMP_ENABLE,
            Boolean.toString(config.fidelity() == Fidelity.STOCK),
            // Dubbo's default is the user's home.
            CommonConstants.DUMP_DIRECTORY,
            config.reportFolder()));
    return protocol;
  }

  /**
   * The address to listen at. Dubbo replaces one that begins with 127. by all addresses, which
   * would expose the provider to the network; the same address as one number stays.
   */
  private static String host(InetAddress address) {
    return address.isLoopbackAddress() && address instanceof Inet4Address
        ? Integer.toUnsignedString(ByteBuffer.wrap(address.getAddress()).getInt())
        : address.getHostAddress();
  }

  private static <T> ServiceConfig<T> serviceConfig(
      Fidelity fidelity, ServiceExport<T> service, CallLimits limits) {
    ServiceConfig<T> exported = new ServiceConfig<>();
    limits.executes().ifPresent(limit -> limitExecutes(exported, service.type(), limit));
    exported.setInterface(service.type());
    exported.setRef(service.service());
    exported.setRegister(false);
    exported.setScope("remote");
    if (fidelity == Fidelity.QUIET) {
      // Active only because Micrometer is on the class path.
      exported.setFilter("-metrics-provider,-observationreceiver");
    }
    return exported;
  }

  /** Limits a service's calls, or calls of one method; no effect if only another service has it. */
  private static void limitExecutes(ServiceConfig<?> exported, Class<?> type, CallLimit limit) {
    exported.setParameters(Map.of(LimitFilter.NAME, Boolean.toString(true)));
    if (limit.method().isEmpty()) {
      exported.setExecutes(limit.calls());
    } else if (Arrays.stream(type.getMethods())
        .anyMatch(method -> method.getName().equals(limit.method()))) {
      MethodConfig method = new MethodConfig();
      method.setName(limit.method());
      method.setExecutes(limit.calls());
      exported.setMethods(List.of(method));
    }
  }

  public CallLimits limits() {
    return limits;
  }

  public int port() {
    return exported.get(0).getPort();
  }

  /** The business pools, read back from Dubbo: one, or one for each service in their order. */
  public List<ExecutorService> executors() {
    return exported.stream()
        .map(
            service ->
                ExecutorRepository.getInstance(service.getOrDefaultApplicationModel())
                    .getExecutor(service.getServiceModel(), service))
        .distinct()
        .toList();
  }

  /** The Dubbo configuration that runs: protocol, transport, filters, and what a refusal costs. */
  public String facts() {
    URL first = exported.get(0);
    ExtensionLoader<Filter> filters =
        first.getOrDefaultModuleModel().getExtensionLoader(Filter.class);
    return "%s on %s, filters %s, refusals %slogged and %sdumped"
        .formatted(
            first.getProtocol(),
            NettyEventLoopFactory.serverSocketChannelClass().getSimpleName(),
            filters
                .getActivateExtension(
                    first, CommonConstants.SERVICE_FILTER_KEY, CommonConstants.PROVIDER)
                .stream()
                .map(filters::getExtensionName)
                .collect(Collectors.joining(" ")),
            LoggerFactory.getLogger(AbortPolicyWithReport.class).isWarnEnabled() ? "" : "not ",
            first.getParameter(CommonConstants.DUMP_ENABLE, true) ? "" : "not ");
  }

  /**
   * A service to export.
   *
   * @param type its interface
   * @param service its implementation, which reports answers to {@code calls}
   * @param calls counter of its pool: the same object for services that share a pool
   */
  public record ServiceExport<T>(Class<T> type, T service, UnansweredCalls calls) {}

  @Override
  public void close() {
    framework.destroy();
  }
}
