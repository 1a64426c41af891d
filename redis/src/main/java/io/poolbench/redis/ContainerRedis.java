package io.poolbench.redis;

import com.github.dockerjava.api.DockerClient;
import com.github.dockerjava.api.command.CreateContainerCmd;
import com.github.dockerjava.api.command.PullImageResultCallback;
import com.github.dockerjava.api.exception.DockerException;
import com.github.dockerjava.api.exception.NotFoundException;
import com.github.dockerjava.api.model.ExposedPort;
import com.github.dockerjava.api.model.HostConfig;
import com.github.dockerjava.api.model.PortBinding;
import com.github.dockerjava.api.model.Ports;
import io.poolbench.core.StartException;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.ServiceLoader;
import java.util.concurrent.TimeUnit;
import org.testcontainers.DockerClientFactory;
import org.testcontainers.containers.ContainerLaunchException;
import org.testcontainers.containers.GenericContainer;
import org.testcontainers.containers.wait.strategy.Wait;
import org.testcontainers.dockerclient.DockerClientProviderStrategy;
import org.testcontainers.shaded.org.awaitility.core.ConditionTimeoutException;
import org.testcontainers.utility.DockerImageName;
import org.testcontainers.utility.ImageNameSubstitutor;

final class ContainerRedis {
  /** System property or environment variable with the image to run. */
  static final String IMAGE_SETTING = "POOLBENCH_REDIS_IMAGE";

  /** The image that Testcontainers starts with the first container; it has no public constant. */
  static final String REAPER_IMAGE = "testcontainers/ryuk:0.14.0";

  private static final String DEFAULT_IMAGE = "redis:7-alpine";
  private static final int PORT = 6379;
  private static final int PULL_SECONDS = 120;
  private static final Duration START_TIMEOUT = Duration.ofSeconds(60);

  private ContainerRedis() {}

  static String image() {
    String fromEnvironment = System.getenv().getOrDefault(IMAGE_SETTING, DEFAULT_IMAGE);
    return System.getProperty(IMAGE_SETTING, fromEnvironment);
  }

  static RedisServer start(String image, String cpuList) {
    try {
      requireImages(image);
      RandomPassword password = RandomPassword.create();
      GenericContainer<?> container = container(image, cpuList, password);
      try {
        container.start();
        return running(container, image, cpuList, password);
      } catch (RuntimeException e) {
        container.stop();
        throw e;
      }
    } catch (RedisUnavailableException e) {
      throw e;
    } catch (RuntimeException e) {
      if (!isOfEngine(e)) {
        throw e;
      }
      throw new RedisUnavailableException(
          "container of " + image + " not started: " + StartException.rootMessage(e), e);
    }
  }

  /**
   * Whether the engine, or the connection to it, failed. A timeout is one of it, too: inside a
   * container Testcontainers pulls an image to find the engine's address.
   */
  private static boolean isOfEngine(RuntimeException e) {
    return e instanceof ContainerLaunchException
        || e instanceof DockerException
        || e instanceof ConditionTimeoutException
        || e.getCause() instanceof IOException;
  }

  private static GenericContainer<?> container(
      String image, String cpuList, RandomPassword password) {
    boolean engineIsLocal = engineIsLocal();
    List<String> command =
        new ArrayList<>(List.of("redis-server", "--save", "", "--appendonly", "no"));
    List<String> user = password.userSetting();
    command.add("--" + user.get(0));
    command.addAll(user.subList(1, user.size()));
    return new GenericContainer<>(DockerImageName.parse(image))
        .withExposedPorts(PORT)
        .withCommand(command.toArray(String[]::new))
        .withCreateContainerCmdModifier(create -> adapt(create, cpuList, engineIsLocal))
        .waitingFor(Wait.forLogMessage(".*Ready to accept connections.*", 1))
        .withStartupTimeout(START_TIMEOUT);
  }

  private static void adapt(CreateContainerCmd create, String cpuList, boolean engineIsLocal) {
    HostConfig host = create.getHostConfig();
    if (!cpuList.isEmpty()) {
      host.withCpusetCpus(cpuList);
    }
    if (engineIsLocal) {
      // By default the port would be open to the network.
      host.withPortBindings(
          new PortBinding(Ports.Binding.bindIp("127.0.0.1"), ExposedPort.tcp(PORT)));
    }
  }

  private static RedisServer running(
      GenericContainer<?> container, String image, String cpuList, RandomPassword password) {
    String cpus = cpuList.isEmpty() ? "" : ", CPUs " + cpuList;
    return RedisServer.at(
        engineIsLocal()
            ? shortestRoute(container, password)
            : password.uriAt(container.getHost(), container.getMappedPort(PORT)),
        "container of " + image + cpus,
        List.of(),
        container::stop);
  }

  /**
   * The container's own address if this host routes to it, as Linux does; otherwise the published
   * port. Through the published port a process of the engine copies each byte, on CPUs that are
   * being measured. Equal run ids show that both addresses reach the same Redis.
   */
  private static RedisUri shortestRoute(GenericContainer<?> container, RandomPassword password) {
    RedisUri published = password.uriAt("127.0.0.1", container.getMappedPort(PORT));
    String runId = RedisServer.runId(published);
    for (var network : container.getContainerInfo().getNetworkSettings().getNetworks().values()) {
      String address = network.getIpAddress();
      if (address == null || address.isEmpty()) {
        continue;
      }
      RedisUri direct = password.uriAt(address, PORT);
      try {
        if (RedisServer.runId(direct).equals(runId)) {
          return direct;
        }
      } catch (RedisUnavailableException e) {
        // This host does not route to containers.
      }
    }
    return published;
  }

  private static boolean engineIsLocal() {
    return List.of("localhost", "127.0.0.1")
        .contains(DockerClientFactory.instance().dockerHostIpAddress());
  }

  /**
   * Checks the images before Testcontainers starts, because without a registry it would retry the
   * pull of its reaper's image for minutes.
   */
  private static void requireImages(String image) {
    DockerClient docker = engine();
    requireImage(docker, image, "set " + IMAGE_SETTING + " to an existing one");
    String reaperDisabled = "TESTCONTAINERS_RYUK_DISABLED";
    if (!Boolean.parseBoolean(System.getenv(reaperDisabled))) {
      requireImage(docker, REAPER_IMAGE, "set " + reaperDisabled + "=true in the environment");
    }
  }

  private static DockerClient engine() {
    List<DockerClientProviderStrategy> strategies = new ArrayList<>();
    ServiceLoader.load(DockerClientProviderStrategy.class).forEach(strategies::add);
    try {
      return DockerClientProviderStrategy.getFirstValidStrategy(strategies).getDockerClient();
    } catch (IllegalStateException e) {
      throw new RedisUnavailableException("no Docker engine answers (see `docker info`)", e);
    }
  }

  private static void requireImage(DockerClient docker, String image, String remedy) {
    // The user's Testcontainers settings may name a mirror.
    DockerImageName name = ImageNameSubstitutor.instance().apply(DockerImageName.parse(image));
    try {
      docker.inspectImageCmd(name.asCanonicalNameString()).exec();
      return;
    } catch (NotFoundException e) {
      // Pulled below.
    }
    String cause;
    try {
      if (docker
          .pullImageCmd(name.getUnversionedPart())
          .withTag(name.getVersionPart())
          .exec(new PullImageResultCallback())
          .awaitCompletion(PULL_SECONDS, TimeUnit.SECONDS)) {
        return;
      }
      cause = "not done after " + PULL_SECONDS + " s";
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      cause = "interrupted";
    } catch (RuntimeException e) {
      // The engine's answer as JSON, of which the innermost reason is last.
      cause = StartException.rootMessage(e).replaceAll("[\"}\\s]+$", "").replaceFirst("^.*: ", "");
    }
    throw new RedisUnavailableException(
        "image " + image + " missing and not pulled: " + cause + " (" + remedy + ")");
  }
}
