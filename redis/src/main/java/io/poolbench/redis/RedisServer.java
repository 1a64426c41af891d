package io.poolbench.redis;

import io.poolbench.api.InvalidSettingException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * A Redis that answers, and the way to it.
 *
 * <p>A container or an embedded server keeps nothing on disk, is reached from this machine only,
 * and ends with {@link #close}, or at the latest with this JVM. An external one is left as it is.
 *
 * <p>Immutable but for {@link #close}; safe for use by many threads.
 */
public final class RedisServer implements AutoCloseable {
  private final RedisUri uri;
  private final String runId;
  private final String description;
  private final List<String> notes;
  private final Runnable stop;

  /**
   * @param runId the identity of the server process, as it tells it
   */
  RedisServer(RedisUri uri, String runId, String description, List<String> notes, Runnable stop) {
    this.uri = Objects.requireNonNull(uri, "uri");
    this.runId = Objects.requireNonNull(runId, "runId");
    this.description = Objects.requireNonNull(description, "description");
    this.notes = List.copyOf(notes);
    this.stop = Objects.requireNonNull(stop, "stop");
  }

  /**
   * Finds or starts a Redis.
   *
   * @param kind which; {@link RedisKind#AUTO} takes the URI where one is given (and then nothing
   *     else: a Redis that was named but does not answer is an error), else a container where a
   *     Docker engine answers and has or gets the image, else an embedded one
   * @param uri of an external one, {@code redis://[:password@]host[:port][/db]}; empty = none
   * @param cpuList the CPUs for a Redis that is started, as the kernel writes lists ({@code
   *     0-3,8}); empty = any
   * @throws InvalidSettingException where the URI is missing or malformed
   * @throws RedisUnavailableException where there is no such Redis
   */
  public static RedisServer start(RedisKind kind, String uri, String cpuList) {
    return switch (kind) {
      case EXTERNAL -> external(uri);
      case TESTCONTAINERS -> ContainerRedis.start(ContainerRedis.image(), cpuList);
      case EMBEDDED -> EmbeddedRedis.start(cpuList);
      case AUTO -> uri.isEmpty() ? containerOrEmbedded(cpuList) : external(uri);
    };
  }

  /**
   * Looks at the URI of an external Redis, without connecting.
   *
   * @param latency what is to be added on the way there
   * @throws InvalidSettingException where it is none, or none that latency can be added to
   */
  public static void requireUri(String uri, AddedLatency latency) {
    RedisUri parsed = RedisUri.of(uri);
    if (!latency.isNone()) {
      parsed.at(parsed.host(), parsed.port());
    }
  }

  private static RedisServer external(String text) {
    if (text.isEmpty()) {
      throw new InvalidSettingException(
          "uri", "is missing; valid: redis://[:password@]host[:port][/db]");
    }
    RedisUri uri = RedisUri.of(text);
    try (RedisSession session = RedisSession.open(uri)) {
      ServerInfo info = session.serverInfo();
      return new RedisServer(
          uri,
          info.runId(),
          "external, Redis " + info.version() + " at " + uri,
          List.of(),
          () -> {});
    }
  }

  private static RedisServer containerOrEmbedded(String cpuList) {
    try {
      return ContainerRedis.start(ContainerRedis.image(), cpuList);
    } catch (RedisUnavailableException e) {
      return EmbeddedRedis.start(cpuList).noting("no Redis container: " + e.getMessage());
    }
  }

  RedisServer noting(String note) {
    List<String> all = new ArrayList<>(notes);
    all.add(note);
    return new RedisServer(uri, runId, description, all, stop);
  }

  /** Where to connect, as Lettuce reads it. May hold a password: not for display. */
  public String uri() {
    return uri.text();
  }

  /** The same login and database by way of another address, such as a {@link LatencyProxy}'s. */
  public String uriAt(String host, int port) {
    return uri.at(host, port).text();
  }

  /** The host name or address, without user or password. */
  public String host() {
    return uri.host();
  }

  /** The TCP port. */
  public int port() {
    return uri.port();
  }

  /**
   * Kind, version and address in one line, such as {@code embedded, Redis 6.2.11 at
   * 127.0.0.1:34567}.
   */
  public String description() {
    return description;
  }

  /** What was left out and why, a line each, for the user to read; empty where nothing was. */
  public List<String> notes() {
    return notes;
  }

  /**
   * Asks whether the server process that was found or started still serves there.
   *
   * @throws RedisUnavailableException where none answers, or another one: it was restarted, and
   *     what was written to it may be lost
   */
  public void requireSame() {
    try (RedisSession session = RedisSession.open(uri)) {
      if (!session.serverInfo().runId().equals(runId)) {
        throw new RedisUnavailableException("Redis at " + uri + " was restarted");
      }
    }
  }

  /** Stops a Redis that {@link #start} started; does nothing to an external one. */
  @Override
  public void close() {
    stop.run();
  }

  @Override
  public String toString() {
    return description;
  }
}
