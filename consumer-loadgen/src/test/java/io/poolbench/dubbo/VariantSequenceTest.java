package io.poolbench.dubbo;

import static org.assertj.core.api.Assertions.assertThat;

import io.poolbench.api.UserInfo;
import io.poolbench.dubbo.WireSlots.VariantSequence;
import io.poolbench.load.SplitMix64;
import io.poolbench.study.ServiceMethod;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class VariantSequenceTest {
  /** The numbers themselves are uniform: those of SplittableRandom, as ArrivalsTest compares. */
  @Test
  void aSlotSendsAllVariants() {
    assertThat(
            LongStream.iterate(VariantSequence.seed(5), SplitMix64::next)
                .limit(2_000)
                .mapToInt(state -> VariantSequence.variant(state, 64)))
        .containsOnly(IntStream.range(0, 64).boxed().toArray(Integer[]::new));
  }

  @Test
  void slotsHaveDifferentSequences() {
    long same =
        IntStream.range(0, 1_000)
            .filter(slot -> first(slot, 1024) == first(slot + 1, 1024))
            .count();
    assertThat(same).isLessThan(10);
  }

  private static int first(int slot, int variants) {
    return VariantSequence.variant(SplitMix64.next(VariantSequence.seed(slot)), variants);
  }

  @Test
  void requestedUsersAreSpreadOverTheDataSet() {
    ExpectedUsers users = new ExpectedUsers(1_000_000, i -> new UserInfo("p" + i, "n", 0, 0, ""));
    MeasuredCall call = MeasuredCall.of(ServiceMethod.FIND_USER_INFO, users);
    assertThat(call.variants()).isEqualTo(1024);
    assertThat(call.arguments(0)).containsExactly("p0");
    assertThat(call.arguments(512)).containsExactly("p500000");
    assertThat(call.arguments(1023)).containsExactly("p" + 1023L * 1_000_000 / 1024);
    assertThat(call.mismatch(512, users.user().apply(500_000))).isEmpty();
    assertThat(call.mismatch(512, users.user().apply(500_001))).isPresent();
  }
}
