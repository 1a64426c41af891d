package io.poolbench.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.poolbench.api.InvalidSettingException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

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
  @ValueSource(
      strings = {"redis://:secret@my_cache", "redis://cache:number", "redis://cache.example:0"})
  void anInvalidHostOrPortIsNotReportedAsMissing(String text) {
    assertThatThrownBy(() -> RedisUri.of(text))
        .isInstanceOf(InvalidSettingException.class)
        .hasMessageStartingWith("invalid host or port");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "cache.example:6379",
        "http://:secret@cache.example",
        "redis://:secret",
        "redis://:sec ret@cache.example",
        "redis://:secret@cache.example/notadatabase",
        "redis:",
        ""
      })
  void aMalformedUriIsInvalidWithoutShowingItsPassword(String text) {
    assertThatThrownBy(() -> RedisUri.of(text))
        .isInstanceOf(InvalidSettingException.class)
        .hasMessageContaining("valid: redis://")
        .hasMessageNotContainingAny("secret", "sec ret", "\n");
  }
}
