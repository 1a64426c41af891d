package io.poolbench.lab;

import io.poolbench.redis.DataSet;
import io.poolbench.redis.DataSetWriter;
import io.poolbench.redis.RedisServer;
import io.poolbench.redis.RedisUnavailableException;
import io.poolbench.spec.RedisSettings;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;

/**
 * The Redis that cells read from: started when the first cell needs it, seeded, and kept for
 * further cells that ask for the same one.
 *
 * <p>For one thread.
 */
public final class RedisLab implements AutoCloseable {
  private RedisServer server;
  private RedisSettings serves;
  private CpuList servesOn;
  private DataSet data;

  /**
   * A way to a seeded Redis, through added latency where the settings ask for some.
   *
   * @param cpus the CPUs that a Redis which is started here is held to
   * @throws LabException where there is no such Redis
   */
  public Link link(RedisSettings settings, CpuList cpus) throws LabException {
    try {
      List<String> notes = ready(settings, cpus);
      InetSocketAddress redis = InetSocketAddress.createUnresolved(server.host(), server.port());
      Route route = Route.toRedis(redis, settings.latency());
      String uri =
          route.isStraight()
              ? server.uri()
              : server.uriAt(route.address().getHostString(), route.address().getPort());
      return new Link(uri, data, server, notes, route);
    } catch (RedisUnavailableException e) {
      throw new LabException(e.getMessage(), e);
    }
  }

  /** Has the Redis at hand that is asked for; tells what is worth knowing of a fresh one. */
  private List<String> ready(RedisSettings settings, CpuList cpus) {
    if (!same(settings, cpus)) {
      start(settings, cpus);
      return server.notes();
    }
    try {
      server.requireSame();
      return List.of();
    } catch (RedisUnavailableException e) {
      start(settings, cpus);
      List<String> notes = new ArrayList<>(server.notes());
      notes.add("Redis was started or seeded anew, for: " + e.getMessage());
      return notes;
    }
  }

  private boolean same(RedisSettings settings, CpuList cpus) {
    return serves != null
        && cpus.equals(servesOn)
        && settings.kind() == serves.kind()
        && settings.uri().equals(serves.uri())
        && settings.records() == serves.records()
        && settings.recordBytes() == serves.recordBytes();
  }

  private void start(RedisSettings settings, CpuList cpus) {
    close();
    server = RedisServer.start(settings.kind(), settings.uri(), cpus.toString());
    data = new DataSet(settings.records(), settings.recordBytes());
    DataSetWriter.write(data, server.uri());
    // Last: a Redis that could not be seeded must not serve the next cell.
    serves = settings;
    servesOn = cpus;
  }

  /** Stops a Redis that was started here. */
  @Override
  public void close() {
    serves = null;
    if (server != null) {
      server.close();
      server = null;
    }
  }

  /**
   * A way to a seeded Redis, for one cell.
   *
   * @param uri for the provider; may hold a password
   * @param data what it was seeded with
   * @param server the Redis that it leads to
   * @param notes what was left out and why, where the Redis was started for this link
   * @param route closed with the link
   */
  public record Link(String uri, DataSet data, RedisServer server, List<String> notes, Route route)
      implements AutoCloseable {
    public Link {
      notes = List.copyOf(notes);
    }

    /** Which Redis it is, without its password. */
    public String description() {
      return server.description();
    }

    /**
     * Asks whether the Redis that was seeded still serves.
     *
     * @throws LabException where it does not
     */
    public void requireSeeded() throws LabException {
      try {
        server.requireSame();
      } catch (RedisUnavailableException e) {
        throw new LabException("Redis was lost: " + e.getMessage(), e);
      }
    }

    @Override
    public void close() {
      route.close();
    }

    @Override
    public String toString() {
      return description();
    }
  }
}
