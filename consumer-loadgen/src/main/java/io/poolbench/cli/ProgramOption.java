package io.poolbench.cli;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.ObjectReader;
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
import io.poolbench.lab.CpuList;
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
import io.poolbench.study.StudyLoader.CellCheck;
import io.poolbench.study.TargetSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import picocli.CommandLine;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** A Dubbo provider of the user's own: what starts it, and a call of one of its methods. */
final class ProgramOption {
  private static final long NANOS_PER_MICRO = 1_000;

  /** The path of {@code report.html} in the results then fits on a terminal of 80 columns. */
  private static final int MAX_BASE_NAME = 33 - SizeCommand.SUFFIX.length();

  private static final String LAUNCHERS = "org.springframework.boot.loader.";

  /** What sets each setting of the study that the options stand for. */
  private static final Map<String, String> OPTIONS =
      Map.ofEntries(
          Map.entry("target.jar", "JAR"),
          Map.entry("target.classpath", "--classpath"),
          Map.entry("target.main", "--main"),
          Map.entry("target.attach", "--attach"),
          Map.entry("target.properties", "-D"),
          Map.entry("target.arguments", "--argument"),
          Map.entry("target.registry", "--registry"),
          Map.entry("target.configCenter", "--config-center"),
          Map.entry("target.stubs", "--stub"),
          Map.entry("target.port", "--port"),
          Map.entry("target.startTimeout", "--start-timeout"),
          Map.entry("provider.jvm.release", "--jvm-release"),
          Map.entry("provider.jvm.options", "--jvm-option"));

  /** Variables whose options a JVM reads itself. */
  private static final List<String> OWN_HEAP_VARIABLES =
      List.of("JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS", "_JAVA_OPTIONS");

  private static final Pattern SETS_HEAP =
      Pattern.compile("-Xm[sx]|-XX:(?:Max|Initial)(?:RAMPercentage|HeapSize)");

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final ObjectReader ONE_VALUE =
      JSON.reader().with(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);

  /** JSON, and a time after it; an {@code @} in a text of JSON is followed by a quote. */
  private static final Pattern TIMED = Pattern.compile("(.*)@([^@\"]+)", Pattern.DOTALL);

  @CommandLine.Spec(CommandLine.Spec.Target.MIXEE)
  private CommandLine.Model.CommandSpec spec;

  @Parameters(arity = "0..1", paramLabel = "JAR", description = "What 'java -jar' starts.")
  private Path jar;

  @Option(
      names = "--classpath",
      paramLabel = "ENTRY",
      split = ",",
      description = "Jars, folders, or 'FOLDER/*', with --main in place of a jar.")
  private List<String> classPath = List.of();

  @Option(names = "--main", paramLabel = "CLASS", description = "The class that is started.")
  private String main;

  @Option(
      names = "--attach",
      paramLabel = "PATH",
      description =
          "Start nothing, but attach to a program that runs with the agent's argument attach=PATH;"
              + " JAR or --classpath then only provide its classes.")
  private String attach;

  @Option(
      names = "--call",
      paramLabel = "CALL",
      description =
          "The call, such as 'com.example.shop.OrderService.findOrder(1)'; inspect makes it once."
              + " Several are mixed by weights, such as 'a.Orders.find(1)*3'.")
  private List<String> calls = List.of();

  @Option(
      names = "--arguments",
      paramLabel = "JSON",
      description = "Its arguments, such as '[1, \"text\"]', where --call has none.")
  private String arguments;

  @Option(
      names = "-D",
      paramLabel = "NAME=VALUE",
      description = "A system property of the provider.")
  private Map<String, String> properties = new LinkedHashMap<>();

  @Option(
      names = "--argument",
      paramLabel = "TEXT",
      description = "An argument of the provider, such as --argument=--spring.profiles.active=dev.")
  private List<String> programArguments = List.of();

  @Option(
      names = "--jvm-release",
      paramLabel = "N",
      description = "The release of its JDK, such as 25, of those that doctor lists.")
  private Integer jvmRelease;

  @Option(
      names = "--jvm-option",
      paramLabel = "OPTION",
      description = "An option of its JVM, such as --jvm-option=-Xmx1g.")
  private List<String> jvmOptions = List.of();

  @Option(
      names = "--registry",
      paramLabel = "WHICH",
      description =
          "unregistered, as-configured, or none, for a provider that calls no other service and"
              + " whose registry cannot be reached (default: unregistered).")
  private String registry;

  @Option(
      names = "--config-center",
      paramLabel = "WHICH",
      description =
          "none, or as-configured, for a provider that does not start without its config center"
              + " (default: none).")
  private String configCenter;

  @Option(
      names = "--stub",
      paramLabel = "INTERFACE.METHOD=JSON[@TIME]",
      description =
          "Do not call this method of another service, but return the value after the time, such as"
              + " 'com.example.StockService.level=7@3ms'.")
  private Map<String, String> stubs = new LinkedHashMap<>();

  @Option(
      names = "--record-stubs",
      description = {
        "Write stubs into the study, with what other services answered when the program started"
            + " and",
        "in the call of --call, so that the study calls none of these services."
      })
  private boolean recording;

  @Option(
      names = "--port",
      paramLabel = "PORT",
      description = "The port whose pool is read and measured, if Dubbo has several.")
  private Integer port;

  @Option(
      names = "--start-timeout",
      paramLabel = "TIME",
      description = "How long the program may take to start, such as 3m (default: 60s).")
  private String startTimeout;

  /**
   * Fails unless a program is named.
   *
   * @param instead an option that may stand in its place; empty if there is none
   * @param elsewhere whether it runs on another machine, where no answers are recorded
   */
  void require(String instead, boolean given, boolean elsewhere) {
    if (arguments != null && calls.size() != 1) {
      throw ConfigException.of("--arguments", "not of one call (valid: once, beside --call)");
    }
    if (recording && (given || attach != null || elsewhere)) {
      throw ConfigException.of(
          "--record-stubs",
          "not beside --connect, --attach or --provider-on (valid: of a program started here)");
    }
    if (recording && calls.isEmpty()) {
      throw ConfigException.of("--record-stubs", "no call (valid: beside --call)");
    }
    if (jar == null ? classPath.isEmpty() && !given : !classPath.isEmpty()) {
      throw ConfigException.of("one of them", "JAR, --classpath with --main" + instead);
    }
  }

  /** The settings of a study, by their paths, that options stand for; without files and stubs. */
  private Map<String, Object> givenSettings() {
    Map<String, Object> given = new LinkedHashMap<>();
    given.put("target.main", main);
    given.put("target.attach", attach);
    given.put("target.properties", properties);
    given.put("target.arguments", programArguments);
    given.put("target.registry", registry);
    given.put("target.configCenter", configCenter);
    given.put("target.port", port);
    given.put("target.startTimeout", startTimeout);
    given.put("provider.jvm.release", jvmRelease);
    given.put("provider.jvm.options", jvmOptions);
    given
        .values()
        .removeIf(value -> value == null || value.equals(List.of()) || value.equals(Map.of()));
    return given;
  }

  /** Whether there is an option of a program, even if the program itself is missing. */
  boolean isNamed() {
    return jar != null || !classPath.isEmpty() || !calls.isEmpty() || arguments != null || isRun();
  }

  /** Whether there is an option of how the program is started, attached to or measured. */
  boolean isRun() {
    return !givenSettings().isEmpty() || !stubs.isEmpty() || recording;
  }

  /** Where the classes of the program's services are. */
  List<String> classes() {
    return jar == null ? classPath : List.of(jar.toString());
  }

  List<WantedCall> wanted() {
    return calls.stream().map(text -> WantedCall.of(text, arguments, recording)).toList();
  }

  /**
   * The jar, the main class, or the last name of the path that is attached to. A launcher of Spring
   * Boot is the main class of any program, which is named by the first entry of its class path.
   */
  String name() {
    if (jar == null && main != null && !main.startsWith(LAUNCHERS)) {
      return main;
    }
    boolean attached = jar == null && attach != null;
    Path file = Path.of(attached ? attach : classes().stream().findFirst().orElse(""));
    return Objects.requireNonNullElse(file.getFileName(), file).toString();
  }

  /** The name of a study of the program, which leaves room for what {@code size} appends. */
  String baseName() {
    String base =
        name().equals(main)
            ? name().substring(name().lastIndexOf('.') + 1)
            : name().replaceFirst("\\.jar$", "");
    String valid =
        base.replaceAll("[^A-Za-z0-9._-]+", "-").replaceFirst("^(?![A-Za-z0-9])", "program");
    return valid.substring(0, Math.min(MAX_BASE_NAME, valid.length()));
  }

  /** The variables that stand for secrets in a study of the program. */
  Set<String> secrets() {
    return Secrets.hide(program(path -> path)).keySet();
  }

  boolean runsAlready() {
    return attach != null;
  }

  /** A cell of the target, read and checked in the same way as those of a study. */
  private Cell cell(CellCheck check) {
    try {
      return Poolbench.loader(check)
          .parse(
              "inspect",
              (spec.name() + " " + (jar == null ? name() : jar)).strip(),
              program(path -> path).toString(),
              List.of())
          .cells()
          .get(0);
    } catch (ConfigException e) {
      throw e.namingOption(OPTIONS);
    }
  }

  /** The settings of a study that start the program. */
  ObjectNode program(UnaryOperator<String> path) {
    ObjectNode study = JSON.createObjectNode();
    ObjectNode target = study.putObject("target");
    if (jar == null) {
      target.set("classpath", JSON.valueToTree(classPath.stream().map(path).toList()));
    } else {
      target.put("jar", path.apply(jar.toString()));
    }
    if (jar == null && attach == null) {
      target.putNull("main");
    }
    givenSettings().forEach((setting, value) -> set(study, setting, value));
    stubs.forEach(
        (method, answer) -> {
          Matcher timed = TIMED.matcher(answer);
          target
              .withObject("/stubs")
              .set(
                  method,
                  timed.matches()
                      ? stub(method, timed.group(1)).put("time", timed.group(2))
                      : stub(method, answer));
        });
    if (OWN_HEAP_VARIABLES.stream().anyMatch(ProgramOption::setsHeap)) {
      set(study, "provider.jvm.options", jvmOptions);
    }
    return study;
  }

  private static void set(ObjectNode study, String path, Object value) {
    JsonPointer place = JsonPointer.compile("/" + path.replace('.', '/'));
    study.withObject(place.head()).set(place.last().getMatchingProperty(), JSON.valueToTree(value));
  }

  /** Whether the environment sets a heap, which the program then keeps. */
  private static boolean setsHeap(String variable) {
    return SETS_HEAP.matcher(System.getenv().getOrDefault(variable, "")).find();
  }

  private ObjectNode stub(String method, String value) {
    ObjectNode stub = JSON.createObjectNode();
    try {
      if (!value.isBlank()) {
        stub.set("value", ONE_VALUE.readTree(value));
      }
    } catch (JsonProcessingException e) {
      throw ConfigException.of("--stub " + method, "invalid JSON '" + value + "' (example: 7@3ms)");
    }
    return stub;
  }

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
   * @param print receives what starting the program does, before it starts
   * @param machines of the program, which is started there or runs already, and of the calls
   */
  Inspection inspect(Consent consent, String calls, Consumer<String> print, Machines machines)
      throws LabException, IOException, InterruptedException {
    List<WantedCall> wanted = wanted();
    Machine machine = machines.provider();
    Cell cell = cell(HostCheck.of(machine));
    TargetSettings given = (TargetSettings) cell.provider();
    TargetSettings target =
        machine.isOther() ? given.listeningOn(machine.bind(given.bindHost())) : given;
    if (attach == null) {
      ProgramStart start = new ProgramStart(machine.isOther() ? target.listeningOn("") : target);
      start.announce(print);
      consent.require(start.facts());
    } else if (!wanted.isEmpty()) {
      consent.require(List.of(attach + " was not started by poolbench, and is called " + calls));
    }
    print.accept((attach == null ? "starting " : "attaching to ") + name() + " ...");
    Agreement agreement = method -> requireAgreed(consent, method, calls);
    ApplicationSettings settings = settings(target, !machine.isOther() && attach == null);
    Optional<Setting> servlet = settings.tripleOverServlet();
    if (servlet.isPresent() && attach == null) {
      throw ConfigException.of(
          servlet.get().text(),
          "Triple over the servlet container is not measured (valid: -D"
              + " dubbo.protocol.triple.servlet.enabled=false -D dubbo.protocol.port=50051)");
    }
    try (OwnedFolder temporary = OwnedFolder.create("inspect")) {
      Path log = temporary.path().resolve("output.log");
      CpuPlan cpus = cpus(machine);
      try {
        return new TargetInspector(machines.place(cpus, cpus.provider()), log)
            .inspect(name(), target, settings, wanted, agreement);
      } catch (LabException e) {
        throw keptOutput(log)
            .map(kept -> e.getMessage() + " (its output: " + kept + ")")
            .map(message -> new LabException(e.code(), message, e.logTail()))
            .orElse(e);
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

  private static CpuPlan cpus(Machine machine) {
    CpuList here = new HostFacts().cpus();
    return machine.isOther()
        ? CpuPlan.apart(CpuSets.AUTO, machine.cpus(), here)
        : CpuPlan.of(CpuSets.AUTO, here);
  }

  private static CpuList providerCpus() {
    return CpuPlan.of(CpuSets.AUTO, new HostFacts().cpus()).provider();
  }

  /** The methods of the calls' pool that are not called. */
  private static List<String> others(Inspection inspection, List<MixedCall> called) {
    Set<String> known =
        called.stream().map(MixedCall::call).map(ProgramOption::name).collect(Collectors.toSet());
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
  StarterStudy starter(Inspection inspection, Path study, Compared compared) {
    List<MixedCall> called = new ArrayList<>();
    for (int number = 0; number < inspection.answers().size(); number++) {
      called.add(
          new MixedCall(inspection.answers().get(number).call(), wanted().get(number).weight()));
    }
    boolean named = !called.isEmpty();
    if (!named) {
      NamedCall.placeholder(inspection.report().services(port == null ? 0 : port))
          .ifPresent(call -> called.add(new MixedCall(call, 1)));
    }
    Path folder = study.toAbsolutePath().getParent();
    Optional<InspectedPool> pool =
        called.stream()
            .findFirst()
            .flatMap(first -> inspection.pool(first.call().service()))
            .or(() -> inspection.pools().stream().findFirst());
    Optional<EffectivePool> runs = pool.map(found -> found.pool().runs());
    UnaryOperator<String> relative =
        path -> folder.relativize(Path.of(path).toAbsolutePath()).toString();
    ObjectNode program = program(relative);
    // A study that this command runs itself has the values that its command line gave.
    Secrets.give(Secrets.hide(program));
    String workingFolder = relative.apply("");
    if (attach == null && !workingFolder.isEmpty()) {
      program.withObject("/target").put("folder", workingFolder);
    }
    pool.ifPresent(found -> set(program, "target.configuredBy", found.place()));
    inspection.report().references().stream()
        .filter(TargetReport.Reference::isRecorded)
        .forEach(
            reference ->
                program
                    .withObject("/target/stubs")
                    .set(
                        reference.method(),
                        stub(reference.method(), reference.json())
                            .put("time", reference.nanos() / NANOS_PER_MICRO + "us")));
    return new StarterStudy(
        name(),
        program,
        runs.map(EffectivePool::label).orElse(""),
        new Calls(called, named, others(inspection, called)),
        compared,
        pool.filter(found -> found.pool().replaceable()).isPresent(),
        providerCpus().count());
  }
}
