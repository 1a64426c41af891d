package io.poolbench.server;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.stream.Collectors.toMap;

import io.poolbench.api.LaunchConfig;
import io.poolbench.api.ProviderHistograms;
import io.poolbench.api.ProviderMetrics;
import io.poolbench.api.Ready;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.Writer;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import java.util.zip.DataFormatException;
import org.HdrHistogram.Histogram;

/** The built jar, started as the driver starts it. */
final class ProviderProcess implements AutoCloseable {
  private static final Path TARGET = Path.of("target");

  private final Process process;
  private final Writer input;
  private final BufferedReader output;
  private final Path home;
  private final Path errors;

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
    config.toProperties().store(provider.input, null);
    provider.say(LaunchConfig.END_OF_CONFIG);
    return provider;
  }

  /** Its first line, which must be READY. */
  Ready awaitReady() throws IOException {
    String line = output.readLine();
    if (line == null) {
      throw new IOException("the provider ended without READY: " + errors());
    }
    return Ready.parse(line).orElseThrow(() -> new IOException("not READY: " + line));
  }

  void say(String line) throws IOException {
    input.write(line + "\n");
    input.flush();
  }

  /** The next line that it prints. */
  String nextLine() throws IOException {
    return output.readLine();
  }

  void closeInput() throws IOException {
    input.close();
  }

  /** Its exit code; fails where it has not ended within seconds. */
  int awaitExit() throws InterruptedException {
    if (!process.waitFor(20, TimeUnit.SECONDS)) {
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

  static Map<String, Double> scrape(Ready ready) throws IOException, InterruptedException {
    return lines(ready, ProviderMetrics.PATH)
        .filter(line -> !line.startsWith("#"))
        .map(line -> line.split(" "))
        .collect(toMap(sample -> sample[0], sample -> Double.valueOf(sample[1])));
  }

  static Map<String, Histogram> histograms(Ready ready) throws IOException, InterruptedException {
    return lines(ready, ProviderHistograms.PATH)
        .map(line -> line.split(" "))
        .collect(toMap(named -> named[0], named -> histogram(named[1])));
  }

  private static Histogram histogram(String base64) {
    try {
      return Histogram.decodeFromCompressedByteBuffer(
          ByteBuffer.wrap(Base64.getDecoder().decode(base64)), 0);
    } catch (DataFormatException e) {
      throw new AssertionError(e);
    }
  }

  private static Stream<String> lines(Ready ready, String path)
      throws IOException, InterruptedException {
    URI uri = URI.create("http://127.0.0.1:" + ready.metricsPort() + path);
    return HttpClient.newHttpClient()
        .send(HttpRequest.newBuilder(uri).build(), BodyHandlers.ofLines())
        .body();
  }

  @Override
  public void close() {
    process.destroyForcibly();
  }
}
