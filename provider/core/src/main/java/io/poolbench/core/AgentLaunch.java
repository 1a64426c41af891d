package io.poolbench.core;

import com.google.gson.Gson;
import com.google.gson.JsonParseException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** The launch configuration of the agent in a user's own provider. Immutable. */
public final class AgentLaunch {
  /** Parameter of a Dubbo URL: the type of the pool, as Dubbo names it. */
  public static final String THREADPOOL = "threadpool";

  /** Parameter of a Dubbo URL: the pool's core threads. */
  public static final String CORE_THREADS = "corethreads";

  /** Parameter of a Dubbo URL: the pool's maximum of threads. */
  public static final String THREADS = "threads";

  /** Parameter of a Dubbo URL: the capacity of the pool's queue; 0 = none. */
  public static final String QUEUES = "queues";

  /** Parameter of a Dubbo URL: how long an idle thread beyond the core lives, in milliseconds. */
  public static final String ALIVE = "alive";

  /** The parameters of a Dubbo URL that configure a pool. */
  public static final List<String> POOL =
      Collections.unmodifiableList(Arrays.asList(THREADPOOL, CORE_THREADS, THREADS, QUEUES, ALIVE));

  /** Withheld from a provider: its registries, each of which is replaced by Dubbo's {@code N/A}. */
  public static final String REGISTRIES = "registries";

  /** Withheld from a provider: to register its services, or to report their metadata. */
  public static final String REGISTRATION = "registration";

  /** Withheld from a provider: Dubbo's config centers. */
  public static final String CONFIG_CENTERS = "configCenters";

  /** The launch of a program to which a driver may attach later: nothing in it is changed. */
  public static final AgentLaunch NONE = ofPool(Collections.emptyMap());

  private final Map<String, String> pool;
  private final int port;
  private final String bindHost;
  private final List<String> withheld;
  private final Map<String, Stub> stubs;
  private final boolean recording;

  /**
   * @param pool the {@link #POOL} parameters of the pool to build; empty = as configured
   * @param port the port of the protocol whose pool is measured; 0 = the only or first one
   * @param bindHost the address at which the provider listens
   * @param withheld what the provider must not use although it is configured: {@link #REGISTRIES},
   *     {@link #REGISTRATION}, {@link #CONFIG_CENTERS}
   * @param stubs of methods of services that the provider calls, by {@code INTERFACE.METHOD}
   * @param recording whether the answers of these services are recorded, as stubs
   */
  public AgentLaunch(
      Map<String, String> pool,
      int port,
      String bindHost,
      Collection<String> withheld,
      Map<String, Stub> stubs,
      boolean recording) {
    this.pool = Collections.unmodifiableMap(new LinkedHashMap<>(pool));
    this.port = port;
    this.bindHost = Objects.requireNonNull(bindHost, "bindHost");
    this.withheld = Collections.unmodifiableList(new ArrayList<>(withheld));
    this.stubs = Collections.unmodifiableMap(new LinkedHashMap<>(stubs));
    this.recording = recording;
  }

  /**
   * Reads a configuration, as {@link #toJson} writes it.
   *
   * @throws IllegalArgumentException for any other text
   */
  public static AgentLaunch of(String json) {
    try {
      AgentLaunch read = new Gson().fromJson(json, AgentLaunch.class);
      // Gson does not call a constructor, which rejects what is missing.
      return new AgentLaunch(
          read.pool, read.port, read.bindHost, read.withheld, read.stubs, read.recording);
    } catch (NullPointerException | JsonParseException e) {
      throw new IllegalArgumentException("no launch configuration: '" + json + "'", e);
    }
  }

  /** A configuration of a pool alone, as a running program is given one. */
  public static AgentLaunch ofPool(Map<String, String> pool) {
    return new AgentLaunch(
        pool, 0, "", Collections.emptyList(), Collections.emptyMap(), /* recording= */ false);
  }

  public String toJson() {
    return new Gson().toJson(this);
  }

  public Map<String, String> pool() {
    return pool;
  }

  public int port() {
    return port;
  }

  public String bindHost() {
    return bindHost;
  }

  /** The stubs by {@code INTERFACE.METHOD}. */
  public Map<String, Stub> stubs() {
    return stubs;
  }

  /** This configuration of an agent that records the answers of the services that are called. */
  public AgentLaunch recordingReferences() {
    return new AgentLaunch(pool, port, bindHost, withheld, stubs, true);
  }

  /** Whether the answers of the services that the provider calls are recorded, as stubs. */
  public boolean recordsReferences() {
    return recording;
  }

  /** Whether the provider must not use this, such as {@link #REGISTRIES}. */
  public boolean withholds(String what) {
    return withheld.contains(what);
  }

  /** Whether the provider listens on loopback only. */
  public boolean isOnLoopback() {
    return bindHost.equals(AgentProtocol.LOOPBACK);
  }

  /** The answer to each call of a method of another service. Immutable. */
  public static final class Stub {
    private final String json;
    private final long nanos;

    /**
     * @param json the returned value as JSON
     * @param nanos from the call to the answer
     */
    public Stub(String json, long nanos) {
      this.json = json;
      this.nanos = nanos;
    }

    public String json() {
      return json;
    }

    public long nanos() {
      return nanos;
    }
  }
}
