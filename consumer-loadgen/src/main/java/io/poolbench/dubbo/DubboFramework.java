package io.poolbench.dubbo;

import io.poolbench.api.RpcProtocol;
import io.poolbench.dubbo.AddressedTransporter.AddressedPortTransporter;
import io.poolbench.spec.CallSettings.Serialization;
import java.net.InetSocketAddress;
import java.util.Map;
import org.apache.dubbo.common.constants.CommonConstants;
import org.apache.dubbo.common.constants.RegistryConstants;
import org.apache.dubbo.config.ApplicationConfig;
import org.apache.dubbo.config.ReferenceConfig;
import org.apache.dubbo.remoting.Transporter;
import org.apache.dubbo.remoting.api.pu.PortUnificationTransporter;
import org.apache.dubbo.rpc.model.ApplicationModel;
import org.apache.dubbo.rpc.model.FrameworkModel;
import org.apache.dubbo.rpc.model.ModuleModel;

/** The Dubbo framework of one client or server of the driver; it is destroyed with it. */
final class DubboFramework implements AutoCloseable {
  private static final int MAX_REASON_CHARACTERS = 160;

  private final FrameworkModel framework = new FrameworkModel();
  private final ModuleModel module;

  DubboFramework(String name) {
    framework
        .getExtensionLoader(Transporter.class)
        .addExtension(AddressedTransporter.NAME, AddressedTransporter.class);
    framework
        .getExtensionLoader(PortUnificationTransporter.class)
        .addExtension(AddressedTransporter.NAME, AddressedPortTransporter.class);
    ApplicationModel application = framework.newApplication();
    // The driver closes its targets; Dubbo's shutdown hook would do so within a running step.
    application
        .modelEnvironment()
        .updateAppConfigMap(
            Map.of(
                CommonConstants.IGNORE_LISTEN_SHUTDOWN_HOOK,
                "true",
                CommonConstants.SHUTDOWN_WAIT_KEY,
                "1"));
    ApplicationConfig config = new ApplicationConfig(name);
    config.setQosEnable(false);
    config.setEnableFileCache(false);
    config.setDumpEnable(false);
    // In any other mode Dubbo exports its metadata as a service.
    config.setRegisterMode(RegistryConstants.DEFAULT_REGISTER_MODE_INTERFACE);
    application.getApplicationConfigManager().setApplication(config);
    module = application.newModule();
  }

  ModuleModel module() {
    return module;
  }

  /** A reference to a service at an address, without retries, which would hide failed calls. */
  <T> ReferenceConfig<T> reference(
      RpcProtocol protocol,
      InetSocketAddress provider,
      String service,
      Serialization serialization,
      int connections) {
    ReferenceConfig<T> reference = new ReferenceConfig<>(module);
    reference.setInterface(service);
    reference.setUrl(
        "%s://%s:%d/%s?serialization=%s"
            .formatted(
                protocol.id(),
                provider.getAddress().getHostAddress(),
                provider.getPort(),
                service,
                serialization.id()));
    reference.setClient(AddressedTransporter.NAME);
    reference.setConnections(connections);
    reference.setRetries(0);
    reference.setCheck(true);
    return reference;
  }

  /** The message of the innermost cause of a failure, in one line. */
  static String reason(Throwable failure) {
    Throwable root = failure;
    while (root.getCause() != null) {
      root = root.getCause();
    }
    String message = String.valueOf(root.getMessage()).lines().findFirst().orElse("");
    return message.length() <= MAX_REASON_CHARACTERS
        ? message
        : message.substring(0, MAX_REASON_CHARACTERS) + "...";
  }

  @Override
  public void close() {
    framework.destroy();
  }
}
