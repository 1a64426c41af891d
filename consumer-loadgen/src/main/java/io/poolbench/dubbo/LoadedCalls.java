package io.poolbench.dubbo;

import io.poolbench.api.InvalidSettingException;
import io.poolbench.api.RpcProtocol;
import io.poolbench.load.Destination;
import io.poolbench.load.FailureReasons;
import io.poolbench.load.Target;
import io.poolbench.study.CallSettings;
import io.poolbench.study.DriverSettings;
import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.Constructor;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/**
 * Calls by the clients and the libraries of the class loader that loaded this class: the driver's,
 * or one of an application.
 */
final class LoadedCalls implements ServiceCalls {
  private final TargetClasses classes;

  /** Closes what the classes are loaded from. */
  private final Closeable source;

  /** Calls by the classes of this class's loader; {@link #isolated} finds the constructor. */
  LoadedCalls(List<Path> classPath, Closeable source) {
    this.classes = new TargetClasses(LoadedCalls.class.getClassLoader(), classPath);
    this.source = source;
  }

  /** Calls by the classes of an application, which a class loader of its own keeps apart. */
  static ServiceCalls isolated(List<String> entries) throws IOException {
    UnpackedClassPath classPath = UnpackedClassPath.open(entries);
    IsolatedLoader loader = new IsolatedLoader(classPath.urls());
    Closeable source =
        () -> {
          try (classPath) {
            loader.close();
          }
        };
    try {
      Constructor<?> constructor =
          loader
              .loadClass(LoadedCalls.class.getName())
              .getDeclaredConstructor(List.class, Closeable.class);
      constructor.setAccessible(true);
      return (ServiceCalls) constructor.newInstance(classPath.entries(), source);
    } catch (ReflectiveOperationException e) {
      source.close();
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
    Target.Factory targets =
        ClientKind.targets(settings, protocol, provider, users, classes, reasons);
    return (slots, completion) -> {
      try (CodecScope.Loading loading = CodecScope.loading(classes.loader())) {
        return targets.open(slots, completion);
      }
    };
  }

  @Override
  public Answer send(
      CallSettings call, RpcProtocol protocol, InetSocketAddress provider, Duration timeout)
      throws IOException {
    try (CodecScope.Loading loading = CodecScope.loading(classes.loader())) {
      return SingleCall.send(call, classes, protocol, provider, timeout);
    }
  }

  @Override
  public List<String> methods(String service) {
    return TargetMethod.all(classes.service(service)).stream()
        .map(each -> each.signature() + ":" + each.method().getGenericReturnType().getTypeName())
        .toList();
  }

  @Override
  public boolean has(String service) {
    return classes.has(service);
  }

  @Override
  public void check(CallSettings call, RpcProtocol protocol, String client) {
    try (CodecScope.Loading loading = CodecScope.loading(classes.loader())) {
      MeasuredCall measured = TargetCall.of(call, classes);
      requireSent(measured, call, protocol, client);
    }
  }

  private static void requireSent(
      MeasuredCall measured, CallSettings call, RpcProtocol protocol, String client) {
    try {
      if (protocol == RpcProtocol.TRI) {
        TriCodec.requireUnary(measured);
      }
      ClientKind.requireSends(client, measured);
    } catch (InvalidSettingException e) {
      throw new InvalidSettingException(call.setting() + "." + e.setting(), e.getMessage());
    }
  }

  @Override
  public void close() {
    try {
      source.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
