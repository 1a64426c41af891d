package io.poolbench.agent;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import io.poolbench.api.Ready;
import io.poolbench.core.AgentLaunch;
import io.poolbench.core.AgentProtocol;
import io.poolbench.core.ContractOutput;
import io.poolbench.core.ProviderRequest;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.Writer;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** A provider's process with the built agent in it, started as the driver starts it. */
final class TargetProcess implements AutoCloseable {
  private static final Path AGENT = Path.of("target", "poolbench-provider-agent.jar");

  /** Of the test's class path; the rest is what a provider of this Dubbo has. */
  private static final Pattern NOT_THE_PROVIDERS =
      Pattern.compile(
          ".*(poolbench|HdrHistogram|LatencyUtils|byte-buddy|junit|assertj"
              + "|surefire)[^/]*\\.jar|.*[/\\\\]classes");

  private final Process process;
  private final Writer input;
  private final BufferedReader output;
  private final ContractOutput.Joining joining = new ContractOutput.Joining();
  private final Path errors;
  private final List<String> lines = new ArrayList<>();
  private Ready ready;

  private TargetProcess(Process process, Path errors) {
    this.process = process;
    this.input = process.outputWriter(UTF_8);
    this.output = process.inputReader(UTF_8);
    this.errors = errors;
  }

  static String flatClassPath() {
    return Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
        .filter(entry -> !NOT_THE_PROVIDERS.matcher(entry).matches())
        .collect(Collectors.joining(File.pathSeparator));
  }

  static String classPath(Path jars) {
    return Path.of("target", "test-classes") + File.pathSeparator + jars + File.separator + "*";
  }

  /**
   * Starts a program.
   *
   * @param settings pool parameters, {@code port=} and {@code withheld=}
   * @param program what follows the JVM's options
   */
  static TargetProcess start(Path javaHome, Path folder, List<String> settings, String... program)
      throws IOException {
    List<String> command =
        new ArrayList<>(
            List.of(
                javaHome.resolve("bin").resolve("java").toString(),
                "-javaagent:" + AGENT + "=" + AgentProtocol.LAB,
                "-Xmx256m",
                // What Dubbo 2.7 itself needs from JDK 16 on.
                "--add-opens=java.base/java.lang=ALL-UNNAMED",
                "-XX:TieredStopAtLevel=1",
                "-Duser.home=" + folder));
    command.addAll(List.of(program));
    Path errors = Files.createTempFile(folder, "stderr", "");
    TargetProcess target =
        new TargetProcess(
            new ProcessBuilder(command).redirectError(errors.toFile()).start(), errors);
    target.send(launch(settings).toJson());
    return target;
  }

  private static AgentLaunch launch(List<String> settings) {
    Map<String, String> named =
        settings.stream()
            .map(setting -> setting.split("=", 2))
            .collect(Collectors.toMap(setting -> setting[0], setting -> setting[1]));
    int port = Integer.parseInt(Objects.requireNonNullElse(named.remove("port"), "0"));
    String withheld = Objects.requireNonNullElse(named.remove("withheld"), "");
    return new AgentLaunch(
        named, port, AgentProtocol.LOOPBACK, List.of(withheld.split(",")), Map.of(), false);
  }

  static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  void send(String line) throws IOException {
    input.write(line + "\n");
    input.flush();
  }

  String awaitLine(String start) throws IOException {
    for (String part = output.readLine(); part != null; part = output.readLine()) {
      String line = joining.whole(part).orElse("");
      lines.add(line);
      if (line.startsWith(start)) {
        return line;
      }
      if (line.startsWith(AgentProtocol.BROKEN)) {
        break;
      }
    }
    throw new AssertionError(
        "no '" + start + "': " + String.join("\n", lines) + "\n" + Files.readString(errors));
  }

  /** Returns once the program has printed a text, which goes to standard error with the agent. */
  void awaitPrinted(String text) throws IOException {
    while (!Files.readString(errors).contains(text)) {
      if (!process.isAlive()) {
        throw new AssertionError("no '" + text + "': " + Files.readString(errors));
      }
      Thread.onSpinWait();
    }
  }

  Ready awaitReady() throws IOException {
    ready = Ready.parse(awaitLine("READY ")).orElseThrow();
    return ready;
  }

  Ready.Endpoint endpoint() {
    return ready.endpoints().get(0);
  }

  /** What runs, by the agent: values by their path in JSON, and sizes of arrays. */
  Map<String, String> provider() throws IOException {
    Map<String, String> values = new HashMap<>();
    flatten(ask(AgentProtocol.REPORT, ""), "", values);
    return values;
  }

  private static void flatten(JsonElement json, String path, Map<String, String> values) {
    if (json.isJsonObject()) {
      json.getAsJsonObject()
          .entrySet()
          .forEach(
              named ->
                  flatten(
                      named.getValue(),
                      path.isEmpty() ? named.getKey() : path + "." + named.getKey(),
                      values));
    } else if (json.isJsonArray()) {
      values.put(path, Integer.toString(json.getAsJsonArray().size()));
      for (int i = 0; i < json.getAsJsonArray().size(); i++) {
        flatten(json.getAsJsonArray().get(i), path + "." + i, values);
      }
    } else {
      values.put(path, json.getAsString());
    }
  }

  /** Its figures; those of a labelled one under its name alone are summed. */
  Map<String, Double> metrics() throws IOException {
    return ask(AgentProtocol.COUNTERS, "0").entrySet().stream()
        .collect(Collectors.toMap(Map.Entry::getKey, value -> value.getValue().getAsDouble()));
  }

  /** The result of a request; fails if it is refused. */
  JsonObject ask(String command, String argument) throws IOException {
    send(new ProviderRequest(1, command, argument).toLine());
    String line = awaitLine(AgentProtocol.ANSWER);
    return JsonParser.parseString(line.substring(AgentProtocol.ANSWER.length()))
        .getAsJsonObject()
        .getAsJsonObject("result");
  }

  Map<String, Double> awaitMetrics(Predicate<Map<String, Double>> condition) throws IOException {
    Map<String, Double> metrics = metrics();
    while (!condition.test(metrics)) {
      metrics = metrics();
    }
    return metrics;
  }

  /** What the program has printed. */
  List<String> printed() throws IOException {
    return Files.readAllLines(errors);
  }

  void closeInput() throws IOException {
    input.close();
  }

  int awaitExit() throws InterruptedException {
    if (!process.waitFor(60, TimeUnit.SECONDS)) {
      throw new AssertionError("still running");
    }
    return process.exitValue();
  }

  @Override
  public void close() {
    process.destroyForcibly();
  }
}
