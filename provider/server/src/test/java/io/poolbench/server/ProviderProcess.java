package io.poolbench.server;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.stream.Collectors.toMap;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import io.poolbench.api.ContractJson;
import io.poolbench.api.LaunchConfig;
import io.poolbench.api.PermissionService;
import io.poolbench.api.PingService;
import io.poolbench.api.Ready;
import io.poolbench.core.AgentProtocol;
import io.poolbench.core.ContractOutput;
import io.poolbench.core.ProviderMetrics;
import io.poolbench.core.ProviderRequest;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.Writer;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.stream.Stream;
import java.util.zip.DataFormatException;
import org.HdrHistogram.Histogram;
import org.apache.dubbo.common.utils.SerializeCheckStatus;

/** The built jar, started as the driver starts it, and a consumer of it. */
final class ProviderProcess implements AutoCloseable {
  private static final Path TARGET = Path.of("target");

  private final Process process;
  private final Writer input;
  private final BufferedReader output;
  private final ContractOutput.Joining joining = new ContractOutput.Joining();
  private final Path home;
  private final Path errors;
  private Ready ready;
  private Consumer consumer;
  private long requests;

  private ProviderProcess(Process process, Path home, Path errors) {
    this.process = process;
    this.input = process.outputWriter(UTF_8);
    this.output = process.inputReader(UTF_8);
    this.home = home;
    this.errors = errors;
  }

  /** Starts a provider whose user's home is in this folder. */
  static ProviderProcess start(LaunchConfig config, Path folder) throws IOException {
    Path home = Files.createDirectories(folder.resolve("home"));
    Path errors = folder.resolve("stderr");
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:+IgnoreUnrecognizedVMOptions",
                "--enable-native-access=ALL-UNNAMED",
                "--sun-misc-unsafe-memory-access=allow",
                "-Xmx256m",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-Duser.home=" + home,
                "-cp",
                TARGET.resolve("poolbench-provider-server.jar")
                    + File.pathSeparator
                    + TARGET.resolve("lib")
                    + File.separator
                    + "*",
                ProviderMain.class.getName())
            .redirectError(errors.toFile())
            .start();
    ProviderProcess provider = new ProviderProcess(process, home, errors);
    provider.send(ContractJson.write(config));
    return provider;
  }

  /** Starts a provider and reads its first line, which must be READY. */
  static ProviderProcess startReady(LaunchConfig config, Path folder) throws IOException {
    ProviderProcess provider = start(config, folder);
    String line = provider.nextLine();
    provider.ready =
        Optional.ofNullable(line)
            .flatMap(Ready::parse)
            .orElseThrow(() -> new AssertionError("not READY: " + line));
    return provider;
  }

  Ready ready() {
    return ready;
  }

  /** Its first endpoint, which all methods here are about. */
  Ready.Endpoint endpoint() {
    return ready.endpoints().get(0);
  }

  /** The service by an ordinary consumer, which is closed with this process. */
  PermissionService service() {
    return consumer().service();
  }

  PingService ping() {
    return consumer().ping();
  }

  private Consumer consumer() {
    if (consumer == null) {
      consumer = new Consumer(endpoint().port(), SerializeCheckStatus.STRICT);
    }
    return consumer;
  }

  void send(String line) throws IOException {
    input.write(line + "\n");
    input.flush();
  }

  String nextLine() throws IOException {
    for (String line = output.readLine(); line != null; line = output.readLine()) {
      Optional<String> whole = joining.whole(line).filter(text -> !text.isEmpty());
      if (whole.isPresent()) {
        return whole.get();
      }
    }
    return null;
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

  String errors() throws IOException {
    return Files.readString(errors);
  }

  Path home() {
    return home;
  }

  Map<String, Double> metrics() throws IOException {
    return metrics(0);
  }

  Map<String, Double> metrics(int of) throws IOException {
    return values(ask(AgentProtocol.COUNTERS, Integer.toString(of)));
  }

  static Map<String, Double> values(JsonObject answer) {
    return answer.entrySet().stream()
        .collect(toMap(Map.Entry::getKey, value -> value.getValue().getAsDouble()));
  }

  /** The result of a request; fails if it is refused. */
  JsonObject ask(String command, String argument) throws IOException {
    send(new ProviderRequest(++requests, command, argument).toLine());
    String line = nextLine();
    assertThat(line).startsWith(AgentProtocol.ANSWER);
    JsonObject answer =
        JsonParser.parseString(line.substring(AgentProtocol.ANSWER.length())).getAsJsonObject();
    assertThat(answer.get("id").getAsLong()).isEqualTo(requests);
    assertThat(answer.has("result")).as(line).isTrue();
    return answer.getAsJsonObject("result");
  }

  Map<String, Double> awaitMetrics(Predicate<Map<String, Double>> condition) throws IOException {
    return awaitMetrics(0, condition);
  }

  Map<String, Double> awaitMetrics(int of, Predicate<Map<String, Double>> condition)
      throws IOException {
    Map<String, Double> metrics = metrics(of);
    while (!condition.test(metrics)) {
      metrics = metrics(of);
    }
    return metrics;
  }

  /** The metrics once so many calls have ended: an answer is sent before its task ends. */
  Map<String, Double> metricsAfter(int calls) throws IOException {
    return awaitMetrics(metrics -> metrics.get(ProviderMetrics.POOL_COMPLETED) >= calls);
  }

  Map<String, Histogram> histograms() throws IOException {
    return ask(AgentProtocol.HISTOGRAMS, "0").entrySet().stream()
        .collect(toMap(Map.Entry::getKey, text -> histogram(text.getValue().getAsString())));
  }

  private static Histogram histogram(String base64) {
    try {
      return Histogram.decodeFromCompressedByteBuffer(
          ByteBuffer.wrap(Base64.getDecoder().decode(base64)), 0);
    } catch (DataFormatException e) {
      throw new AssertionError(e);
    }
  }

  static <T> List<Future<T>> concurrently(int threads, Callable<T> call) {
    ExecutorService users = Executors.newFixedThreadPool(threads);
    List<Future<T>> answers = Stream.generate(() -> users.submit(call)).limit(threads).toList();
    users.shutdown();
    return answers;
  }

  @Override
  public void close() {
    if (consumer != null) {
      consumer.close();
    }
    process.destroyForcibly();
  }
}
