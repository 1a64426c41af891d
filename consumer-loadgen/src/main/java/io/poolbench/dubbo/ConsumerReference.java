package io.poolbench.dubbo;

import io.poolbench.api.RpcProtocol;
import io.poolbench.dubbo.MeasuredCall.CalledService;
import io.poolbench.load.Destination;
import java.io.IOException;
import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Map;
import org.apache.dubbo.common.constants.CommonConstants;
import org.apache.dubbo.common.constants.RegistryConstants;
import org.apache.dubbo.config.ApplicationConfig;
import org.apache.dubbo.config.ReferenceConfig;
import org.apache.dubbo.remoting.Constants;
import org.apache.dubbo.remoting.RemotingException;
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
  private final Object service;

  /**
   * Connects to the provider.
   *
   * @param timeoutMillis the timeout of the connection and of a call each
   * @throws IOException where the provider cannot be reached
   */
  ConsumerReference(
      CalledService called, RpcProtocol protocol, InetSocketAddress provider, int timeoutMillis)
      throws IOException {
    ReferenceConfig<?> reference = new ReferenceConfig<>(module());
    reference.setUrl(
        "%s://%s:%d/%s?serialization=%s&%s=%d"
                .formatted(
                    protocol.id(),
                    host(provider.getAddress()),
                    provider.getPort(),
                    called.name(),
                    called.serialization().id(),
                    Constants.CONNECT_TIMEOUT_KEY,
                    timeoutMillis)
            + (called.payload() == null ? "" : "&payload=" + called.payload()));
    reference.setRetries(0);
    reference.setCheck(true);
    reference.setInterface(called.name());
    reference.setInterfaceClassLoader(called.loader());
    reference.setVersion(emptyToNull(called.version()));
    reference.setGroup(emptyToNull(called.group()));
    if (called.isGeneric()) {
      reference.setGeneric("true");
    } else {
      reference.setInterface(called.type());
    }
    reference.setTimeout(timeoutMillis);
    try {
      service = reference.get();
    } catch (RuntimeException e) {
      close();
      if (e.getCause() instanceof RemotingException) { // of Triple, with all parameters in its text
        throw Destination.direct(provider)
            .unreachable(
                new IOException("no connection within " + timeoutMillis + " ms", e.getCause()));
      }
      if (e instanceof RpcException || e instanceof IllegalStateException) {
        throw Destination.direct(provider).unreachable(e);
      }
      throw e;
    }
  }

  /**
   * An address in a form that Dubbo keeps: it replaces IPv4 loopback by an address of the local
   * network, on which a provider bound to loopback does not listen, but not the IPv4-mapped form.
   */
  private static String host(InetAddress address) {
    String host = address.getHostAddress();
    return address instanceof Inet4Address && address.isLoopbackAddress()
        ? "[::ffff:" + host + "]"
        : host;
  }

  private ModuleModel module() {
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
    return service;
  }

  @Override
  public void close() {
    framework.destroy();
  }
}
