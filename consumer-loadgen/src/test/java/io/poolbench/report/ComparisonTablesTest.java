package io.poolbench.report;

import static io.poolbench.store.SampleCurves.repetition;
import static io.poolbench.store.SampleCurves.step;
import static org.assertj.core.api.Assertions.assertThat;

import io.poolbench.compare.Comparison;
import io.poolbench.compare.Criterion;
import io.poolbench.compare.Operand;
import io.poolbench.result.CellResult;
import io.poolbench.result.StudyResult;
import io.poolbench.store.SampleCurves;
import io.poolbench.store.SampleRepetitions;
import io.poolbench.store.SampleResult;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ComparisonTablesTest {
  @Test
  void everyRenderingIsAsItsGoldenFileWhateverTheLocale() throws IOException {
    Golden.assertMatchesInEveryLocale("comparison.txt", () -> Terminal.PLAIN.text(page()));
  }

  @Test
  void eachPartOfATableThatIsTooWideNamesTheRowsFigures() {
    assertThat(new Terminal(60, false).text(page()).lines())
        .filteredOn(line -> line.startsWith("users  ") && line.contains("  deviation"))
        .isNotEmpty()
        .allMatch(line -> line.contains("  figure  "));
  }

  private static Page page() {
    return ComparisonTables.all(comparison());
  }

  /** Repeated cells of which one got slower, a hostile name, and one that has no partner. */
  private static Comparison comparison() {
    List<CellResult> slower =
        new ArrayList<>(SampleCurves.repeated("fixed 24", 6800, 9.2, 0.99, 1, 1.02).cells());
    slower.add(repetition("<b>缓存</b> | *x*\u001b[31m\u202e", 1, step(8, 2000, 4)));
    StudyResult other = SampleCurves.study(slower);
    return Comparison.of(
        List.of(
            Operand.of(0, "results/a", SampleRepetitions.studyResult(), "fixed 24"),
            Operand.of(1, "results/b\u001b[31m", other, null),
            Operand.of(2, "results/c", SampleResult.studyResult(), "2")),
        List.of(
            Criterion.parse("tp99 +5%"),
            Criterion.parse("tps -5%"),
            Criterion.parse("max users -0"),
            Criterion.parse("availability -0.1 at 99 users")));
  }
}
