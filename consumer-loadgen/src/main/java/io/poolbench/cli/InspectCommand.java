package io.poolbench.cli;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.poolbench.config.ConfigException;
import io.poolbench.inspect.ApplicationFiles;
import io.poolbench.inspect.ApplicationSettings;
import io.poolbench.inspect.ApplicationSettings.Setting;
import io.poolbench.inspect.Inspection;
import io.poolbench.inspect.NamedCall;
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
import io.poolbench.spec.TargetSettings;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Starts a provider of others, prints what it runs, and writes a study of it. */
@Command(
    name = "inspect",
    description = {
      "Start a Dubbo provider of your own, print the pools that it really runs, and write a study.",
      "It runs unregistered, on loopback, with your rights. No call is made but that of --call."
    })
final class InspectCommand implements Callable<Integer> {
  private static final ObjectMapper JSON = new ObjectMapper();

  @CommandLine.Spec private CommandLine.Model.CommandSpec spec;

  @Parameters(arity = "1", paramLabel = "JAR", description = "What 'java -jar' starts.")
  private Path jar;

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
    Path study = out == null ? Path.of(baseName() + ".yaml") : out;
    if (out != null && Files.exists(out)) {
      throw ConfigException.of("--out " + out, "exists (valid: a new file)");
    }
    CpuList host = new HostFacts().cpus();
    TargetSettings target = target(host);
    Path log = Files.createTempFile("poolbench-inspect", ".log");
    try {
      CpuList cpus = CpuPlan.of(new CpuSets("", ""), host).provider();
      Inspection inspection =
          new TargetInspector(Poolbench.home().resolve("provider"), cpus, log)
              .inspect(
                  jar.getFileName().toString(),
                  target,
                  settings(target),
                  Optional.ofNullable(call).map(text -> new WantedCall(text, arguments)));
      print(inspection);
      write(inspection, study, cpus.count());
      return ExitCode.DONE.code();
    } catch (LabException e) {
      Poolbench.error(spec, e.getMessage());
      e.report().lines().skip(1).forEach(spec.commandLine().getErr()::println);
      return ExitCode.LAB_FAILED.code();
    } finally {
      Files.delete(log);
    }
  }

  private void print(Inspection inspection) {
    PrintWriter print = spec.commandLine().getOut();
    new InspectionText(inspection).lines().forEach(print::println);
    print.flush();
  }

  private String baseName() {
    return jar.getFileName().toString().replaceFirst("\\.jar$", "");
  }

  /** The settings as a study would have them, checked as there. */
  private TargetSettings target(CpuList host) {
    ObjectNode study = JSON.createObjectNode();
    ObjectNode target = study.putObject("target").put("jar", jar.toString()).put("port", port);
    target.set("properties", JSON.<JsonNode>valueToTree(properties));
    target.set("arguments", JSON.<JsonNode>valueToTree(programArguments));
    ObjectNode jvm = study.putObject("provider").putObject("jvm").put("home", jvmHome);
    jvm.set("options", JSON.<JsonNode>valueToTree(jvmOptions));
    return (TargetSettings)
        Poolbench.loader(new HostCheck(host))
            .parse("inspect", "inspect " + jar, study.toString(), List.of())
            .cells()
            .get(0)
            .provider();
  }

  private static ApplicationSettings settings(TargetSettings target) throws IOException {
    return ApplicationFiles.read(List.of(Path.of(target.program().jar())))
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
    StarterStudy starter =
        new StarterStudy(
            study.toAbsolutePath().getParent().relativize(jar.toAbsolutePath()).toString(),
            properties,
            programArguments,
            jvmHome,
            jvmOptions,
            port,
            inspection.pools().isEmpty() ? "" : inspection.pools().get(0).pool().runs().label(),
            named.or(() -> NamedCall.placeholder(inspection.report().services())).orElse(null),
            named.isPresent(),
            cpus);
    Files.write(study, starter.lines());
    print.println("Written: " + study + "; next: ./poolbench run " + study);
    print.flush();
  }
}
