package io.poolbench.server;

import static io.poolbench.server.RedisWithAlice.ALICE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.poolbench.api.LaunchConfig;
import io.poolbench.api.ProviderMetrics;
import io.poolbench.api.WorkChange;
import java.io.IOException;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** The launch contract of the provider process. */
@Timeout(60)
class ProviderLaunchIT {
  @RegisterExtension static final RedisWithAlice REDIS = new RedisWithAlice();

  @TempDir Path folder;

  @Test
  void aPortInUseIsAStartFailure() throws Exception {
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      int port = taken.getLocalPort();

      assertFailsWith(
          Launches.config(REDIS.uri(), "port=" + port), "cannot listen at 127.0.0.1:" + port);
    }
  }

  @Test
  void aRedisThatDoesNotAnswerIsAStartFailure() throws Exception {
    int unused = RedisWithAlice.freePort();

    assertFailsWith(
        Launches.config("redis://:s3cret@127.0.0.1:" + unused),
        "cannot read Redis at 127.0.0.1:" + unused);
  }

  @Test
  void refusedCredentialsAreAStartFailure() throws Exception {
    assertFailsWith(
        Launches.config("redis://mallory:s3cret@127.0.0.1:" + REDIS.port()),
        "cannot read Redis at 127.0.0.1:" + REDIS.port());
  }

  @Test
  void aMalformedRedisUriIsAStartFailure() throws Exception {
    assertFailsWith(Launches.config("s3cret"), "invalid Redis URI");
  }

  @Test
  void itIsReachableFromThisMachineOnlyAndEndsWithItsDriver() throws Exception {
    try (ProviderProcess provider = startReady(Launches.config(REDIS.uri()))) {
      for (InetAddress address : networkAddresses()) {
        assertRefused(address, provider.ready().port());
        assertRefused(address, provider.ready().metricsPort());
      }
      new Socket(InetAddress.getLoopbackAddress(), provider.ready().port()).close();

      provider.closeInput();
      assertThat(provider.awaitExit()).isZero();
    }
  }

  @Test
  void aChangeOfTheWorkIsRepeatedAndAppliesToLaterCalls() throws Exception {
    // A round is six dependent operations: 0.24 s at 5 GHz.
    WorkChange busy = new WorkChange(200_000_000);
    try (ProviderProcess provider = startReady(Launches.config(REDIS.uri()))) {
      double idleSeconds = applicationSecondsOfCall(provider, 1);
      provider.send(busy.toLine());
      assertThat(provider.nextLine()).isEqualTo(busy.toLine());

      assertThat(applicationSecondsOfCall(provider, 2))
          .isGreaterThan(0.05)
          .isGreaterThan(idleSeconds);
      assertThat(provider.errors()).isEmpty();
    }
  }

  @Test
  void anUnknownLineIsOneWarningAndChangesNothing() throws Exception {
    try (ProviderProcess provider = startReady(Launches.config(REDIS.uri()))) {
      provider.send("cpuIterations=many");
      provider.send("cpuIterations=1");

      assertThat(provider.nextLine()).isEqualTo("cpuIterations=1");
      assertThat(provider.errors()).contains("cpuIterations=many").hasLineCount(1);
      assertThat(provider.service().findUserInfo("alice")).isEqualTo(ALICE);
    }
  }

  private static double applicationSecondsOfCall(ProviderProcess provider, int number)
      throws Exception {
    String seconds = ProviderMetrics.sum(ProviderMetrics.APPLICATION);
    double before = provider.metrics().get(seconds);
    assertThat(provider.service().findUserInfo("alice")).isEqualTo(ALICE);
    return provider.metricsAfter(number).get(seconds) - before;
  }

  private ProviderProcess startReady(LaunchConfig config) throws IOException {
    return ProviderProcess.startReady(config, folder);
  }

  /** Exit code 1, one line and no password. */
  private void assertFailsWith(LaunchConfig config, String problem) throws Exception {
    try (ProviderProcess provider = ProviderProcess.start(config, folder)) {
      assertThat(provider.awaitExit()).isEqualTo(1);
      assertThat(provider.errors())
          .startsWith("poolbench-provider: " + problem)
          .hasLineCount(1)
          .doesNotContain("s3cret");
    }
  }

  private static void assertRefused(InetAddress address, int port) {
    assertThatThrownBy(() -> new Socket(address, port).close())
        .as("%s:%d", address, port)
        .isInstanceOf(IOException.class);
  }

  private static List<InetAddress> networkAddresses() throws IOException {
    return NetworkInterface.networkInterfaces()
        .flatMap(NetworkInterface::inetAddresses)
        .filter(address -> !address.isLoopbackAddress())
        .toList();
  }
}
