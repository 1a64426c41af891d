package io.poolbench.inspect;

import io.poolbench.api.InvalidSettingException;
import io.poolbench.api.RpcProtocol;
import io.poolbench.dubbo.ServiceCalls;
import io.poolbench.dubbo.SingleCall;
import io.poolbench.inspect.Inspection.CallAnswer;
import io.poolbench.inspect.TargetInspector.WantedCall;
import io.poolbench.journal.ViolationCode;
import io.poolbench.lab.LabException;
import io.poolbench.lab.TargetService;
import io.poolbench.lab.TargetService.Method;
import io.poolbench.study.CallSettings;
import io.poolbench.study.ConfigException;
import io.poolbench.study.RemoteSettings;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/**
 * Checks that a running provider answers, and makes at most one call: typed if its class path is
 * known, generic otherwise.
 */
public record RemoteInspector(RemoteSettings provider) {
  private static final Duration TIMEOUT = Duration.ofSeconds(10);
  private static final int MAX_ARGUMENTS = 255;
  private static final Pattern KEY =
      Pattern.compile("(?:(?<group>[^/]+)/)?(?<type>[^:/]+)(?::(?<version>.+))?");

  private static final Pattern TYPES = Pattern.compile("[^(]*\\((?<types>.*\\S.*)\\)");

  public RemoteInspection inspect(Optional<WantedCall> wanted) throws LabException {
    InetSocketAddress address = new InetSocketAddress(provider.remoteHost(), provider.port());
    try {
      Optional<NamedCall> call =
          wanted.isPresent() ? Optional.of(named(wanted.get())) : Optional.empty();
      if (address.isUnresolved()) {
        throw new IOException("unknown host");
      }
      double millis =
          provider.protocol() == RpcProtocol.TRI
              ? SingleCall.settings(address, TIMEOUT)
              : SingleCall.heartbeat(address, TIMEOUT);
      return new RemoteInspection(
          provider.url(),
          millis,
          call.isPresent() ? Optional.of(answer(call.get(), address)) : Optional.empty());
    } catch (InvalidSettingException e) {
      throw ConfigException.of("--call " + wanted.orElseThrow().text(), e.getMessage());
    } catch (IOException e) {
      throw new LabException(
          ViolationCode.PROVIDER_UNREACHABLE,
          "%s: %s (valid: %s)".formatted(provider.url(), e.getMessage(), RemoteSettings.REQUIRED),
          e);
    }
  }

  private CallAnswer answer(NamedCall call, InetSocketAddress address) throws IOException {
    CallSettings settings =
        provider.classPath().isEmpty() ? call.genericSettings() : call.settings();
    try (ServiceCalls calls = ServiceCalls.of(provider.classPath(), settings)) {
      ServiceCalls.Answer answer = calls.send(settings, provider.protocol(), address, TIMEOUT);
      return new CallAnswer(call, answer.millis(), answer.failed(), answer.text());
    }
  }

  NamedCall named(WantedCall wanted) {
    NamedCall.Path path = NamedCall.Path.of(wanted.text());
    Matcher key = KEY.matcher(path.service());
    if (!key.matches()) {
      throw ConfigException.of(
          "--call " + wanted.text(),
          "no service (example: 'group/com.example.Orders:1.0.find(1)')");
    }
    List<Method> methods =
        provider.classPath().isEmpty()
            ? ofUnknownClass(path.method(), wanted)
            : ofClass(key.group("type"));
    return wanted.resolve(
        List.of(
            new TargetService(
                provider.url(),
                key.group("type"),
                Optional.ofNullable(key.group("version")).orElse(""),
                Optional.ofNullable(key.group("group")).orElse(""),
                "dubbo",
                provider.port(),
                "",
                false,
                methods)));
  }

  private List<Method> ofClass(String type) {
    try (ServiceCalls calls = ServiceCalls.open(provider.classPath())) {
      return calls.methods(type).stream().map(Method::parse).toList();
    } catch (IOException e) {
      throw ConfigException.of(
          String.join(", ", provider.classPath()),
          e.getMessage() + " (valid: jars, or folders of classes)");
    }
  }

  /**
   * The method of the types that the user named; without them candidates of any types, one for each
   * number of parameters.
   */
  private static List<Method> ofUnknownClass(String name, WantedCall wanted) {
    String any = Object.class.getName();
    Matcher types = TYPES.matcher(wanted.text());
    if (wanted.arguments() != null && types.matches()) {
      Method typed = Method.parse("typed(" + types.group("types") + "):" + any);
      return List.of(new Method(name, typed.parameterTypes(), any));
    }
    return IntStream.rangeClosed(0, MAX_ARGUMENTS)
        .mapToObj(count -> new Method(name, Collections.nCopies(count, any), any))
        .toList();
  }

  /**
   * The state of a running provider, as seen from outside.
   *
   * @param heartbeatMillis until the answer to a heartbeat, or with Triple until the first HTTP/2
   *     frame
   */
  public record RemoteInspection(String url, double heartbeatMillis, Optional<CallAnswer> answer) {
    public RemoteInspection {
      Objects.requireNonNull(url, "url");
      Objects.requireNonNull(answer, "answer");
    }
  }
}
