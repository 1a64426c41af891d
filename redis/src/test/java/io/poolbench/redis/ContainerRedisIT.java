package io.poolbench.redis;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.github.dockerjava.api.DockerClient;
import com.github.dockerjava.api.model.Container;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.net.Socket;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.testcontainers.DockerClientFactory;

class ContainerRedisIT {
  @BeforeAll
  static void skipIfNoContainerStarts() {
    try {
      start("").close();
    } catch (RedisUnavailableException e) {
      System.out.println("[left out] tests of Redis in a container: " + e.getMessage());
      Assumptions.abort(e.getMessage());
    }
  }

  private static RedisServer start(String cpuList) {
    return RedisKind.TESTCONTAINERS.start("", cpuList);
  }

  /** Other accounts of the host and other containers can connect to it. */
  @Test
  void itHasItsCpusTheDataSetAndAPasswordAndIsRemovedWhenItIsClosed() throws Exception {
    String uri;
    try (RedisServer redis = start("0");
        Socket socket = new Socket(redis.host(), redis.port())) {
      uri = redis.uri();
      assertThat(redis.description())
          .contains(
              "container of " + ContainerRedis.image(),
              "CPUs 0",
              redis.host() + ":" + redis.port());
      DataSetWriter.write(new DataSet(1_000), uri);
      DockerClient docker = DockerClientFactory.instance().client();
      String cpus =
          docker.listContainersCmd().exec().stream()
              .filter(container -> isAt(container, redis))
              .map(container -> docker.inspectContainerCmd(container.getId()).exec())
              .map(container -> container.getHostConfig().getCpusetCpus())
              .findFirst()
              .orElseThrow();
      assertThat(cpus).isEqualTo("0");
      socket.getOutputStream().write("CONFIG GET dir\r\n".getBytes(UTF_8));
      assertThat(
              new BufferedReader(new InputStreamReader(socket.getInputStream(), UTF_8)).readLine())
          .startsWith("-NOAUTH");
    }
    assertThatThrownBy(() -> RedisSession.open(RedisUri.of(uri)))
        .isInstanceOf(RedisUnavailableException.class);
  }

  /** By its network's address or a published port: other builds may have containers too. */
  private static boolean isAt(Container container, RedisServer redis) {
    return container.getNetworkSettings().getNetworks().values().stream()
            .anyMatch(network -> redis.host().equals(network.getIpAddress()))
        || Stream.of(container.getPorts())
            .anyMatch(port -> Objects.equals(port.getPublicPort(), redis.port()));
  }

  @Test
  void aMissingImageIsNamedWithTheRemedy() {
    String image = "localhost:1/poolbench/no-such-image:1";
    assertThatThrownBy(() -> ContainerRedis.start(image, ""))
        .isInstanceOf(RedisUnavailableException.class)
        .hasMessageContainingAll(image, ContainerRedis.IMAGE_SETTING)
        .hasMessageNotContaining("\n");
  }
}
