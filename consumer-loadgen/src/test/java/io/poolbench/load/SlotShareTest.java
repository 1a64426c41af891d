package io.poolbench.load;

import static org.assertj.core.api.Assertions.assertThat;

import io.poolbench.load.SlotQueue.SlotShare;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SlotShareTest {
  @ParameterizedTest
  @CsvSource({"0, 3", "1, 3", "7, 3", "9, 3", "64, 1", "2147483647, 1", "2147483647, 4"})
  void sharesDifferByOneAtMostAndAddUpToTheWhole(int things, int owners) {
    long[] shares =
        IntStream.range(0, owners)
            .mapToLong(owner -> new SlotShare(1, owner, owners).of(things))
            .toArray();

    assertThat(IntStream.range(0, owners).mapToLong(owner -> shares[owner]).sum())
        .isEqualTo(things);
    assertThat(shares[0] - shares[owners - 1]).isBetween(0L, 1L);
  }

  @ParameterizedTest
  @CsvSource({"7, 3", "1, 2", "5, 5"})
  void everySlotHasOneOwnerAndAnIndexThere(int slots, int owners) {
    for (int slot = 0; slot < slots; slot++) {
      SlotShare share = new SlotShare(slots, slot % owners, owners);

      assertThat(share.index(slot)).isBetween(0, share.count() - 1);
      assertThat(share.slot(share.index(slot))).isEqualTo(slot);
    }
  }
}
