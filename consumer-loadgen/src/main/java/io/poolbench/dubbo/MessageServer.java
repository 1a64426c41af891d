package io.poolbench.dubbo;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.Map;
import org.apache.dubbo.config.ProtocolConfig;
import org.apache.dubbo.config.RegistryConfig;
import org.apache.dubbo.config.ServiceConfig;

/** Exports a {@link MessageService} by the dubbo protocol, at one address. */
public final class MessageServer implements AutoCloseable {
  /** The name of both ends' application. */
  static final String APPLICATION = "poolbench-generator";

  private static final int THREADS = 16;

  private final DubboFramework framework;

  private MessageServer(DubboFramework framework) {
    this.framework = framework;
  }

  /**
   * Exports the service.
   *
   * @param address to listen at, resolved; Dubbo finds a service by its port, so that 0 is none
   * @throws IOException if the address is not available
   */
  public static MessageServer export(InetSocketAddress address, MessageService service)
      throws IOException {
    DubboFramework framework = new DubboFramework(APPLICATION);
    try {
      ProtocolConfig protocol = new ProtocolConfig("dubbo", address.getPort());
      protocol.setServer(AddressedTransporter.NAME);
      protocol.setSerialization("hessian2");
      protocol.setPreferSerialization("hessian2");
      protocol.setThreadpool("cached");
      protocol.setThreads(THREADS);
      protocol.setParameters(
          Map.of(AddressedTransporter.BIND_ADDRESS, address.getAddress().getHostAddress()));
      ServiceConfig<MessageService> exported = new ServiceConfig<>(framework.module());
      exported.setInterface(MessageService.class);
      exported.setRef(service);
      exported.setRegister(false);
      exported.setScope("remote");
      exported.setProtocol(protocol);
      exported.setRegistry(new RegistryConfig(RegistryConfig.NO_AVAILABLE));
      exported.export();
      return new MessageServer(framework);
    } catch (RuntimeException e) {
      framework.close();
      throw new IOException(DubboFramework.reason(e), e);
    }
  }

  @Override
  public void close() {
    framework.close();
  }
}
