package io.poolbench.redis;

import static java.util.stream.Collectors.joining;

/**
 * A Redis is not available, or a command failed. The message is one line: which Redis (host and
 * port or image, never a password), the cause, and the fix.
 */
public final class RedisUnavailableException extends RuntimeException {
  RedisUnavailableException(String message, Throwable cause) {
    super(message.lines().map(String::strip).collect(joining(" ")), cause);
  }

  RedisUnavailableException(String message) {
    this(message, null);
  }
}
