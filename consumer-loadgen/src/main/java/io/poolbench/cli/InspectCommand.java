package io.poolbench.cli;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.poolbench.api.InvalidSettingException;
import io.poolbench.config.ConfigException;
import io.poolbench.inspect.ApplicationSettings;
import io.poolbench.inspect.ApplicationSettings.Setting;
import io.poolbench.inspect.Inspection;
import io.poolbench.inspect.Inspection.CallAnswer;
import io.poolbench.inspect.NamedCall;
import io.poolbench.inspect.RemoteInspector;
import io.poolbench.inspect.RemoteInspector.RemoteInspection;
import io.poolbench.inspect.StarterStudy;
import io.poolbench.inspect.TargetInspector;
import io.poolbench.inspect.TargetInspector.WantedCall;
import io.poolbench.lab.CpuList;
import io.poolbench.lab.CpuPlan;
import io.poolbench.lab.HostCheck;
import io.poolbench.lab.HostFacts;
import io.poolbench.lab.LabException;
import io.poolbench.report.InspectionText;
import io.poolbench.spec.CpuSets;
import io.poolbench.spec.RemoteSettings;
import io.poolbench.spec.TargetSettings;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.UnaryOperator;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
    name = "inspect",
    description = {
      "Start a Dubbo provider of your own, print the pools that it really runs, and write a study.",
      "It runs unregistered, on loopback, with your rights. No call is made but that of --call.",
      "With --connect nothing is started, and only what is seen from outside is printed."
    })
final class InspectCommand implements Callable<Integer> {
  private static final String UNREGISTERED = "unregistered";
  private static final ObjectMapper JSON = new ObjectMapper();

  @CommandLine.Spec private CommandLine.Model.CommandSpec spec;

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
      names = "--connect",
      paramLabel = "URL",
      description =
          "A provider that runs already, such as dubbo://host:20880; JAR or --classpath then only"
              + " have the classes of its services.")
  private String connect;

  @Option(names = "--yes", description = "Make the call of --call on another host.")
  private boolean yes;

  @Option(names = "--json", description = "Print JSON; writes a study only with --out.")
  private boolean json;

  @Option(
      names = "--call",
      paramLabel = "CALL",
      description = "Make this call once, such as 'com.example.shop.OrderService.findOrder(1)'.")
  private String call;

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

  @Option(names = "--jvm-home", paramLabel = "DIR", description = "The JDK that it runs on.")
  private String jvmHome = "";

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
              + " whose registry cannot be reached (default: ${DEFAULT-VALUE}).",
      defaultValue = UNREGISTERED)
  private String registry;

  @Option(
      names = "--port",
      paramLabel = "PORT",
      description = "The port of Dubbo to look at, of a provider that has several.")
  private int port;

  @Option(
      names = {"-o", "--out"},
      paramLabel = "FILE",
      description =
          "The study that is written (default: the jar's name with .yaml); never overwritten.")
  private Path out;

  @Override
  public Integer call() throws IOException, InterruptedException {
    if (arguments != null && call == null) {
      throw new CommandLine.ParameterException(
          spec.commandLine(), "--arguments: no call (valid: beside --call)");
    }
    if (jar == null ? classPath.isEmpty() && connect == null : !classPath.isEmpty()) {
      throw new CommandLine.ParameterException(
          spec.commandLine(), "one of them: JAR, --classpath with --main, --connect");
    }
    if (connect != null) {
      return connected();
    }
    Path study = out == null ? Path.of(baseName() + ".yaml") : out;
    if (out != null && Files.exists(out)) {
      throw ConfigException.of("--out " + out, "exists (valid: a new file)");
    }
    boolean written = !json || out != null;
    Path folder = study.toAbsolutePath().getParent();
    if (written && !(Files.isDirectory(folder) && Files.isWritable(folder))) {
      throw ConfigException.of(
          "--out " + study, "cannot be written (valid: a file in an existing folder)");
    }
    CpuList host = new HostFacts().cpus();
    TargetSettings target = target(host);
    Path log = Files.createTempFile("poolbench-inspect", ".log");
    try {
      CpuList cpus = CpuPlan.of(new CpuSets("", ""), host).provider();
      Inspection inspection =
          new TargetInspector(Poolbench.home().resolve("provider"), cpus, log)
              .inspect(name(), target, settings(target), wanted());
      print(
          json ? List.of(InspectionText.json(inspection)) : new InspectionText(inspection).lines());
      if (written) {
        write(inspection, study, cpus.count());
      }
      return exit(inspection.answer());
    } catch (LabException e) {
      return failed(e);
    } finally {
      Files.delete(log);
    }
  }

  private Optional<WantedCall> wanted() {
    return Optional.ofNullable(call).map(text -> new WantedCall(text, arguments));
  }

  private int connected() {
    List<String> classes = jar == null ? classPath : List.of(jar.toString());
    try {
      RemoteSettings provider = RemoteSettings.at(connect, classes);
      if (call != null && !provider.isOnThisHost() && !yes) {
        throw new CommandLine.ParameterException(
            spec.commandLine(),
            provider.url() + " is another host, and --call makes a call (confirm with --yes)");
      }
      RemoteInspection inspection = new RemoteInspector(provider).inspect(wanted());
      print(json ? List.of(InspectionText.json(inspection)) : InspectionText.lines(inspection));
      return exit(inspection.answer());
    } catch (InvalidSettingException e) {
      throw ConfigException.of("--connect", e.getMessage());
    } catch (LabException e) {
      return failed(e);
    }
  }

  private static int exit(Optional<CallAnswer> answer) {
    boolean failed = answer.map(CallAnswer::failed).orElse(false);
    return (failed ? ExitCode.LAB_FAILED : ExitCode.DONE).code();
  }

  private int failed(LabException e) {
    Poolbench.error(spec, e.getMessage());
    e.report().lines().skip(1).forEach(spec.commandLine().getErr()::println);
    return ExitCode.LAB_FAILED.code();
  }

  private void print(List<String> lines) {
    PrintWriter print = spec.commandLine().getOut();
    lines.forEach(print::println);
    print.flush();
  }

  private String name() {
    return jar == null ? Objects.requireNonNullElse(main, "") : jar.getFileName().toString();
  }

  private String baseName() {
    return jar == null
        ? name().substring(name().lastIndexOf('.') + 1)
        : name().replaceFirst("\\.jar$", "");
  }

  /** The target's settings, read and checked in the same way as those of a study. */
  private TargetSettings target(CpuList host) {
    return (TargetSettings)
        Poolbench.loader(new HostCheck(host))
            .parse(
                "inspect",
                ("inspect " + (jar == null ? name() : jar)).strip(),
                program(path -> path).toString(),
                List.of())
            .cells()
            .get(0)
            .provider();
  }

  private ObjectNode program(UnaryOperator<String> path) {
    ObjectNode study = JSON.createObjectNode();
    ObjectNode target = study.putObject("target");
    if (jar == null) {
      target.set("classpath", JSON.valueToTree(classPath.stream().map(path).toList()));
      target.put("main", main);
    } else {
      target.put("jar", path.apply(jar.toString()));
    }
    if (!properties.isEmpty()) {
      target.set("properties", JSON.valueToTree(properties));
    }
    if (!programArguments.isEmpty()) {
      target.set("arguments", JSON.valueToTree(programArguments));
    }
    if (!registry.equals(UNREGISTERED)) {
      target.put("registry", registry);
    }
    if (port != 0) {
      target.put("port", port);
    }
    if (!jvmHome.isEmpty() || !jvmOptions.isEmpty()) {
      ObjectNode jvm = study.putObject("provider").putObject("jvm").put("home", jvmHome);
      jvm.set("options", JSON.valueToTree(jvmOptions));
    }
    return study;
  }

  private static ApplicationSettings settings(TargetSettings target) throws IOException {
    return ApplicationSettings.read(target.classPath().stream().map(Path::of).toList())
        .with(
            target.program().properties().entrySet().stream()
                .map(entry -> new Setting("-D", entry.getKey(), entry.getValue()))
                .toList());
  }

  private void write(Inspection inspection, Path study, int cpus) throws IOException {
    PrintWriter print = spec.commandLine().getOut();
    print.println();
    if (Files.exists(study)) {
      print.println(study + " exists and was left as it is (-o FILE writes another).");
      return;
    }
    Optional<NamedCall> named = inspection.answer().map(answer -> answer.call());
    Path folder = study.toAbsolutePath().getParent();
    StarterStudy starter =
        new StarterStudy(
            name(),
            program(path -> folder.relativize(Path.of(path).toAbsolutePath()).toString()),
            inspection.pools().isEmpty() ? "" : inspection.pools().get(0).pool().runs().label(),
            named.or(() -> NamedCall.placeholder(inspection.report().services())).orElse(null),
            named.isPresent(),
            cpus);
    Files.write(study, starter.lines());
    print.println("Written: " + study + "; next: ./poolbench run " + study);
    print.flush();
  }
}
