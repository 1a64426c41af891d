package io.poolbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.poolbench.report.ExitCode;
import io.poolbench.study.Study;
import io.poolbench.study.StudyLoader.CellCheck;
import io.poolbench.study.TargetSettings;
import io.poolbench.study.TargetSettings.TargetProgram.Stub;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A provider that knows nothing of poolbench is inspected as its owner would. */
class InspectIT {
  @TempDir private Path folder;

  @Test
  void thePoolsServicesAndOneAnswerArePrintedAndTheStudyIsValid() throws IOException {
    Path study = folder.resolve("shop.yaml");

    Executed inspect =
        Executed.of(
            "inspect",
            Executed.SAMPLE.toString(),
            "-Ddubbo.protocol.threads=48",
            "--call",
            "com.example.shop.OrderService.findOrder(7)",
            "--study",
            study.toString());

    assertThat(inspect.err()).isEmpty();
    assertThat(inspect.exit()).isEqualTo(ExitCode.DONE.code());
    assertThat(inspect.out())
        .contains(
            "Pool of dubbo runs fixed 48",
            "dubbo.protocol.threads=48 (-D)",
            "dubbo.protocol.threadpool=fixed (application.yml)",
            "findOrders(String, OrderStatus): List<Order>",
            "warehouse/com.example.shop.StockService",
            "\"customer\" : \"customer-7\"");
    assertThat(Files.readAllLines(study)).hasSizeLessThanOrEqualTo(25);
    Study written = Poolbench.loader(CellCheck.NONE).load(study, List.of());
    assertThat(written.cells()).hasSize(4);
    assertThat(written.cells().get(0).provider().pool().kind()).isEqualTo("as-configured");
    String workingFolder = ((TargetSettings) written.cells().get(0).provider()).program().folder();
    assertThat(Path.of(workingFolder)).isEqualTo(Path.of("").toAbsolutePath());
  }

  /** A service that it calls runs while its answers are recorded, and is gone after that. */
  @Tag("nightly")
  @Test
  void theAnswersOfOtherServicesAreRecordedAsStubs() throws Exception {
    int port = RunProcess.freePort();
    Path study = folder.resolve("recorded.yaml");
    Process prices =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                "com.example.limited.LimitedProvider",
                "prices",
                Integer.toString(port))
            .redirectErrorStream(true)
            .redirectOutput(folder.resolve("prices.log").toFile())
            .start();
    try {
      RunProcess.await(() -> accepts(prices, port), "listener", Duration.ofMinutes(2));
      Executed recorded = reference(port, "--record-stubs", "--study", study.toString(), "--yes");
      assertThat(recorded.exit()).as(recorded.err()).isEqualTo(ExitCode.DONE.code());
      assertThat(recorded.out())
          .containsPattern("(?m)^  19$")
          .contains("com.example.limited.Prices.price: recorded")
          .contains("com.example.limited.Prices.priceLater: recorded");
    } finally {
      prices.destroy();
      prices.waitFor();
    }
    Study written = Poolbench.loader(CellCheck.NONE).load(study, List.of());
    Map<String, Stub> stubs =
        ((TargetSettings) written.cells().get(0).provider()).program().stubs();
    assertThat(stubs)
        .containsOnlyKeys(
            "com.example.limited.Prices.price", "com.example.limited.Prices.priceLater");
    assertThat(stubs.values()).allMatch(stub -> stub.time().toMillis() >= 3);

    Path again = folder.resolve("again.yaml");
    List<String> alone = new ArrayList<>(List.of("--study", again.toString(), "--yes"));
    stubs.forEach((method, stub) -> alone.add("--stub=" + method + "=" + stub.valueJson()));
    Executed stubbed = reference(port, alone.toArray(String[]::new));
    assertThat(stubbed.exit()).as(stubbed.err()).isEqualTo(ExitCode.DONE.code());
    assertThat(stubbed.out()).containsPattern("(?m)^  19$");
    assertThat(again).exists();
  }

  private static Executed reference(int port, String... options) {
    List<String> arguments =
        new ArrayList<>(
            List.of(
                "inspect",
                "--classpath",
                LimitsIT.classPath(","),
                "--main",
                "com.example.limited.LimitedProvider",
                "--argument=reference",
                "--argument=" + port,
                "--call",
                "com.example.limited.Stock.level(\"both\")"));
    arguments.addAll(List.of(options));
    return Executed.of(arguments.toArray(String[]::new));
  }

  private static boolean accepts(Process process, int port) {
    assertThat(process.isAlive()).isTrue();
    try {
      new Socket(InetAddress.getLoopbackAddress(), port).close();
      return true;
    } catch (IOException notYet) {
      return false;
    }
  }
}
