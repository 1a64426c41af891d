package io.poolbench.dubbo;

import io.poolbench.api.PermissionService;
import io.poolbench.api.PingService;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.Map;
import org.apache.dubbo.config.ApplicationConfig;
import org.apache.dubbo.config.ProtocolConfig;
import org.apache.dubbo.config.RegistryConfig;
import org.apache.dubbo.config.ServiceConfig;
import org.apache.dubbo.rpc.model.ApplicationModel;
import org.apache.dubbo.rpc.model.FrameworkModel;
import org.apache.dubbo.rpc.model.ModuleModel;

/** A real Dubbo provider in this JVM, in a framework of its own. */
final class TestProvider implements AutoCloseable {
  private final FrameworkModel framework = new FrameworkModel();
  private final InetSocketAddress address;

  /** Exports on a free port, with a fixed pool and no queue. */
  TestProvider(TestService service, int threads) throws IOException {
    this(service, threads, 0, freePort());
  }

  TestProvider(TestService service, int threads, int queues, int port) {
    address = new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
    ApplicationModel application = framework.newApplication();
    application
        .modelEnvironment()
        .updateAppConfigMap(
            Map.of("dubbo.shutdownHook.listenIgnore", "true", "dubbo.service.shutdown.wait", "1"));
    ApplicationConfig config = new ApplicationConfig("test-provider");
    config.setQosEnable(false);
    config.setEnableFileCache(false);
    // By any other mode Dubbo would open a second port, for its metadata.
    config.setRegisterMode("interface");
    application.getApplicationConfigManager().setApplication(config);
    ModuleModel module = application.newModule();
    ProtocolConfig protocol = new ProtocolConfig("dubbo", port);
    protocol.setThreadpool("fixed");
    protocol.setThreads(threads);
    protocol.setQueues(queues);
    protocol.setDispatcher("message");
    // A refusal would have Dubbo dump all stacks into the home folder.
    protocol.setParameters(Map.of("dump.enable", "false"));
    export(module, protocol, PermissionService.class, service);
    export(module, protocol, PingService.class, service);
  }

  private static <T> void export(
      ModuleModel module, ProtocolConfig protocol, Class<T> type, T service) {
    ServiceConfig<T> export = new ServiceConfig<>(module);
    export.setInterface(type);
    export.setRef(service);
    export.setProtocol(protocol);
    export.setRegistry(new RegistryConfig(RegistryConfig.NO_AVAILABLE));
    export.export();
  }

  static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  InetSocketAddress address() {
    return address;
  }

  @Override
  public void close() {
    framework.destroy();
  }
}
