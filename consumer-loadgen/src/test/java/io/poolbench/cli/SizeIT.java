package io.poolbench.cli;

import io.poolbench.reporting.ExitCode;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** From a jar to advice on its pool. */
@Tag("nightly")
class SizeIT {
  @TempDir private Path folder;

  private Executed size(Path study, String... options) {
    List<String> arguments =
        new ArrayList<>(List.of("size", Executed.SAMPLE.toString(), "--yes", "--sla", "tp99=1m"));
    arguments.addAll(List.of("--call", "com.example.shop.OrderService.findOrder(7)"));
    arguments.addAll(List.of("--jvm-option=-Xmx256m", "--users", "4, 8"));
    arguments.addAll(List.of("--study", "" + study, "--out", "" + folder.resolve("results")));
    arguments.addAll(List.of(options));
    return Executed.of(arguments.toArray(String[]::new));
  }

  /** On another machine, where both what its calls hold and its pools are measured. */
  @Test
  void withoutPoolsTheSizesAreThoseThatCallsHold() throws Exception {
    Executed sized = size(folder.resolve("shop.yaml"), "--provider-on", "env SIDE=p");

    assertThat(sized.out())
        .contains("reachable from other machines", "Calls hold ")
        .doesNotContain("on loopback only")
        .containsPattern("(?m)^Advice: ");
    List<MeasuredCell> learned = Executed.measured(folder, "shop-learn");
    assertThat(learned).hasSize(1);
    Executed.assertEnded(Executed.recorded(folder, "shop"), sized.exit(), sized.err());
    List<MeasuredCell> cells = Executed.measured(folder, "shop");
    assertThat(cells).hasSizeBetween(2, 4);
    assertThat(cells.subList(1, cells.size()))
        .allMatch(cell -> cell.cell().name().matches("fixed \\d+"));
    assertThat(Stream.concat(learned.stream(), cells.stream()))
        .extracting(cell -> cell.environment().providerHost().address())
        .containsOnly("env SIDE=p");
  }

  @Test
  void theSampleIsSizedByOneCommandAndTheStudyRepeatsIt() throws Exception {
    Path study = folder.resolve("shop.yaml");
    Executed sized = size(study, "--pools", "fixed:16:1000,cached:0:50");

    assertThat(sized.err()).isEmpty();
    Executed.assertEnded(Executed.recorded(folder, "shop"), sized.exit(), sized.err());
    List<MeasuredCell> cells = Executed.measured(folder, "shop");
    assertThat(cells)
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
}
