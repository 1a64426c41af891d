package io.poolbench.dubbo;

import io.poolbench.dubbo.ClientKind.TargetConfig;
import io.poolbench.dubbo.MeasuredCall.CalledService;
import io.poolbench.spec.DriverSettings;
import java.io.IOException;
import java.util.Map;
import org.apache.dubbo.config.ReferenceConfig;
import org.apache.dubbo.remoting.Constants;
import org.apache.dubbo.remoting.transport.dispatcher.direct.DirectDispatcher;
import org.apache.dubbo.rpc.RpcException;

/**
 * Dubbo's reference to the provider, configured as Dubbo's consumers are by default, except for a
 * direct address and no retries. Its own Dubbo framework is destroyed with it.
 */
final class ConsumerReference implements AutoCloseable {
  private final DubboFramework framework = new DubboFramework(FrameCodec.APPLICATION);
  private final Object proxy;

  /**
   * Connects to the provider.
   *
   * @param async whether a call returns at once and leaves its future in Dubbo's context
   * @param direct whether answers are completed on the I/O thread instead of in Dubbo's consumer
   *     pool
   * @throws IOException where the provider cannot be reached
   */
  ConsumerReference(TargetConfig target, boolean async, boolean direct) throws IOException {
    DriverSettings settings = target.settings();
    CalledService service = target.call().service();
    ReferenceConfig<?> reference =
        framework.reference(
            target.protocol(),
            target.provider().address(),
            service.name(),
            service.serialization(),
            settings.connections());
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
    if (direct) {
      reference.setParameters(Map.of(Constants.DISPATCHER_KEY, DirectDispatcher.NAME));
    }
    try {
      proxy = reference.get();
    } catch (RpcException | IllegalStateException e) {
      framework.close();
      throw target.unreachable(e);
    } catch (RuntimeException e) {
      framework.close();
      throw e;
    }
  }

  private static String emptyToNull(String text) {
    return text.isEmpty() ? null : text;
  }

  Object service() {
    return proxy;
  }

  @Override
  public void close() {
    framework.close();
  }
}
