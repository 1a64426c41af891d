package io.poolbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.poolbench.limits.SizeStages;
import io.poolbench.report.ExitCode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** From a jar to advice on its pool. */
@Tag("nightly")
class SizeIT {
  private static final String STUDY = "poolbench-sample-size";

  @TempDir private Path folder;

  private Executed size(String... options) {
    List<String> arguments =
        new ArrayList<>(
            List.of("size", Executed.SAMPLE.toString(), "--yes", "--sla", "tp99=300ms"));
    arguments.addAll(List.of("--call", "com.example.shop.OrderService.findOrder(7)"));
    arguments.addAll(List.of("--jvm-option=-Xmx256m", "--users", "4, 8", "--within", "4m"));
    arguments.addAll(List.of("--out", "" + folder.resolve("results")));
    arguments.addAll(List.of(options));
    return Executed.of(arguments.toArray(String[]::new));
  }

  private void assertSized(Executed sized) throws Exception {
    assertThat(sized.err()).isEmpty();
    Executed.assertEnded(Executed.recorded(folder, STUDY), sized.exit(), sized.err());
    assertThat(sized.out())
        .contains("size takes up to 4:00 min")
        .containsPattern("(?m)^[^ ] ?(Keep|Replace|What helps most|No advice)");
  }

  /** On another machine, where both what its calls hold and its pools are measured. */
  @Test
  void withoutPoolsTheSizesAreThoseThatCallsHold() throws Exception {
    Executed sized = size("--provider-on", "env SIDE=p");

    assertSized(sized);
    assertThat(sized.out())
        .contains("reachable from other machines", "Calls hold ")
        .doesNotContain("on loopback only");
    List<MeasuredCell> cells = Executed.measured(folder, STUDY);
    assertThat(cells).hasSizeBetween(2, 5);
    assertThat(cells.subList(1, cells.size()))
        .allMatch(cell -> cell.cell().name().matches("fixed \\d+ queue \\d+"));
    assertThat(cells)
        .extracting(cell -> cell.environment().providerHost().address())
        .containsOnly("env SIDE=p");
    assertThat(Executed.recorded(folder, STUDY).journal().slices())
        .anyMatch(slice -> slice.key().cell().equals(SizeStages.LEARNED));
  }

  @Test
  void theSampleIsSizedByOneCommandAndTheStudyRepeatsIt() throws Exception {
    Path study = folder.resolve("shop.yaml");
    Executed sized = size("--pools", "fixed:16:1000,cached:0:50", "--study", "" + study);

    assertSized(sized);
    assertThat(Executed.measured(folder, STUDY))
        .extracting(cell -> cell.ranPool().label())
        .containsExactly("as configured: fixed 200", "fixed 16 queue 1000", "cached 0/50");
    assertThat(sized.out())
        .contains("Pool of dubbo runs fixed 200")
        .containsOnlyOnce("with your rights");
    assertThat(Files.readAllLines(study)).anyMatch(line -> line.startsWith("paired:"));
    assertThat(Executed.of("run", "" + study, "--dry-run").exit()).isZero();

    Executed again = size("--study", "" + study);
    assertThat(again.exit()).as("a study is never overwritten").isEqualTo(ExitCode.USAGE.code());
  }
}
