package io.poolbench.inspect;

import io.poolbench.api.InvalidSettingException;
import io.poolbench.api.RpcProtocol;
import io.poolbench.config.ConfigException;
import io.poolbench.core.AgentLaunch;
import io.poolbench.dubbo.ServiceCalls;
import io.poolbench.inspect.Inspection.CallAnswer;
import io.poolbench.journal.ViolationCode;
import io.poolbench.lab.LabException;
import io.poolbench.lab.Program;
import io.poolbench.lab.ProviderControl;
import io.poolbench.lab.ProviderPlace;
import io.poolbench.lab.ProviderProcess;
import io.poolbench.lab.TargetJvm;
import io.poolbench.lab.TargetReport;
import io.poolbench.lab.TargetService;
import io.poolbench.spec.CallSettings;
import io.poolbench.spec.TargetSettings;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * Starts a program as configured or attaches to one that runs already, reads its pools from the
 * agent, makes at most one call, and ends what it started.
 *
 * @param place of the program
 * @param log receives the program's output
 */
public record TargetInspector(ProviderPlace place, Path log) {
  private static final Duration CALL_TIMEOUT = Duration.ofSeconds(30);

  public Inspection inspect(
      String name,
      TargetSettings target,
      ApplicationSettings settings,
      Optional<WantedCall> wanted,
      Agreement agreement)
      throws LabException, InterruptedException, IOException {
    TargetJvm program = TargetJvm.of(target, place.machine());
    boolean recording = wanted.filter(WantedCall::recorded).isPresent();
    AgentLaunch agent = recording ? program.launch().recordingReferences() : program.launch();
    Program.Launch launch =
        new Program.Launch(program, agent.toJson(), target.jvm(), target.scheduling());
    long started = System.nanoTime();
    try (ProviderProcess process = ProviderProcess.start(launch, place, log)) {
      long startMillis = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - started);
      return inspection(
          name, startMillis, target, settings, process, target.bindHost(), wanted, agreement);
    }
  }

  /**
   * Reads the pools of a running program and makes at most one call.
   *
   * @param host of its services
   */
  private static Inspection inspection(
      String name,
      long startMillis,
      TargetSettings target,
      ApplicationSettings settings,
      ProviderControl process,
      String host,
      Optional<WantedCall> wanted,
      Agreement agreement)
      throws LabException, InterruptedException, IOException {
    TargetReport report = process.target();
    Optional<CallAnswer> answer = Optional.empty();
    if (wanted.isPresent()) {
      NamedCall call = wanted.get().resolve(report.services(target.program().port()));
      agreement.require(call.method());
      List<String> classPath = report.classPathHere().orElse(target.classPath());
      answer = Optional.of(answer(wanted.get(), call, classPath, host));
      report = wanted.get().recorded() ? process.target() : report;
    }
    return Inspection.of(name, target.runsAlready() ? 0 : startMillis, report, settings, answer);
  }

  static CallAnswer answer(WantedCall wanted, NamedCall call, List<String> classPath, String host)
      throws LabException {
    call.service().requireCallable();
    CallSettings settings = call.settings();
    try (ServiceCalls calls = ServiceCalls.of(classPath, settings)) {
      ServiceCalls.Answer answer =
          calls.send(
              settings,
              call.service().isTriple() ? RpcProtocol.TRI : RpcProtocol.DUBBO,
              new InetSocketAddress(host, call.service().port()),
              CALL_TIMEOUT);
      return new CallAnswer(call, answer.millis(), answer.failed(), answer.text());
    } catch (InvalidSettingException e) {
      throw ConfigException.of("--call " + wanted.text(), e.getMessage());
    } catch (IOException e) {
      throw new LabException(
          ViolationCode.CALL_FAILED,
          "call of %s.%s failed: %s"
              .formatted(call.service().key(), call.method().name(), e.getMessage()),
          e);
    }
  }

  /** Returns if a method may be called, and throws otherwise. */
  @FunctionalInterface
  public interface Agreement {
    void require(TargetService.Method method) throws IOException;
  }

  /**
   * A call as the user typed it, see {@link NamedCall#resolve}.
   *
   * @param recorded whether the answers of the services that the program calls are recorded
   */
  public record WantedCall(String text, String arguments, boolean recorded) {
    public WantedCall {
      Objects.requireNonNull(NamedCall.Path.of(text), "text");
    }

    public String method() {
      return NamedCall.Path.of(text).method();
    }

    NamedCall resolve(List<TargetService> services) {
      return NamedCall.resolve(text, arguments, services);
    }
  }
}
