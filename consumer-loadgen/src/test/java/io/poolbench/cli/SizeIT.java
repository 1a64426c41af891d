package io.poolbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.poolbench.result.StudyResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** From a jar to advice on its pool. */
@Tag("nightly")
class SizeIT {
  @TempDir private Path folder;

  @Test
  void withoutPoolsTheSizesAreThoseThatCallsHold() throws Exception {
    Executed sized =
        Executed.of(
            "size",
            Executed.SAMPLE.toString(),
            "--call",
            "com.example.shop.OrderService.findOrder(7)",
            "--yes",
            "--jvm-option=-Xmx256m",
            "--users",
            "4, 8",
            "--sla",
            "tp99=1m",
            "--study",
            folder.resolve("learned.yaml").toString(),
            "--out",
            folder.resolve("results").toString());

    assertThat(sized.out()).contains("Calls hold ").containsPattern("(?m)^Advice: ");
    assertThat(Executed.result(folder, "learned-learn").cells()).hasSize(1);
    StudyResult result = Executed.result(folder, "learned");
    Executed.assertEnded(result, sized.exit(), sized.err());
    assertThat(result.cells()).hasSizeBetween(2, 4);
    assertThat(result.cells().subList(1, result.cells().size()))
        .allMatch(cell -> cell.cell().name().matches("fixed \\d+"));
  }

  @Test
  void theSampleIsSizedByOneCommandAndTheStudyRepeatsIt() throws Exception {
    Path study = folder.resolve("shop.yaml");
    Path ledger = folder.resolve("ledger.csv");
    Executed sized =
        Executed.of(
            "size",
            Executed.SAMPLE.toString(),
            "--call",
            "com.example.shop.OrderService.findOrder(7)",
            "--yes",
            "--jvm-option=-Xmx256m",
            "--users",
            "4, 8",
            "--sla",
            "tp99=1m",
            "--pools",
            "fixed:16:1000,cached:0:50",
            "--study",
            study.toString(),
            "--ledger",
            ledger.toString(),
            "--out",
            folder.resolve("results").toString());

    assertThat(sized.err()).isEmpty();
    assertThat(sized.out()).contains(ledger + ": ");
    assertThat(ledger).exists();
    StudyResult result = Executed.result(folder, "shop");
    Executed.assertEnded(result, sized.exit(), sized.err());
    assertThat(result.cells())
        .extracting(cell -> cell.ranPool().label())
        .containsExactly("as configured: fixed 200", "fixed 16 queue 1000", "cached 0/50");
    assertThat(sized.out())
        .contains("Pool of dubbo runs fixed 200")
        .containsOnlyOnce("with your rights")
        .containsPattern("(?m)^Advice: ");
    assertThat(Files.readAllLines(study)).anyMatch(line -> line.startsWith("paired: "));

    Executed again =
        Executed.of(
            "size", Executed.SAMPLE.toString(), "--call", "a.B.c(1)", "--study", "" + study);
    assertThat(again.exit()).as("a study is never overwritten").isEqualTo(ExitCode.USAGE.code());
  }

  /** Both what its calls hold and its pools are measured there. */
  @Test
  void theSampleIsSizedOnAnotherMachine() throws Exception {
    Executed sized =
        Executed.of(
            "size",
            Executed.SAMPLE.toString(),
            "--call",
            "com.example.shop.OrderService.findOrder(7)",
            "--yes",
            "--jvm-option=-Xmx256m",
            "--users",
            "4",
            "--sla",
            "tp99=1m",
            "--study",
            folder.resolve("shop.yaml").toString(),
            "--out",
            folder.resolve("results").toString(),
            "--provider-on",
            "env SIDE=p");

    assertThat(sized.err()).isEmpty();
    for (String study : List.of("shop-learn", "shop")) {
      assertThat(Executed.result(folder, study).cells())
          .isNotEmpty()
          .extracting(cell -> cell.environment().providerHost().address())
          .containsOnly("env SIDE=p");
    }
  }
}
