package io.poolbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.poolbench.cli.LiveProgress.LiveView.BlockGraphics;
import java.util.Arrays;
import java.util.List;
import java.util.stream.DoubleStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BlockGraphicsTest {
  @Test
  void aSparklineHasTheLastValuesAsHighAsTheirShareOfTheHighest() {
    assertThat(BlockGraphics.sparkline(of(1, 2, 3, 4, 5, 6, 7, 8), 8)).isEqualTo("▁▂▃▄▅▆▇█");
    assertThat(BlockGraphics.sparkline(of(1_300, 2_600), 8)).isEqualTo("▄█");
    assertThat(BlockGraphics.sparkline(of(0, 0), 8)).isEqualTo("▁▁");
    assertThat(BlockGraphics.sparkline(of(1, 2, 4, 8), 2)).isEqualTo("▄█");
    assertThat(BlockGraphics.sparkline(of(1, 2), 0)).isEmpty();
    assertThat(BlockGraphics.sparkline(of(1, 2), -3)).isEmpty();
  }

  @Test
  void anUnknownValueLeavesAGap() {
    assertThat(BlockGraphics.sparkline(Arrays.asList(4.0, null, 8.0), 8)).isEqualTo("▄ █");
    assertThat(BlockGraphics.sparkline(Arrays.asList(null, null), 8)).isEqualTo("  ");
  }

  @ParameterizedTest
  @CsvSource({
    "0, 4, ░░░░",
    "1, 4, ████",
    "0.5, 4, ██░░",
    "0.25, 2, ▌░",
    "0.0625, 2, ▏░",
    "-1, 2, ░░",
    "7, 2, ██",
    "0.5, 0, ''",
    "NaN, 2, ░░"
  })
  void aBarIsFilledByItsShareToAnEighthOfACharacter(double share, int columns, String bar) {
    assertThat(BlockGraphics.bar(share, columns)).isEqualTo(bar);
  }

  private static List<Double> of(double... values) {
    return DoubleStream.of(values).boxed().toList();
  }
}
