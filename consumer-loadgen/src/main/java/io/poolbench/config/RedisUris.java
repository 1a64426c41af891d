package io.poolbench.config;

/** What an error may show of a text in which a Redis URI may stand, well-formed or not. */
final class RedisUris {
  private RedisUris() {}

  /** The text with three dots for all before its last {@code @}, where a password would stand. */
  static String masked(String text) {
    int at = text.lastIndexOf('@');
    return at < 0 ? text : "..." + text.substring(at);
  }
}
