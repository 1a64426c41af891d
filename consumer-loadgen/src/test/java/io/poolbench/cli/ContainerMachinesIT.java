package io.poolbench.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.poolbench.report.ExitCode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A study of a target that runs behind {@code docker exec}, in a container that has this release
 * and the target's jar. The image is empty; the distribution's JRE and tools are mounted.
 */
class ContainerMachinesIT {
  private static final String IMAGE = "poolbench/empty:test";
  private static final String HOME = "/opt/poolbench";

  private static final String STUDY =
      """
      target: {jar: %s}
      provider: {threads: 4, queues: 100, jvm: {options: [-Xmx256m, "-XX:TieredStopAtLevel=1"]}}
      call: {service: com.example.shop.OrderService, version: 1.0.0, method: findOrder, arguments: [17]}
      load: {users: 4, warmup: 500ms, settle: 100ms, measure: 500ms}
      sla: {tp99: 5s}
      """
          .formatted(Executed.SAMPLE);

  @TempDir private Path folder;

  @BeforeAll
  static void start() throws Exception {
    RunProcess.assumeLinux();
    assumeThat(System.getenv("DOCKER_HOST")).as("an engine of this host").isNull();
    assumeThat(RunProcess.shell("docker version")).as("docker").isZero();
    // A merged /usr, as Debian and its derivatives have.
    assumeThat(RunProcess.shell("[ -L /bin ] && [ -d /usr/lib/jvm ]")).isZero();
    removeContainers();
    int started =
        RunProcess.shell(
            """
            set -e
            root=$(mktemp -d)
            trap 'rm -r "$root"' EXIT
            mkdir -p "$root/root" "$root/proc" "$root/usr"
            mkdir -m 1777 "$root/tmp"
            for link in bin lib lib64 sbin; do ln -s usr/$link "$root/$link"; done
            (cd / && tar -c etc/passwd etc/group etc/nsswitch.conf etc/ld.so.cache \
              $(ls -d etc/alternatives etc/java-* 2>/dev/null)) | tar -x -C "$root"
            tar -C "$root" -c . | docker import - %1$s
            docker run -d --rm --name pb-sut -v /usr:/usr:ro -v %2$s:%3$s:ro -v %4$s:%4$s:ro \
              -e PATH=/usr/sbin:/usr/bin %1$s sleep 600
            """
                .formatted(IMAGE, Poolbench.home().toRealPath(), HOME, Executed.SAMPLE));
    assertThat(started).isZero();
  }

  @AfterAll
  static void removeContainers() throws Exception {
    int unused = RunProcess.shell("docker rm -f pb-sut");
  }

  @Tag("nightly")
  @Test
  void aTargetIsMeasuredThereAndNothingIsLeftRunning() throws Exception {
    Executed run =
        Executed.run(
            folder,
            "shop",
            STUDY,
            "--provider-on",
            "docker exec -i pb-sut",
            "--provider-home",
            HOME);

    MeasuredCell cell = run.cells(folder, "shop").get(0);
    assertThat(cell.failedCalls()).isEmpty();
    assertThat(cell.steps().get(0).calls().ok()).isPositive();
    assertThat(cell.environment().providerHost().address()).isEqualTo("docker exec -i pb-sut");
    assertThat(lines("docker exec pb-sut sh -c 'cat /proc/[0-9]*/comm'"))
        .doesNotContain("java", "redis-server");
  }

  @Test
  void aMachineWithoutTheReleaseIsRefusedInOneLine() throws Exception {
    Executed run = Executed.run(folder, "shop", STUDY, "--provider-on", "docker exec -i pb-sut");

    run.assertRefused(ExitCode.LAB_FAILED, "copy this release there");
  }

  @Test
  void aProgramInAContainerIsObservedByItsNumberThere() throws Exception {
    ProcessBuilder shop =
        new ProcessBuilder(
            "docker",
            "exec",
            "-i",
            "pb-sut",
            "java",
            "-cp",
            HOME + "/consumer-loadgen/target/test-classes",
            ObservedShop.class.getName());
    try (ObservedProcess program = new ObservedProcess(shop)) {
      program.assertLockIsNamed(folder, "--on", "docker exec -i pb-sut");
    }
    assertThat(lines("docker exec pb-sut ls -A /tmp"))
        .as("the agent's folder")
        .noneMatch(name -> name.startsWith("tmp."));
  }

  private static List<String> lines(String script) throws IOException, InterruptedException {
    Process process = new ProcessBuilder("sh", "-c", script).start();
    List<String> lines = new ArrayList<>(process.inputReader().lines().toList());
    process.waitFor();
    return lines;
  }
}
