package io.poolbench.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.poolbench.api.InvalidSettingException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RedisUriTest {
  @Test
  void toStringShowsHostAndPortOnly() {
    assertThat(RedisUri.of("redis://cache.example")).hasToString("cache.example:6379");
    RedisUri uri = RedisUri.of("redis://me:s%40cret@cache.example:6380/2");
    assertThat(uri).hasToString("cache.example:6380");
    assertThat(uri.text()).isEqualTo("redis://me:s%40cret@cache.example:6380/2");
  }

  /** Lettuce takes port 0 for the default one. */
  @ParameterizedTest
  @CsvSource({
    "redis://:secret@my_cache, invalid host or port",
    "redis://cache:number, invalid host or port",
    "redis://cache.example:0, invalid host or port",
    "cache.example:6379, ''",
    "http://:secret@cache.example, ''",
    "redis://:secret, ''",
    "redis://:sec ret@cache.example, ''",
    "redis://:secret@cache.example/notadatabase, ''",
    "redis:, ''",
    "'', ''"
  })
  void aMalformedUriIsInvalidWithoutShowingItsPassword(String text, String fact) {
    assertThatThrownBy(() -> RedisUri.of(text))
        .isInstanceOf(InvalidSettingException.class)
        .hasMessageStartingWith(fact)
        .hasMessageContaining("valid: redis://")
        .hasMessageNotContainingAny("secret", "sec ret", "\n");
  }
}
