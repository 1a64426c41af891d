package io.poolbench.dubbo;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;

class TriStreamsTest {
  private static final int COUNT = 5;

  /** Each number opens a stream for its index, or closes the one that this has. */
  @Property(tries = 300)
  void streamsAndIndexesAreThoseOfAMap(
      @ForAll @Size(max = 200) List<@IntRange(max = COUNT - 1) Integer> steps) {
    TriStreams streams = new TriStreams(COUNT, 1);
    Map<Integer, Integer> open = new HashMap<>();
    int last = -1;
    for (int index : steps) {
      Integer stream = open.remove(index);
      if (stream == null) {
        stream = streams.open(index);
        assertThat(stream).isGreaterThan(last).isOdd();
        assertThat(streams.isKnown(stream)).isTrue();
        assertThat(streams.isKnown(stream + 2)).isFalse();
        last = stream;
        open.put(index, stream);
      } else {
        streams.close(stream);
        assertThat(streams.index(stream)).isEqualTo(TriStreams.NONE);
      }
      assertThat(streams.open()).isEqualTo(open.size());
      for (int each = 0; each < COUNT; each++) {
        assertThat(streams.stream(each)).isEqualTo(open.getOrDefault(each, TriStreams.NONE));
      }
      open.forEach((call, id) -> assertThat(streams.index(id)).isEqualTo(call));
    }
  }

  @Example
  void afterTheLastIdThereIsNone() {
    TriStreams streams = new TriStreams(COUNT, Http2Frame.MAX_STREAM);
    assertThat(streams.open(0)).isEqualTo(Http2Frame.MAX_STREAM);
    assertThat(streams.open(1)).isEqualTo(TriStreams.NONE);
    assertThat(streams.open()).isEqualTo(1);
  }
}
