package io.poolbench.agent;

import static org.assertj.core.api.Assertions.assertThat;

import com.example.plain.Greeting;
import com.example.plain.PlainProvider;
import io.poolbench.core.ProviderMetrics;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.Timeout.ThreadMode;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The built agent in each version of Dubbo, on each JDK from this one on. */
@Tag("versions")
@Timeout(value = 300, threadMode = ThreadMode.SEPARATE_THREAD)
class VersionsIT {
  private static final Path FOLDERS = Path.of("target", "dubbo");

  @TempDir Path folder;

  static List<Arguments> versions() throws IOException {
    List<Arguments> all = new ArrayList<>();
    for (Path javaHome : Jdks.thisAndLater()) {
      try (var versions = Files.list(FOLDERS)) {
        versions
            .sorted()
            .forEach(
                jars ->
                    all.add(
                        Arguments.of(
                            jars.getFileName().toString(),
                            TargetProcess.classPath(jars),
                            javaHome)));
      }
    }
    assertThat(all).hasSizeGreaterThanOrEqualTo(4);
    return all;
  }

  @ParameterizedTest(name = "{0} on {2}")
  @MethodSource("versions")
  void itsPoolIsReplacedAndMeasured(String version, String classPath, Path javaHome)
      throws Exception {
    for (String type : List.of("fixed", "cached", "limited", "eager")) {
      int port = TargetProcess.freePort();
      try (TargetProcess target =
          TargetProcess.start(
              javaHome,
              folder,
              List.of("threadpool=" + type, "corethreads=2", "threads=3", "queues=5", "alive=900"),
              "-cp",
              classPath,
              PlainProvider.class.getName(),
              Integer.toString(port))) {
        assertThat(target.awaitReady().facts()).startsWith("Dubbo " + version + ",");
        assertThat(target.endpoint().pool().maxThreads()).isEqualTo(3);
        assertThat(target.endpoint().pool().queueCapacity()).isEqualTo(5);
        assertThat(target.endpoint().pool().executorClass())
            .isEqualTo(type.equals("eager") ? "EagerThreadPoolExecutor" : "ThreadPoolExecutor");
        try (GreetingConsumer consumer = new GreetingConsumer(port)) {
          assertThat(consumer.greeting().greet("Ann")).isEqualTo("Hello Ann");
          assertThat(consumer.clock().millis()).isPositive();
        }
        Map<String, Double> metrics = target.metrics();
        assertThat(metrics.get(ProviderMetrics.POOL_COMPLETED)).isGreaterThanOrEqualTo(2);
        assertThat(target.provider())
            .containsEntry("services", "2")
            .containsEntry("services.0.interfaceName", Greeting.class.getName());
        target.closeInput();
        assertThat(target.awaitExit()).isZero();
      }
    }
  }
}
