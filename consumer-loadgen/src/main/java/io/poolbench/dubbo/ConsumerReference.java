package io.poolbench.dubbo;

import io.poolbench.api.PermissionService;
import io.poolbench.spec.DriverSettings;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.Map;
import org.apache.dubbo.common.constants.CommonConstants;
import org.apache.dubbo.common.constants.RegistryConstants;
import org.apache.dubbo.config.ApplicationConfig;
import org.apache.dubbo.config.ReferenceConfig;
import org.apache.dubbo.remoting.Constants;
import org.apache.dubbo.remoting.Transporter;
import org.apache.dubbo.remoting.transport.dispatcher.direct.DirectDispatcher;
import org.apache.dubbo.rpc.RpcException;
import org.apache.dubbo.rpc.model.ApplicationModel;
import org.apache.dubbo.rpc.model.FrameworkModel;
import org.apache.dubbo.rpc.model.ModuleModel;

/**
 * Dubbo's reference to the provider, as a sensibly configured consumer has it: addressed directly,
 * no retries, Dubbo's default filters, answers handled where they are read. It lives in a framework
 * of its own, which goes when the reference is closed.
 */
final class ConsumerReference implements AutoCloseable {
  private final FrameworkModel framework = new FrameworkModel();
  private final PermissionService service;

  private ConsumerReference(DriverSettings settings, InetSocketAddress provider, boolean async) {
    framework
        .getExtensionLoader(Transporter.class)
        .addExtension(AddressedTransporter.NAME, AddressedTransporter.class);
    ApplicationModel application = framework.newApplication();
    // The driver ends its targets itself, where nothing is left to wait for; a hook of Dubbo's
    // would
    // do so under a running step.
    application
        .modelEnvironment()
        .updateAppConfigMap(
            Map.of(
                CommonConstants.IGNORE_LISTEN_SHUTDOWN_HOOK,
                "true",
                CommonConstants.SHUTDOWN_WAIT_KEY,
                "1"));
    ApplicationConfig config = new ApplicationConfig(FrameCodec.APPLICATION);
    config.setQosEnable(false);
    config.setEnableFileCache(false);
    // By any other mode Dubbo offers its metadata as a service.
    config.setRegisterMode(RegistryConstants.DEFAULT_REGISTER_MODE_INTERFACE);
    application.getApplicationConfigManager().setApplication(config);
    ModuleModel module = application.newModule();
    ReferenceConfig<PermissionService> reference = new ReferenceConfig<>(module);
    reference.setInterface(PermissionService.class);
    reference.setUrl(
        "dubbo://%s:%d/%s"
            .formatted(
                provider.getAddress().getHostAddress(),
                provider.getPort(),
                PermissionService.class.getName()));
    reference.setClient(AddressedTransporter.NAME);
    reference.setConnections(settings.connections());
    reference.setTimeout(Math.toIntExact(settings.timeoutMillis()));
    reference.setRetries(0);
    reference.setCheck(true);
    reference.setAsync(async);
    reference.setParameters(Map.of(Constants.DISPATCHER_KEY, DirectDispatcher.NAME));
    try {
      service = reference.get();
    } catch (RuntimeException e) {
      framework.destroy();
      throw e;
    }
  }

  /**
   * Refers to a provider.
   *
   * @param async whether a call returns at once and leaves its future in Dubbo's context
   * @throws IOException where the provider cannot be reached
   */
  static ConsumerReference open(DriverSettings settings, InetSocketAddress provider, boolean async)
      throws IOException {
    try {
      return new ConsumerReference(settings, provider, async);
    } catch (RpcException | IllegalStateException e) {
      throw new IOException("no provider answers at " + provider + ": " + e.getMessage(), e);
    }
  }

  /** Dubbo's proxy of the service. Thread-safe. */
  PermissionService service() {
    return service;
  }

  @Override
  public void close() {
    framework.destroy();
  }
}
