package io.poolbench.dubbo;

import io.poolbench.api.InvalidSettingException;
import io.poolbench.api.RpcProtocol;
import io.poolbench.load.Destination;
import io.poolbench.load.FailureReasons;
import io.poolbench.load.Target;
import io.poolbench.study.CallSettings;
import io.poolbench.study.DriverSettings;
import java.io.IOException;
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

  LoadedCalls(TargetClasses classes) {
    this.classes = classes;
  }

  /** Calls by the classes of this class's loader; constructed by {@link IsolatedCalls}. */
  LoadedCalls(List<Path> classPath) {
    this(new TargetClasses(LoadedCalls.class.getClassLoader(), classPath));
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
      if (protocol == RpcProtocol.TRI) {
        requireUnary(measured, call);
      }
      if (!ClientKind.sends(client, measured)) {
        throw new InvalidSettingException(
            call.setting() + ".arguments",
            "'${#}' with driver.client " + client + " (valid: with wire)");
      }
    }
  }

  private static void requireUnary(MeasuredCall measured, CallSettings call) {
    try {
      TriCodec.requireUnary(measured);
    } catch (InvalidSettingException e) {
      throw new InvalidSettingException(call.setting() + "." + e.setting(), e.getMessage());
    }
  }

  @Override
  public void close() {}
}
