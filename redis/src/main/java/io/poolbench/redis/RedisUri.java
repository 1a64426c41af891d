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
final class RedisUri {
  private static final Duration TIMEOUT = Duration.ofSeconds(10);
  private static final String VALID =
      "valid: redis://[:password@]host[:port][/db], special characters of a password"
          + " percent-encoded";

  private final URI uri;

  private RedisUri(URI uri) {
    this.uri = uri;
  }

  /**
   * @throws InvalidSettingException where the text is no such URI; the message does not repeat it,
   *     as it may hold a password
   */
  static RedisUri of(String text) {
    URI uri;
    try {
      uri = new URI(text);
    } catch (URISyntaxException e) {
      throw new InvalidSettingException("uri", "is no URI (" + e.getReason() + "); " + VALID);
    }
    if (!"redis".equals(uri.getScheme()) && !"rediss".equals(uri.getScheme())) {
      throw new InvalidSettingException("uri", "does not begin with redis://; " + VALID);
    }
    if (uri.getHost() == null) {
      throw new InvalidSettingException("uri", "names no host; " + VALID);
    }
    RedisUri parsed = new RedisUri(uri);
    try {
      parsed.toLettuce();
    } catch (IllegalArgumentException e) {
      throw new InvalidSettingException("uri", "is not understood; " + VALID);
    }
    return parsed;
  }

  static RedisUri of(String host, int port) {
    return of("redis://" + host + ":" + port);
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

  /** The same user, password and database at another address. */
  RedisUri at(String host, int port) {
    if ("rediss".equals(uri.getScheme())) {
      throw new InvalidSettingException(
          "uri", "asks for TLS, whose host name a proxy does not have; valid: redis:// here");
    }
    StringBuilder moved = new StringBuilder(uri.getScheme()).append("://");
    if (uri.getRawUserInfo() != null) {
      moved.append(uri.getRawUserInfo()).append('@');
    }
    moved.append(host).append(':').append(port).append(uri.getRawPath());
    if (uri.getRawQuery() != null) {
      moved.append('?').append(uri.getRawQuery());
    }
    return of(moved.toString());
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
