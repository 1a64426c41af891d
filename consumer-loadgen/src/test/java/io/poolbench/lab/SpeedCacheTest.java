package io.poolbench.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatNoException;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SpeedCacheTest {
  private static final String KEY = "Sample CPU @ 2 GHz | 6.1.0-18 | 17.0.9 | driver";

  @TempDir private Path folder;

  @Test
  void theFastestRoundOfAKeyIsKept() throws IOException {
    Path file = folder.resolve("deep").resolve("speed.properties");
    SpeedCache cache = new SpeedCache(file);
    assertThat(cache.read(KEY)).isEmpty();

    cache.offer(KEY, 25_000);
    cache.offer("other", 1);
    cache.offer(KEY, 24_000.5);
    cache.offer(KEY, 30_000);

    assertThat(new SpeedCache(file).read(KEY)).isEqualTo(OptionalDouble.of(24_000.5));
    try (Stream<Path> files = Files.list(file.getParent())) {
      assertThat(files).as("no temporary file is left").containsExactly(file);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"\\u12", "driver=fast", "driver=-1", "driver=NaN", "driver=Infinity", ""})
  void aCorruptedFileIsIgnoredAndReplaced(String text) throws IOException {
    Path file = Files.writeString(folder.resolve("speed.properties"), text);
    SpeedCache cache = new SpeedCache(file);

    assertThat(cache.read("driver")).isEmpty();
    cache.offer("driver", 7);
    assertThat(cache.read("driver")).isEqualTo(OptionalDouble.of(7));
  }

  @Test
  void aFolderThatCannotBeWrittenIsNoFault() throws IOException {
    Path occupied = Files.writeString(folder.resolve("occupied"), "a file");
    assertThatNoException()
        .isThrownBy(() -> new SpeedCache(occupied.resolve("speed.properties")).offer(KEY, 1));
  }

  @Test
  void theFileIsInTheCacheFolderOfTheUser() {
    SpeedCache named = SpeedCache.ofUser(Map.of("XDG_CACHE_HOME", folder.toString()));
    named.offer(KEY, 3);
    assertThat(folder.resolve("poolbench").resolve("cpu-speed.properties")).exists();
  }
}
