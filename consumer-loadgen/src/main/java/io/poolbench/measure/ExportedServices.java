package io.poolbench.measure;

import io.poolbench.api.RpcProtocol;
import io.poolbench.journal.ViolationCode;
import io.poolbench.lab.LabException;
import io.poolbench.lab.ProviderProcess;
import io.poolbench.lab.TargetReport;
import io.poolbench.lab.TargetService;
import io.poolbench.study.CallSettings;
import io.poolbench.study.CallSettings.Serialization;
import io.poolbench.study.CalledMethod;
import io.poolbench.study.CalledMethod.CallMix;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;

/** The services that a running target exports, as its agent reports them. For one thread. */
final class ExportedServices {
  private final RpcProtocol protocol;
  private final List<CallSettings> calls;
  private List<TargetService> services = List.of();

  ExportedServices(RpcProtocol protocol, CalledMethod method) {
    this.protocol = protocol;
    this.calls =
        method.weighted().keySet().stream()
            .filter(CallSettings.class::isInstance)
            .map(CallSettings.class::cast)
            .toList();
  }

  /**
   * Reads the services that are called if the study has calls of its own, and checks that the
   * measured pool serves these calls.
   */
  void read(ProviderProcess provider) throws LabException, InterruptedException {
    if (calls.isEmpty()) {
      return;
    }
    TargetReport report = provider.target();
    int port = provider.endpoint().port();
    report.requireMeasured(port);
    for (CallSettings call : calls) {
      requireExported(call, protocol, port, report.services());
    }
    services = called(protocol, port, report.services());
  }

  /** The services that calls of a protocol reach on a port: others may differ in token and TLS. */
  private static List<TargetService> called(
      RpcProtocol protocol, int port, List<TargetService> services) {
    return services.stream().filter(each -> each.isOf(protocol) && each.port() == port).toList();
  }

  /**
   * Checks that a call's service is exported with its version, group and protocol on the measured
   * port, in a form that poolbench can call.
   */
  static void requireExported(
      CallSettings call, RpcProtocol protocol, int port, List<TargetService> services)
      throws LabException {
    List<TargetService> found = services.stream().filter(service -> isOf(call, service)).toList();
    if (found.isEmpty()) {
      throw new LabException(
          ViolationCode.PROVIDER_UNREACHABLE,
          "service of %s not exported: %s, version '%s', group '%s' (exported: %s)"
              .formatted(
                  call.setting(),
                  call.service(),
                  call.version(),
                  call.group(),
                  services.stream().map(TargetService::key).collect(Collectors.joining(", "))));
    }
    if (found.stream().noneMatch(each -> each.isOf(protocol))) {
      throw new LabException(
          ViolationCode.PROVIDER_UNREACHABLE,
          "service %s is exported by %s, not by %s (example: provider: {protocol: tri}, driver:"
                  .formatted(found.get(0).key(), found.get(0).protocol(), protocol.id())
              + " {client: tri})");
    }
    List<TargetService> called = called(protocol, port, found);
    if (called.isEmpty()) {
      throw new LabException(
          ViolationCode.PROVIDER_UNREACHABLE,
          "service %s is exported on another port than the measured pool's (valid: target.port, the"
                  .formatted(found.get(0).key())
              + " port that its configuration has)");
    }
    for (TargetService service : called) {
      service.requireCallable();
    }
  }

  /** The calls with the serialization, token and payload of their services. */
  CalledMethod asExported(CalledMethod method) {
    if (method instanceof CallMix mix) {
      return new CallMix(mix.calls().stream().map(call -> asExported(call, services)).toList());
    }
    return method instanceof CallSettings call ? asExported(call, services) : method;
  }

  /**
   * The call with its service's token, payload and the first known serialization that the service's
   * URL prefers.
   */
  static CallSettings asExported(CallSettings call, List<TargetService> services) {
    List<TargetService> own = services.stream().filter(service -> isOf(call, service)).toList();
    Serialization preferred =
        own.stream()
            .flatMap(service -> Arrays.stream(service.serialization().split(",")))
            .map(String::strip)
            .map(Serialization::of)
            .flatMap(Optional::stream)
            .findFirst()
            .orElse(null);
    String token = own.stream().map(TargetService::token).findFirst().orElse("");
    Integer payload =
        own.stream().map(TargetService::payload).filter(Objects::nonNull).findFirst().orElse(null);
    return call.exportedWith(preferred, token, payload);
  }

  private static boolean isOf(CallSettings call, TargetService service) {
    return service.interfaceName().equals(call.service())
        && service.version().equals(call.version())
        && service.group().equals(call.group());
  }
}
