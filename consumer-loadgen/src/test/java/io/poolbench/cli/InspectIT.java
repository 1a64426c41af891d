package io.poolbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.poolbench.config.StudyLoader.CellCheck;
import io.poolbench.spec.Study;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
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
  }
}
