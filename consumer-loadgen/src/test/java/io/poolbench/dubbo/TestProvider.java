package io.poolbench.dubbo;

import io.poolbench.api.PermissionService;
import io.poolbench.api.PingService;
import io.poolbench.api.RpcProtocol;
import io.poolbench.load.Destination;
import io.poolbench.load.FailureReasons;
import io.poolbench.load.Target;
import io.poolbench.study.DriverSettings;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.Map;
import java.util.function.Consumer;
import org.apache.dubbo.common.URL;
import org.apache.dubbo.common.extension.ExtensionLoader;
import org.apache.dubbo.common.utils.SerializeCheckStatus;
import org.apache.dubbo.common.utils.SerializeSecurityManager;
import org.apache.dubbo.config.ApplicationConfig;
import org.apache.dubbo.config.ProtocolConfig;
import org.apache.dubbo.config.RegistryConfig;
import org.apache.dubbo.config.ServiceConfig;
import org.apache.dubbo.remoting.ChannelHandler;
import org.apache.dubbo.remoting.RemotingException;
import org.apache.dubbo.remoting.api.pu.AbstractPortUnificationServer;
import org.apache.dubbo.remoting.api.pu.PortUnificationTransporter;
import org.apache.dubbo.remoting.transport.netty4.NettyPortUnificationServer;
import org.apache.dubbo.remoting.transport.netty4.NettyPortUnificationTransporter;
import org.apache.dubbo.rpc.model.ApplicationModel;
import org.apache.dubbo.rpc.model.FrameworkModel;
import org.apache.dubbo.rpc.model.ModuleModel;

/** A real Dubbo provider in this JVM, in a framework of its own. */
final class TestProvider implements AutoCloseable {
  private final FrameworkModel framework = new FrameworkModel();
  private final InetSocketAddress address;
  private final ModuleModel module;
  private final ProtocolConfig protocol;
  private final OwnPortTransporter transporter;

  /** Exports on a free port, with a fixed pool and no queue, by the protocol of a client. */
  static TestProvider of(ClientKind client, TestService service, int threads) throws IOException {
    return new TestProvider(protocol(client), service, threads, 0, freePort());
  }

  /** The protocol of a client; of those that speak each, the dubbo protocol. */
  static RpcProtocol protocol(ClientKind client) {
    return client == ClientKind.TRI ? RpcProtocol.TRI : RpcProtocol.DUBBO;
  }

  /** A client's targets, which expect the users of {@link TestService}. */
  static Target.Factory targets(
      DriverSettings settings, InetSocketAddress provider, FailureReasons reasons) {
    return targets(settings, Destination.direct(provider), TestService.USERS, reasons);
  }

  static Target.Factory targets(
      DriverSettings settings, Destination provider, ExpectedUsers users, FailureReasons reasons) {
    boolean triple = settings.client().equals(ClientKind.TRI.id());
    RpcProtocol by = triple ? RpcProtocol.TRI : RpcProtocol.DUBBO;
    return ClientKind.targets(settings, by, provider, users, TestService.CLASSES, reasons);
  }

  TestProvider(RpcProtocol protocol, TestService service, int threads, int queues, int port) {
    this(protocol, threads, queues, port);
    export(PermissionService.class, service);
    export(PingService.class, service);
  }

  /** Exports any service on a free port. */
  static <T> TestProvider exporting(
      RpcProtocol by, Class<T> type, Object service, Consumer<ServiceConfig<T>> settings)
      throws IOException {
    TestProvider provider = new TestProvider(by, 8, 0, freePort());
    ClassLoader before = Thread.currentThread().getContextClassLoader();
    Thread.currentThread().setContextClassLoader(type.getClassLoader());
    try {
      provider.export(type, type.cast(service), settings);
    } finally {
      Thread.currentThread().setContextClassLoader(before);
    }
    return provider;
  }

  private TestProvider(RpcProtocol by, int threads, int queues, int port) {
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
    module = application.newModule();
    protocol = new ProtocolConfig(by.id(), port);
    protocol.setThreadpool("fixed");
    protocol.setThreads(threads);
    protocol.setQueues(queues);
    protocol.setDispatcher("message");
    // A refusal would have Dubbo dump all stacks into the home folder.
    protocol.setParameters(Map.of("dump.enable", "false"));
    ExtensionLoader<PortUnificationTransporter> transporters =
        framework.getExtensionLoader(PortUnificationTransporter.class);
    transporters.addExtension(OwnPortTransporter.NAME, OwnPortTransporter.class);
    transporter = (OwnPortTransporter) transporters.getExtension(OwnPortTransporter.NAME);
    if (by == RpcProtocol.TRI) {
      protocol.setServer(OwnPortTransporter.NAME);
    }
  }

  private <T> void export(Class<T> type, T service) {
    export(type, service, as -> {});
  }

  private <T> void export(Class<T> type, T service, Consumer<ServiceConfig<T>> settings) {
    ServiceConfig<T> export = new ServiceConfig<>(module);
    export.setInterface(type);
    export.setRef(service);
    settings.accept(export);
    export.setProtocol(protocol);
    export.setRegistry(new RegistryConfig(RegistryConfig.NO_AVAILABLE));
    export.export();
  }

  static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  /** Answers with objects of any class, as a provider with ill intent does. */
  TestProvider unchecked() {
    framework
        .getBeanFactory()
        .getBean(SerializeSecurityManager.class)
        .setCheckStatus(SerializeCheckStatus.DISABLE);
    return this;
  }

  /** By which its services are exported. */
  RpcProtocol protocol() {
    return RpcProtocol.of(protocol.getName());
  }

  InetSocketAddress address() {
    return address;
  }

  @Override
  public void close() {
    transporter.end();
    framework.destroy();
  }

  /**
   * Dubbo's transport of Triple with a server that only its provider ends: the end of any framework
   * that has Triple, a consumer's too, would end the servers of all of them in the JVM.
   *
   * <p>Public with a public constructor, because Dubbo creates it.
   */
  public static final class OwnPortTransporter extends NettyPortUnificationTransporter {
    static final String NAME = "poolbench-own";

    private Server server;

    /** Created by Dubbo's extension loader, one for each framework. */
    public OwnPortTransporter() {}

    @Override
    public AbstractPortUnificationServer bind(URL url, ChannelHandler handler)
        throws RemotingException {
      server = new Server(url, handler);
      return server;
    }

    /** Ends the server, if there is one. */
    void end() {
      if (server != null) {
        server.doClose();
      }
    }

    private static final class Server extends NettyPortUnificationServer {
      Server(URL url, ChannelHandler handler) throws RemotingException {
        super(url, handler);
      }

      @Override
      public void close() {}
    }
  }
}
