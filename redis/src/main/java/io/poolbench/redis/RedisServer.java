package io.poolbench.redis;

import java.util.List;
import java.util.stream.Stream;

/**
 * A running Redis: see {@link RedisKind#start}.
 *
 * <p>A container or an embedded server keeps nothing on disk, is reachable from this machine only,
 * and ends with {@link #close}, or at the latest with this JVM. An external one is left as it is.
 * Thread-safe.
 */
public final class RedisServer implements AutoCloseable {
  private static final String RUN_ID = "run_id";

  private final RedisUri uri;
  private final String runId;
  private final String description;
  private final List<String> notes;
  private final Runnable stop;

  private RedisServer(
      RedisUri uri, String runId, String description, List<String> notes, Runnable stop) {
    this.uri = uri;
    this.runId = runId;
    this.description = description;
    this.notes = List.copyOf(notes);
    this.stop = stop;
  }

  static RedisServer at(RedisUri uri, String origin, List<String> notes, Runnable stop) {
    try (RedisSession session = RedisSession.open(uri)) {
      String version = session.serverInfo("redis_version");
      return new RedisServer(
          uri,
          session.serverInfo(RUN_ID),
          origin + ", Redis " + version + " at " + uri,
          notes,
          stop);
    }
  }

  /** An id that no other process of Redis has. */
  static String runId(RedisUri uri) {
    try (RedisSession session = RedisSession.open(uri)) {
      return session.serverInfo(RUN_ID);
    }
  }

  RedisServer withNote(String note) {
    List<String> all = Stream.concat(notes.stream(), Stream.of(note)).toList();
    return new RedisServer(uri, runId, description, all, stop);
  }

  /** The Lettuce URI. May contain a password: not for display. */
  public String uri() {
    return uri.text();
  }

  public String host() {
    return uri.host();
  }

  public int port() {
    return uri.port();
  }

  /** Origin, version and address, such as {@code embedded, Redis 7.0.15 at 127.0.0.1:34567}. */
  public String description() {
    return description;
  }

  /** Notes for the user: what was not available and why, one line each. */
  public List<String> notes() {
    return notes;
  }

  /**
   * Checks that the same process still answers.
   *
   * @throws RedisUnavailableException if no process answers, or if another one does, since a
   *     restart may lose data
   */
  public void requireSame() {
    if (!runId(uri).equals(runId)) {
      throw new RedisUnavailableException("Redis at " + uri + " was restarted");
    }
  }

  /** Stops a Redis that was started; does nothing to an external one. */
  @Override
  public void close() {
    stop.run();
  }
}
