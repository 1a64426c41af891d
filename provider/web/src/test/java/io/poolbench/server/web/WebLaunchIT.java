package io.poolbench.server.web;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.poolbench.api.ContainerKind;
import io.poolbench.api.LaunchConfig;
import io.poolbench.api.Ready;
import io.poolbench.api.WebLaunchConfig;
import io.poolbench.api.WebPath;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.Writer;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The launch contract of the web provider's process, started as the driver starts it. */
@Timeout(60)
class WebLaunchIT {
  @TempDir Path folder;

  @Test
  void itReportsReadyIsReachableFromThisMachineOnlyAndEndsWithItsDriver() throws Exception {
    Process process = start(Launches.config(ContainerKind.JETTY, "", 0));
    try (BufferedReader output = process.inputReader(UTF_8);
        Writer input = process.outputWriter(UTF_8)) {
      Ready ready = Ready.parse(output.readLine()).orElseThrow();
      for (InetAddress address : networkAddresses()) {
        assertRefused(address, ready.endpoints().get(0).port());
        assertRefused(address, ready.endpoints().get(0).metricsPort());
      }

      assertThat(ready.pid()).isEqualTo(process.pid());
      assertThat(new HttpCalls(ready).get(WebPath.NODELAY).statusCode()).isEqualTo(200);
      input.close();
      assertThat(process.waitFor(20, TimeUnit.SECONDS)).isTrue();
      assertThat(process.exitValue()).isZero();
      assertThat(output.readLine()).isNull();
      assertThat(errors()).isEmpty();
    } finally {
      process.destroyForcibly();
    }
  }

  @Test
  void aPortInUseIsAStartFailureInOneLine() throws Exception {
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      int port = taken.getLocalPort();
      Process process = start(Launches.config(ContainerKind.TOMCAT, "", port));

      assertThat(process.waitFor(50, TimeUnit.SECONDS)).isTrue();
      assertThat(process.exitValue()).isEqualTo(1);
      assertThat(errors()).hasLineCount(1).contains("cannot listen at 127.0.0.1:" + port);
    }
  }

  private Process start(WebLaunchConfig config) throws IOException {
    Path target = Path.of("target");
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:+UseSerialGC",
                "-cp",
                target.resolve("poolbench-provider-web.jar")
                    + File.pathSeparator
                    + target.resolve("lib")
                    + File.separator
                    + "*",
                WebMain.class.getName())
            .redirectError(folder.resolve("stderr").toFile())
            .start();
    Writer input = process.outputWriter(UTF_8);
    config.toProperties().store(input, null);
    input.write(LaunchConfig.END_OF_CONFIG + "\n");
    input.flush();
    return process;
  }

  private String errors() throws IOException {
    return Files.readString(folder.resolve("stderr"));
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
}
