package io.poolbench.cli;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.poolbench.inspect.TargetInspector.WantedCall;
import io.poolbench.limits.SizeStages;
import io.poolbench.study.Cell;
import io.poolbench.study.ConfigException;
import io.poolbench.study.Secrets;
import io.poolbench.study.StudyLoader.CellCheck;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** A Dubbo provider of the user's own: what starts it, and calls of its methods. */
final class ProgramOption {
  /** The path of {@code report.html} in the results then fits on a terminal of 80 columns. */
  private static final int MAX_BASE_NAME = 33 - SizeStages.SUFFIX.length();

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
      description =
          "An option of its JVM, such as --jvm-option=-Xmx2g (default: -Xms1g and -Xmx1g, unless the"
              + " environment sets a heap).")
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
            + " and in the call of --call, so that the study calls none of these services."
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
      description = "How long the program may take to start, such as 3m (default: 2m).")
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

  /** Names the variables that stand for secrets in a study of the program; empty if none does. */
  Optional<String> noteOfSecrets() {
    Set<String> names = Secrets.hide(study(path -> path)).keySet();
    return names.isEmpty()
        ? Optional.empty()
        : Optional.of(
            "The study names environment variables in the place of secrets: "
                + String.join(", ", names));
  }

  /**
   * The command that sizes its pool by a call, such as {@code Orders.find(1)}; empty where it takes
   * more than a jar to start the program.
   */
  Optional<List<String>> sizing(String call) {
    return Optional.ofNullable(jar)
        .filter(alone -> !isRun())
        .map(path -> List.of("./poolbench", "size", path.toString(), "--call", call));
  }

  boolean runsAlready() {
    return attach != null;
  }

  /** The path by which it is attached to; null for a program that is started. */
  String attachedTo() {
    return attach;
  }

  /** The port whose pool is meant; 0 if it is the only one. */
  int port() {
    return port == null ? 0 : port;
  }

  /** A cell of the target, read and checked in the same way as those of a study. */
  Cell cell(CellCheck check) {
    try {
      return Poolbench.loader(check)
          .parse(
              "inspect",
              (spec.name() + " " + (jar == null ? name() : jar)).strip(),
              study(path -> path).toString(),
              List.of())
          .cells()
          .get(0);
    } catch (ConfigException e) {
      throw e.namingOption(OPTIONS);
    }
  }

  /** The settings of a study that start the program. */
  ObjectNode study(UnaryOperator<String> path) {
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

  static void set(ObjectNode study, String path, Object value) {
    JsonPointer place = JsonPointer.compile("/" + path.replace('.', '/'));
    study.withObject(place.head()).set(place.last().getMatchingProperty(), JSON.valueToTree(value));
  }

  /** Whether the environment sets a heap, which the program then keeps. */
  private static boolean setsHeap(String variable) {
    return SETS_HEAP.matcher(System.getenv().getOrDefault(variable, "")).find();
  }

  static ObjectNode stub(String method, String value) {
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
}
