package io.poolbench.generator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;

class SharesTest {
  @Property(tries = 500)
  void sharesAddUpAndNoneIsAWholeUserFromItsPart(
      @ForAll @IntRange(max = 10_000_000) int whole,
      @ForAll @Size(min = 1, max = 50) List<@IntRange(min = 1, max = 512) Integer> weights) {
    List<Integer> shares = Shares.of(whole, weights);

    double all = weights.stream().mapToInt(weight -> weight).sum();
    assertThat(shares.stream().mapToLong(share -> share).sum()).isEqualTo(whole);
    for (int at = 0; at < weights.size(); at++) {
      assertThat(shares.get(at) - whole * (weights.get(at) / all)).isCloseTo(0, within(1.0));
    }
  }
}
