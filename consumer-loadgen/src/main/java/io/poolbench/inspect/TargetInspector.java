package io.poolbench.inspect;

import io.poolbench.api.InvalidSettingException;
import io.poolbench.api.RpcProtocol;
import io.poolbench.core.AgentLaunch;
import io.poolbench.dubbo.ServiceCalls;
import io.poolbench.inspect.Inspection.CallAnswer;
import io.poolbench.journal.Units;
import io.poolbench.lab.LabException;
import io.poolbench.lab.LogAdvice;
import io.poolbench.lab.Program;
import io.poolbench.lab.ProviderPlace;
import io.poolbench.lab.ProviderProcess;
import io.poolbench.lab.TargetJvm;
import io.poolbench.lab.TargetReport;
import io.poolbench.lab.TargetService;
import io.poolbench.study.CallSettings;
import io.poolbench.study.ConfigException;
import io.poolbench.study.TargetSettings;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Starts a program as configured or attaches to one that runs already, reads its pools from the
 * agent, makes some calls once, and ends what it started.
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
      List<WantedCall> wanted,
      Agreement agreement)
      throws LabException, InterruptedException, IOException {
    TargetJvm program = TargetJvm.of(target, place.machine());
    boolean recording = wanted.stream().anyMatch(WantedCall::recorded);
    AgentLaunch agent = recording ? program.launch().recordingReferences() : program.launch();
    Program.Launch launch =
        new Program.Launch(program, agent.toJson(), target.jvm(), target.scheduling());
    long started = System.nanoTime();
    try (ProviderProcess process = ProviderProcess.start(launch, place, log, Optional.empty())) {
      long startMillis = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - started);
      TargetReport report = process.target();
      List<CallAnswer> answers = new ArrayList<>();
      for (WantedCall each : wanted) {
        NamedCall call = resolved(each, report.services(target.program().port()));
        agreement.require(call.method());
        List<String> classPath = report.classPathHere().orElse(target.classPath());
        answers.add(answer(each, call, classPath, target.bindHost()));
        report = each.recorded() ? process.target() : report;
      }
      return Inspection.of(name, target.runsAlready() ? 0 : startMillis, report, settings, answers);
    }
  }

  /** A program that waits for its registry may have exported some of its services. */
  NamedCall resolved(WantedCall wanted, List<TargetService> services) {
    try {
      return wanted.resolve(services);
    } catch (ConfigException e) {
      throw new LogAdvice(log).registry().map(e::because).orElse(e);
    }
  }

  static CallAnswer answer(WantedCall wanted, NamedCall call, List<String> classPath, String host)
      throws LabException {
    call.service().requireCallable();
    CallSettings settings = call.settings();
    long began = System.nanoTime();
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
      // What was read of the program is worth as much without an answer.
      return new CallAnswer(
          call,
          Units.millis((double) (System.nanoTime() - began)),
          true,
          Objects.requireNonNullElse(e.getMessage(), e.toString()));
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
   * @param weight frequency relative to other calls
   */
  public record WantedCall(String text, String arguments, boolean recorded, int weight) {
    /** A call and its weight, such as {@code a.Orders.find(1)*3}. */
    private static final Pattern WEIGHTED = Pattern.compile("(.*\\))\\*([1-9]\\d{0,5})");

    public static WantedCall of(String text, String arguments, boolean recorded) {
      Matcher weighted = WEIGHTED.matcher(text);
      return weighted.matches()
          ? new WantedCall(
              weighted.group(1), arguments, recorded, Integer.parseInt(weighted.group(2)))
          : new WantedCall(text, arguments, recorded, 1);
    }

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
