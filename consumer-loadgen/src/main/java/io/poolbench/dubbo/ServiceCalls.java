package io.poolbench.dubbo;

import io.poolbench.api.InvalidSettingException;
import io.poolbench.api.RpcProtocol;
import io.poolbench.load.Destination;
import io.poolbench.load.FailureReasons;
import io.poolbench.load.Target;
import io.poolbench.study.CallSettings;
import io.poolbench.study.CalledMethod;
import io.poolbench.study.DriverSettings;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;

/**
 * Calls of a provider's services, with the classes of their arguments and answers. Thread-safe.
 *
 * <p>Classes of an application are loaded apart from the driver's, see {@link IsolatedLoader}. This
 * interface and its types are shared by both sides.
 */
public interface ServiceCalls extends AutoCloseable {
  /** Calls by the driver's own classes, including the interfaces of poolbench's providers. */
  static ServiceCalls ofDriver() {
    return new LoadedCalls(List.of(), () -> {});
  }

  /** The calls of a method; by the driver's own classes if all of them are generic. */
  static ServiceCalls of(List<String> classPath, CalledMethod method) throws IOException {
    boolean typed =
        method.weighted().keySet().stream()
            .anyMatch(each -> each instanceof CallSettings call && !call.generic());
    return typed && !classPath.isEmpty() ? open(classPath) : ofDriver();
  }

  /**
   * Calls by the classes of an application.
   *
   * @param classPath see {@link UnpackedClassPath#open}
   * @throws IOException if an entry is missing or cannot be read
   */
  static ServiceCalls open(List<String> classPath) throws IOException {
    return LoadedCalls.isolated(classPath);
  }

  /**
   * Creates the targets of the study's client.
   *
   * @param users the answers to poolbench's own methods
   */
  Target.Factory targets(
      DriverSettings settings,
      RpcProtocol protocol,
      Destination provider,
      ExpectedUsers users,
      FailureReasons reasons);

  /**
   * Sends a call once and waits for its answer; see {@link SingleCall}.
   *
   * @param timeout of the connection and of the answer each
   * @throws InvalidSettingException if the application has no such method, or arguments do not fit
   * @throws IOException if the provider cannot be reached or does not answer
   */
  Answer send(CallSettings call, RpcProtocol protocol, InetSocketAddress provider, Duration timeout)
      throws IOException;

  /** The methods of a service, as an agent reports them: {@code find(long):com.example.Order}. */
  List<String> methods(String service);

  /** Whether there is an interface of this name. */
  boolean has(String service);

  /**
   * Checks a call and its data.
   *
   * @throws InvalidSettingException if the service has no such method, or arguments do not fit
   */
  void check(CallSettings call, RpcProtocol protocol, String client);

  @Override
  void close();

  /**
   * The answer to a single call.
   *
   * @param failed whether it is an exception
   * @param text JSON, or the exception with its causes
   */
  record Answer(double millis, boolean failed, String text) {}
}
