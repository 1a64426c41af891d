package io.poolbench.result;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.NotEmpty;
import org.junit.jupiter.api.Test;

class SpreadTest {
  /** The oracle counts; it does not sort. */
  @Property
  void halfOfTheValuesAreOnEachSideOfTheMedianAndAllBetweenTheEnds(
      @ForAll @NotEmpty List<@DoubleRange(min = 0, max = 1e6) Double> figures) {
    Spread spread = Spread.of(figures).orElseThrow();
    assertThat(figures.stream().filter(figure -> figure <= spread.median()).count() * 2)
        .isGreaterThanOrEqualTo(figures.size());
    assertThat(figures.stream().filter(figure -> figure >= spread.median()).count() * 2)
        .isGreaterThanOrEqualTo(figures.size());
    assertThat(spread.count()).isEqualTo(figures.size());
    assertThat(figures)
        .allMatch(figure -> spread.lowest() <= figure && figure <= spread.highest())
        .contains(spread.lowest(), spread.highest());
  }

  @Test
  void theMedianOfAnEvenCountIsTheMeanOfTheMiddleTwo() {
    assertThat(Spread.of(List.of(8.0, 1.0, 2.0, 4.0)).orElseThrow().median())
        .isCloseTo(3.0, within(1e-12));
  }

  @Test
  void noValuesHaveNoSpread() {
    assertThat(Spread.of(List.of())).isEmpty();
  }
}
