package io.poolbench.dubbo;

import io.poolbench.api.RpcProtocol;
import io.poolbench.load.Destination;
import io.poolbench.load.FailureReasons;
import io.poolbench.load.Target;
import io.poolbench.study.CallSettings;
import io.poolbench.study.DriverSettings;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.Constructor;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;

/** Calls by the classes of an application, which a class loader of its own keeps apart. */
record IsolatedCalls(UnpackedClassPath classPath, IsolatedLoader loader, ServiceCalls inside)
    implements ServiceCalls {
  static IsolatedCalls open(List<String> entries) throws IOException {
    UnpackedClassPath classPath = UnpackedClassPath.open(entries);
    IsolatedLoader loader = new IsolatedLoader(classPath.urls());
    try {
      Constructor<?> constructor =
          loader.loadClass(LoadedCalls.class.getName()).getDeclaredConstructor(List.class);
      constructor.setAccessible(true);
      return new IsolatedCalls(
          classPath, loader, (ServiceCalls) constructor.newInstance(classPath.entries()));
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }

  @Override
  public Target.Factory targets(
      DriverSettings settings,
      RpcProtocol protocol,
      Destination provider,
      ExpectedUsers users,
      FailureReasons reasons) {
    return inside.targets(settings, protocol, provider, users, reasons);
  }

  @Override
  public Answer send(
      CallSettings call, RpcProtocol protocol, InetSocketAddress provider, Duration timeout)
      throws IOException {
    return inside.send(call, protocol, provider, timeout);
  }

  @Override
  public List<String> methods(String service) {
    return inside.methods(service);
  }

  @Override
  public boolean has(String service) {
    return inside.has(service);
  }

  @Override
  public void check(CallSettings call, RpcProtocol protocol, String client) {
    inside.check(call, protocol, client);
  }

  @Override
  public void close() {
    try {
      loader.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } finally {
      classPath.close();
    }
  }
}
