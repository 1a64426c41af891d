package io.poolbench.server.web;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import io.poolbench.api.ConfiguredPool.ContainerKind;
import io.poolbench.api.ContractJson;
import io.poolbench.api.Ready;
import io.poolbench.api.WebLaunchConfig;
import io.poolbench.server.delay.DelayMain;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.Writer;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.Socket;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The launch contract of the web provider's process, started as the driver starts it. */
class WebLaunchIT {
  @TempDir Path folder;

  @Test
  void itReportsReadyIsReachableFromThisMachineOnlyAndEndsWithItsDriver() throws Exception {
    WebLaunchConfig.Delay delay = new WebLaunchConfig.Delay(10);
    try (Started downstream = start(DelayMain.class, delay);
        Started provider =
            start(WebMain.class, Launches.config(ContainerKind.JETTY, downstream.url(), 0))) {
      Ready ready = provider.ready();
      for (InetAddress address : networkAddresses()) {
        assertRefused(address, ready.endpoints().get(0).port());
        assertRefused(address, downstream.ready().endpoints().get(0).port());
      }
      HttpCalls calls = new HttpCalls(ready, (command, argument) -> new JsonObject());

      assertThat(ready.pid()).isEqualTo(provider.process().pid());
      assertThat(calls.get(WebController.NODELAY).statusCode()).isEqualTo(200);
      assertThat(calls.get(WebController.BLOCKING).body()).contains("\"ok\"");
      assertThat(calls.get(WebController.CALLABLE).body()).contains("\"ok\"");
      provider.assertEnds();
      downstream.assertEnds();
      assertThat(folder.resolve("stderr")).isEmptyFile();
    }
  }

  private Started start(Class<?> main, Record config) throws IOException {
    Process process = launch(main, config);
    BufferedReader output = process.inputReader(UTF_8);
    String blank = output.readLine(); // READY is on a line of its own
    String line = output.readLine();
    Ready ready =
        Optional.ofNullable(line)
            .flatMap(Ready::parse)
            .orElseThrow(() -> new AssertionError("not READY: " + blank + line));
    return new Started(process, output, ready);
  }

  private Process launch(Class<?> main, Record config) throws IOException {
    Path target = Path.of("target");
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:+UseSerialGC",
                "-XX:+IgnoreUnrecognizedVMOptions",
                "--enable-native-access=ALL-UNNAMED",
                "--sun-misc-unsafe-memory-access=allow",
                "-cp",
                target.resolve("poolbench-provider-web.jar")
                    + File.pathSeparator
                    + target.resolve("lib")
                    + File.separator
                    + "*",
                main.getName())
            .redirectError(ProcessBuilder.Redirect.appendTo(folder.resolve("stderr").toFile()))
            .start();
    Writer input = process.outputWriter(UTF_8);
    input.write(ContractJson.write(config) + "\n");
    input.flush();
    return process;
  }

  private static List<InetAddress> networkAddresses() throws IOException {
    return NetworkInterface.networkInterfaces()
        .flatMap(NetworkInterface::inetAddresses)
        .filter(address -> !address.isLoopbackAddress())
        .toList();
  }

  private static void assertRefused(InetAddress address, int port) {
    Assertions.assertThatExceptionOfType(ConnectException.class)
        .isThrownBy(() -> new Socket(address, port).close());
  }

  private record Started(Process process, BufferedReader output, Ready ready)
      implements AutoCloseable {
    String url() {
      return "http://127.0.0.1:" + ready.endpoints().get(0).port() + "/";
    }

    /** Its driver ends. */
    void assertEnds() throws IOException, InterruptedException {
      process.getOutputStream().close();
      assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
      assertThat(process.exitValue()).isZero();
      assertThat(output.readLine()).isNull();
    }

    @Override
    public void close() {
      process.destroyForcibly();
    }
  }
}
