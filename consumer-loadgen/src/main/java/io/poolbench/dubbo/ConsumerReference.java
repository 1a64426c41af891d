package io.poolbench.dubbo;

import io.poolbench.dubbo.AddressedTransporter.AddressedPortTransporter;
import io.poolbench.dubbo.ClientKind.TargetConfig;
import io.poolbench.dubbo.MeasuredCall.CalledService;
import io.poolbench.study.DriverSettings;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.Map;
import org.apache.dubbo.common.constants.CommonConstants;
import org.apache.dubbo.common.constants.RegistryConstants;
import org.apache.dubbo.config.ApplicationConfig;
import org.apache.dubbo.config.ReferenceConfig;
import org.apache.dubbo.remoting.Constants;
import org.apache.dubbo.remoting.RemotingException;
import org.apache.dubbo.remoting.Transporter;
import org.apache.dubbo.remoting.api.pu.PortUnificationTransporter;
import org.apache.dubbo.rpc.RpcException;
import org.apache.dubbo.rpc.model.ApplicationModel;
import org.apache.dubbo.rpc.model.FrameworkModel;
import org.apache.dubbo.rpc.model.ModuleModel;

/**
 * Dubbo's reference to the provider, configured as Dubbo's consumers are by default, except for a
 * direct address and no retries, which would hide failed calls. Its own Dubbo framework is
 * destroyed with it.
 */
final class ConsumerReference implements AutoCloseable {
  private final FrameworkModel framework = new FrameworkModel();
  private final Object proxy;

  /**
   * Connects to the provider.
   *
   * @param async whether a call returns at once and leaves its future in Dubbo's context
   * @throws IOException where the provider cannot be reached
   */
  ConsumerReference(TargetConfig target, boolean async) throws IOException {
    DriverSettings settings = target.settings();
    CalledService service = target.call().service();
    InetSocketAddress provider = target.provider().address();
    ReferenceConfig<?> reference = new ReferenceConfig<>(module());
    reference.setUrl(
        "%s://%s:%d/%s?serialization=%s&%s=%d"
                .formatted(
                    target.protocol().id(),
                    provider.getAddress().getHostAddress(),
                    provider.getPort(),
                    service.name(),
                    service.serialization().id(),
                    Constants.CONNECT_TIMEOUT_KEY,
                    settings.timeoutMillis())
            + (service.payload() == null ? "" : "&payload=" + service.payload()));
    reference.setClient(AddressedTransporter.NAME);
    reference.setConnections(settings.connections());
    reference.setRetries(0);
    reference.setCheck(true);
    reference.setInterface(service.name());
    reference.setInterfaceClassLoader(service.loader());
    reference.setVersion(emptyToNull(service.version()));
    reference.setGroup(emptyToNull(service.group()));
    if (service.isGeneric()) {
      reference.setGeneric("true");
    } else {
      reference.setInterface(service.type());
    }
    reference.setTimeout(Math.toIntExact(settings.timeoutMillis()));
    reference.setAsync(async);
    try {
      proxy = reference.get();
    } catch (RuntimeException e) {
      close();
      if (e.getCause() instanceof RemotingException) { // of Triple, with all parameters in its text
        throw target
            .provider()
            .unreachable(
                new IOException(
                    "no connection within " + settings.timeoutMillis() + " ms", e.getCause()));
      }
      if (e instanceof RpcException || e instanceof IllegalStateException) {
        throw target.provider().unreachable(e);
      }
      throw e;
    }
  }

  private ModuleModel module() {
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
    ApplicationConfig config = new ApplicationConfig(FrameCodec.APPLICATION);
    config.setQosEnable(false);
    config.setEnableFileCache(false);
    config.setDumpEnable(false);
    // In any other mode Dubbo exports its metadata as a service.
    config.setRegisterMode(RegistryConstants.DEFAULT_REGISTER_MODE_INTERFACE);
    application.getApplicationConfigManager().setApplication(config);
    return application.newModule();
  }

  private static String emptyToNull(String text) {
    return text.isEmpty() ? null : text;
  }

  Object service() {
    return proxy;
  }

  @Override
  public void close() {
    framework.destroy();
  }
}
