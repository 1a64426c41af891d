package io.poolbench.dubbo;

import io.poolbench.api.RpcProtocol;
import io.poolbench.dubbo.MeasuredCall.CalledService;
import java.util.HashMap;
import java.util.Map;
import org.apache.dubbo.common.URL;
import org.apache.dubbo.common.url.component.ServiceConfigURL;
import org.apache.dubbo.common.utils.SerializeCheckStatus;
import org.apache.dubbo.common.utils.SerializeSecurityConfigurator;
import org.apache.dubbo.common.utils.SerializeSecurityManager;
import org.apache.dubbo.remoting.Constants;
import org.apache.dubbo.rpc.model.FrameworkModel;
import org.apache.dubbo.rpc.model.ModuleModel;

/** A Dubbo framework in which Dubbo's codecs serialize the values of one service. Thread-safe. */
abstract class CodecScope implements AutoCloseable {
  private final FrameworkModel framework = new FrameworkModel();
  private final ClassLoader loader;
  private final URL url;

  CodecScope(CalledService service, RpcProtocol protocol) {
    this.loader = service.loader();
    ModuleModel module = framework.newApplication().newModule();
    // The application may permit further classes, in its security/serialize.allowlist.
    module.addClassLoader(loader);
    // Permits the deserialization of the interface's types, as Dubbo's reference does.
    module
        .getBeanFactory()
        .getBean(SerializeSecurityConfigurator.class)
        .registerInterface(service.type());
    // The answers of a provider must not choose the classes of which objects are made here.
    framework
        .getBeanFactory()
        .getBean(SerializeSecurityManager.class)
        .setCheckStatus(SerializeCheckStatus.STRICT);
    Map<String, String> parameters = new HashMap<>();
    parameters.put(Constants.SERIALIZATION_KEY, service.serialization().id());
    if (service.payload() != null) {
      parameters.put(Constants.PAYLOAD_KEY, service.payload().toString());
    }
    this.url =
        new ServiceConfigURL(protocol.id(), "localhost", 0, parameters).setScopeModel(module);
  }

  final FrameworkModel framework() {
    return framework;
  }

  final URL url() {
    return url;
  }

  /** Makes Dubbo's serializations load the service's classes in this thread, until closed. */
  final Loading loading() {
    return loading(loader);
  }

  /** Makes Dubbo load classes and extensions by a class loader in this thread, until closed. */
  static Loading loading(ClassLoader loader) {
    Thread thread = Thread.currentThread();
    ClassLoader before = thread.getContextClassLoader();
    thread.setContextClassLoader(loader);
    return () -> thread.setContextClassLoader(before);
  }

  /** Restores the thread's class loader. */
  interface Loading extends AutoCloseable {
    @Override
    void close();
  }

  @Override
  public final void close() {
    framework.destroy();
  }
}
