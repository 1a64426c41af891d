package io.poolbench.cli;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.poolbench.api.EffectivePool;
import io.poolbench.api.OwnedFolder;
import io.poolbench.inspect.ApplicationSettings;
import io.poolbench.inspect.ApplicationSettings.Setting;
import io.poolbench.inspect.InspectedPool;
import io.poolbench.inspect.Inspection;
import io.poolbench.inspect.NamedCall;
import io.poolbench.inspect.StarterStudy;
import io.poolbench.inspect.StarterStudy.Calls;
import io.poolbench.inspect.StarterStudy.Compared;
import io.poolbench.inspect.StarterStudy.MixedCall;
import io.poolbench.inspect.TargetInspector;
import io.poolbench.inspect.TargetInspector.Agreement;
import io.poolbench.inspect.TargetInspector.WantedCall;
import io.poolbench.lab.CpuPlan;
import io.poolbench.lab.HostCheck;
import io.poolbench.lab.HostFacts;
import io.poolbench.lab.LabException;
import io.poolbench.lab.Machine;
import io.poolbench.lab.Machines;
import io.poolbench.lab.TargetReport;
import io.poolbench.lab.TargetService;
import io.poolbench.study.Cell;
import io.poolbench.study.ClassPath;
import io.poolbench.study.ConfigException;
import io.poolbench.study.CpuSets;
import io.poolbench.study.Secrets;
import io.poolbench.study.TargetSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

/**
 * The inspection of a program that options name, and the study that follows from it.
 *
 * @param program what starts it, and its calls
 */
record ProgramInspection(ProgramOption program) {
  private static ApplicationSettings settings(TargetSettings target, boolean startedHere)
      throws IOException {
    ApplicationSettings files = ApplicationSettings.read(ClassPath.files(target.classPath()));
    return (startedHere ? files.runIn(Path.of(target.program().folder())) : files)
        .with(target.program().arguments(), target.program().properties());
  }

  /**
   * Starts the program, reads its pools, makes the call if there is one, and ends the program.
   *
   * @param calls how often the method is called, such as {@code many times}
   * @param agreed what is printed once the user has agreed to the start
   * @param print receives what starting the program does, before it starts
   * @param machines of the program, which is started there or runs already, and of the calls
   */
  Inspection inspect(
      Consent consent, String calls, List<String> agreed, Consumer<String> print, Machines machines)
      throws LabException, IOException, InterruptedException {
    List<WantedCall> wanted = program.wanted();
    Machine machine = machines.provider();
    Cell cell = program.cell(HostCheck.of(machines));
    TargetSettings given = (TargetSettings) cell.provider();
    TargetSettings target =
        machine.isOther() ? given.listeningOn(machine.bind(given.bindHost())) : given;
    if (!program.runsAlready()) {
      ProgramStart start = new ProgramStart(machine.isOther() ? target.listeningOn("") : target);
      start.announce(print);
      consent.require(start.facts());
    } else if (!wanted.isEmpty()) {
      consent.require(
          List.of(program.attachedTo() + " was not started by poolbench, and is called " + calls));
    }
    agreed.forEach(print);
    print.accept((program.runsAlready() ? "attaching to " : "starting ") + program.name() + " ...");
    Agreement agreement = method -> requireAgreed(consent, method, calls);
    ApplicationSettings settings = settings(target, !machine.isOther() && !program.runsAlready());
    Optional<Setting> servlet = settings.tripleOverServlet();
    if (servlet.isPresent() && !program.runsAlready()) {
      throw ConfigException.of(
          servlet.get().text(),
          "Triple over the servlet container is not measured (valid: -D"
              + " dubbo.protocol.triple.servlet.enabled=false -D dubbo.protocol.port=50051)");
    }
    try (EndOfChildren unused = new EndOfChildren();
        OwnedFolder temporary = OwnedFolder.create("inspect")) {
      Path log = temporary.path().resolve("output.log");
      CpuPlan cpus = machines.cpus(CpuSets.AUTO);
      try {
        return new TargetInspector(machines.place(cpus, cpus.provider()), log)
            .inspect(program.name(), target, settings, wanted, agreement);
      } catch (LabException e) {
        throw keptOutput(log)
            .map(kept -> e.getMessage() + " (its output: " + kept + ")")
            .map(message -> new LabException(e.code(), message, e.logTail()))
            .orElse(e);
      }
    }
  }

  /**
   * Ends what this JVM has started, if a signal ends the JVM: an inspection has nothing to save,
   * and a program that still starts may not see for seconds that its driver has ended.
   */
  private static final class EndOfChildren implements AutoCloseable {
    private final Thread hook =
        new Thread(
            () -> ProcessHandle.current().descendants().forEach(ProcessHandle::destroyForcibly),
            "inspection-end");

    EndOfChildren() {
      Runtime.getRuntime().addShutdownHook(hook);
    }

    @Override
    public void close() {
      try {
        Runtime.getRuntime().removeShutdownHook(hook);
      } catch (IllegalStateException underWay) {
        // It runs.
      }
    }
  }

  /** A copy of the program's output in the working folder; empty if there is none. */
  private static Optional<Path> keptOutput(Path log) {
    try {
      return Files.size(log) == 0
          ? Optional.empty()
          : Optional.of(
              Files.copy(
                  log, Path.of("poolbench-inspect.log"), StandardCopyOption.REPLACE_EXISTING));
    } catch (IOException notReadableOrWritable) {
      return Optional.empty();
    }
  }

  private static void requireAgreed(Consent consent, TargetService.Method method, String calls)
      throws IOException {
    if (!method.reads()) {
      String name =
          method.name() + (method.readOnly() == null ? "" : " (a transaction, not read-only)");
      consent.require(List.of(Consent.writes(name, calls)));
    }
  }

  /** The methods of the calls' pool that are not called. */
  private static List<String> others(Inspection inspection, List<MixedCall> called) {
    Set<String> known =
        called.stream()
            .map(MixedCall::call)
            .map(ProgramInspection::name)
            .collect(Collectors.toSet());
    return called.stream()
        .findFirst()
        .map(first -> first.call().service().port())
        .map(inspection.report()::services)
        .orElse(List.of())
        .stream()
        .flatMap(
            service ->
                service.methods().stream()
                    .map(method -> name(service.interfaceName(), method.name())))
        .distinct()
        .filter(name -> !known.contains(name))
        .toList();
  }

  private static String name(NamedCall call) {
    return name(call.service().interfaceName(), call.method().name());
  }

  private static String name(String type, String method) {
    return type.substring(type.lastIndexOf('.') + 1) + "." + method;
  }

  /** The study that compares the program's pool with others, by the call that was made. */
  StarterStudy starter(Inspection inspection, Path file, Compared compared) {
    List<MixedCall> called = new ArrayList<>();
    for (int number = 0; number < inspection.answers().size(); number++) {
      called.add(
          new MixedCall(
              inspection.answers().get(number).call(), program.wanted().get(number).weight()));
    }
    boolean named = !called.isEmpty();
    if (!named) {
      NamedCall.placeholder(inspection.report().services(program.port()))
          .ifPresent(call -> called.add(new MixedCall(call, 1)));
    }
    Path folder = file.toAbsolutePath().getParent();
    Optional<InspectedPool> pool =
        called.stream()
            .findFirst()
            .flatMap(first -> inspection.pool(first.call().service()))
            .or(() -> inspection.pools().stream().findFirst());
    Optional<EffectivePool> runs = pool.map(found -> found.pool().runs());
    UnaryOperator<String> relative =
        path -> folder.relativize(Path.of(path).toAbsolutePath()).toString();
    ObjectNode study = program.study(relative);
    // A study that this command runs itself has the values that its command line gave.
    Secrets.give(Secrets.hide(study));
    String workingFolder = relative.apply("");
    if (!program.runsAlready() && !workingFolder.isEmpty()) {
      study.withObject("/target").put("folder", workingFolder);
    }
    pool.ifPresent(found -> ProgramOption.set(study, "target.configuredBy", found.place()));
    inspection.report().references().stream()
        .filter(TargetReport.Reference::isRecorded)
        .forEach(
            reference ->
                study
                    .withObject("/target/stubs")
                    .set(
                        reference.method(),
                        ProgramOption.stub(reference.method(), reference.json())
                            .put("time", TimeUnit.NANOSECONDS.toMicros(reference.nanos()) + "us")));
    return new StarterStudy(
        program.name(),
        study,
        runs.map(EffectivePool::label).orElse(""),
        new Calls(called, named, others(inspection, called)),
        compared,
        pool.filter(found -> found.pool().replaceable()).isPresent(),
        CpuPlan.of(CpuSets.AUTO, new HostFacts().cpus()).provider().count());
  }
}
