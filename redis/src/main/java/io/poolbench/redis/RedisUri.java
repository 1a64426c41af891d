package io.poolbench.redis;

import io.lettuce.core.RedisURI;
import io.poolbench.api.InvalidSettingException;
import java.net.URI;
import java.net.URISyntaxException;
import java.time.Duration;

/**
 * The URI of a single Redis, {@code redis://[[user]:password@]host[:port][/db]}, or {@code rediss}
 * for TLS. Its {@link #toString} shows host and port only.
 */
record RedisUri(URI uri) {
  private static final Duration TIMEOUT = Duration.ofSeconds(10);

  RedisUri {
    if (!"redis".equals(uri.getScheme()) && !"rediss".equals(uri.getScheme())) {
      throw invalid("scheme is not redis");
    }
    if (uri.getHost() == null || uri.getPort() == 0) {
      throw invalid(
          uri.getRawAuthority() == null
              ? "host missing"
              : "invalid host or port, such as a host with '_'");
    }
    try {
      RedisURI unused = RedisURI.create(uri);
    } catch (IllegalArgumentException e) {
      throw invalid("malformed Redis URI");
    }
  }

  /**
   * @throws InvalidSettingException if the URI is malformed; the message omits it, as it may
   *     contain a password
   */
  static RedisUri of(String text) {
    try {
      return new RedisUri(new URI(text));
    } catch (URISyntaxException e) {
      throw invalid("malformed URI, " + e.getReason());
    }
  }

  private static InvalidSettingException invalid(String fact) {
    return new InvalidSettingException(
        "uri",
        fact
            + " (valid: redis://[:password@]host[:port][/db], special characters of a password"
            + " percent-encoded)");
  }

  String text() {
    return uri.toString();
  }

  String host() {
    return uri.getHost();
  }

  int port() {
    return uri.getPort() < 0 ? RedisURI.DEFAULT_REDIS_PORT : uri.getPort();
  }

  RedisURI toLettuce() {
    RedisURI lettuce = RedisURI.create(uri);
    lettuce.setTimeout(TIMEOUT);
    return lettuce;
  }

  @Override
  public String toString() {
    return host() + ":" + port();
  }
}
