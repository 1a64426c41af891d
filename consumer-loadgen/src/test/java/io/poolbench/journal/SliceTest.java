package io.poolbench.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.poolbench.Changed;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;

class SliceTest {
  /** Slices of different times: one load has one slice at a time. */
  @Provide
  Arbitrary<List<Slice>> slices() {
    return Arbitraries.longs()
        .map(
            seed -> {
              Random random = new Random(seed);
              List<Slice> slices = new ArrayList<>();
              for (int number = 1; number <= 4; number++) {
                slices.add(random(random, number));
              }
              return slices;
            });
  }

  private static Slice random(Random random, int number) {
    Slice plain =
        SampleSlices.slice(
            number,
            8 + random.nextInt(2),
            100,
            random.longs(1 + random.nextInt(5), 0, 50).toArray(),
            random.longs(1 + random.nextInt(5), 0, 50).toArray());
    return new Slice(
        plain.key(),
        plain.batches(),
        new Pending(Durations.of(random.nextInt(1_000)), random.nextInt(3)),
        random.nextBoolean() ? Map.of("refused", 1L + random.nextInt(5)) : Map.of(),
        new Counters(
            random.nextBoolean() ? Map.of("a", 1.0 * random.nextInt(9)) : Map.of("b", 2.0),
            Map.of("most", 1.0 * random.nextInt(9)),
            Map.of("threads", 1.0 * random.nextInt(9)),
            Map.of("queue", Durations.of(random.nextInt(100)))),
        random.nextBoolean() ? Set.of(ViolationCode.BLOCK_DISCARDED.violation()) : Set.of());
  }

  @Property(tries = 100)
  void addUpInAnyOrderAndGrouping(@ForAll("slices") List<Slice> slices, @ForAll Random random) {
    Slice sum = Slice.sum(slices);
    List<Slice> shuffled = new ArrayList<>(slices);
    Collections.shuffle(shuffled, random);

    assertThat(Slice.sum(shuffled)).isEqualTo(sum);
    Slice first = Slice.sum(slices.subList(0, 2));
    assertThat(Slice.sum(List.of(first, Slice.sum(slices.subList(2, 4))))).isEqualTo(sum);
    assertThat(Slice.sum(List.of(Slice.sum(List.of(slices.get(3), first)), slices.get(2))))
        .isEqualTo(sum);
  }

  @Test
  void sumsKeepWhatTheirKeysHaveInCommon() {
    Slice first = SampleSlices.slice(1, 8, 100, new long[] {1});
    Slice second = SampleSlices.slice(2, 8, 100, new long[] {2, 3});

    Slice sum = Slice.sum(List.of(first, second));

    assertThat(sum.key()).isEqualTo(new Key("fixed 4", 1, new Turn(0, 0), 8, ""));
    assertThat(sum.total().calls()).isEqualTo(Calls.ok(3));
    assertThat(sum.total().span().nanos()).isEqualTo(200_000_000);
  }

  @Test
  void countersOfTheLaterSliceAreTheClosingOnes() {
    Counters early =
        new Counters(
            Map.of("cpu", 1.5, "gc", 1.0), Map.of("most", 7.0), Map.of("threads", 4.0), Map.of());
    Counters late =
        new Counters(Map.of("cpu", 2.0), Map.of("most", 5.0), Map.of("threads", 8.0), Map.of());

    Counters sum =
        Slice.sum(
                List.of(
                    Changed.with(SampleSlices.slice(2, 8, 100, new long[] {1}), "counters", late),
                    Changed.with(SampleSlices.slice(1, 8, 100, new long[] {1}), "counters", early)))
            .counters();

    assertThat(sum.gained())
        .as("unknown in one is unknown in the sum")
        .isEqualTo(Map.of("cpu", 3.5));
    assertThat(sum.highest()).isEqualTo(Map.of("most", 7.0));
    assertThat(sum.closing()).isEqualTo(Map.of("threads", 8.0));
  }

  @Test
  void batchesHaveAResponseTimeForEachOkCall() {
    Span span = new Span(SampleSlices.START, 1);

    assertThatThrownBy(() -> new Batch(span, Calls.ok(2), SampleSlices.times(Durations.of(1))))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("2 OK calls with 1 response times");
  }
}
