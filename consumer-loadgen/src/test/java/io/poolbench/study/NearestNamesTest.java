package io.poolbench.study;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.AlphaChars;
import net.jqwik.api.constraints.StringLength;

class NearestNamesTest {
  private static final List<String> KEYS =
      List.of("threads", "corethreads", "threadpool", "queues");

  @Property
  void theDistanceIsSymmetricAndZeroForEqualTexts(
      @ForAll @AlphaChars @StringLength(max = 12) String a,
      @ForAll @AlphaChars @StringLength(max = 12) String b) {
    assertThat(NearestNames.distance(a, b)).isEqualTo(NearestNames.distance(b, a));
    assertThat(NearestNames.distance(a, a)).isZero();
    assertThat(NearestNames.distance(a, b))
        .isBetween(Math.abs(a.length() - b.length()), Math.max(a.length(), b.length()));
  }

  @Example
  void insertionDeletionReplacementAndSwapAreOneEdit() {
    assertThat(NearestNames.distance("threads", "threadz")).isEqualTo(1);
    assertThat(NearestNames.distance("threads", "thraeds")).isEqualTo(1);
    assertThat(NearestNames.distance("threads", "thread")).isEqualTo(1);
    assertThat(NearestNames.distance("threads", "tthreads")).isEqualTo(1);
    assertThat(NearestNames.distance("kitten", "sitting")).isEqualTo(3);
  }

  @Example
  void onlyNearNamesAreSuggested() {
    assertThat(NearestNames.nearest("threadz", KEYS)).containsExactly("threads");
    assertThat(NearestNames.nearest("QUEUE", KEYS)).containsExactly("queues");
    assertThat(NearestNames.nearest("core", KEYS)).containsExactly("corethreads");
    assertThat(NearestNames.nearest("colour", KEYS)).isEmpty();
  }
}
