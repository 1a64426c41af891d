package io.poolbench.agent;

import com.google.gson.JsonObject;
import java.lang.ref.Reference;
import java.lang.ref.WeakReference;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A pool of connections that the program has built, whose public methods report its size and use.
 * Thread-safe.
 */
final class ObservedConnections {
  /** A library's pools. Methods are called one after the other, each on the result of the last. */
  private enum Kind {
    HIKARI(
        "HikariCP",
        "com.zaxxer.hikari.pool.HikariPool",
        "com.zaxxer.hikari.pool.HikariPool.getConnection",
        "toString",
        "config.getMaximumPoolSize",
        "config.setMaximumPoolSize",
        "softEvictConnections",
        "getActiveConnections",
        "getThreadsAwaitingConnection"),
    DRUID(
        "Druid",
        "com.alibaba.druid.pool.DruidDataSource",
        "com.alibaba.druid.pool.DruidDataSource.getConnectionInternal",
        "getName",
        "getMaxActive",
        "setMaxActive",
        "shrink",
        "getActiveCount",
        "getWaitThreadCount"),
    COMMONS_POOL(
        "commons-pool2",
        "org.apache.commons.pool2.impl.GenericObjectPool",
        "org.apache.commons.pool2.impl.GenericObjectPool.borrowObject",
        "getFactoryType",
        "getMaxTotal",
        "setMaxTotal",
        "clear",
        "getNumActive",
        "getNumWaiters"),
    HTTP_CLIENT(
        "Apache HttpClient",
        "org.apache.http.impl.conn.PoolingHttpClientConnectionManager",
        "org.apache.http.pool.AbstractConnPool.getPoolEntryBlocking",
        "getClass.getSimpleName",
        "getTotalStats.getMax",
        "",
        "",
        "getTotalStats.getLeased",
        "getTotalStats.getPending"),
    /** A thread waits in the same method whichever policy its pool has. */
    HTTP_CLIENT_5(
        "Apache HttpClient 5",
        "org.apache.hc.client5.http.impl.io.PoolingHttpClientConnectionManager",
        "org.apache.hc.client5.http.impl.classic.InternalExecRuntime.acquireEndpoint",
        "getClass.getSimpleName",
        "getTotalStats.getMax",
        "",
        "",
        "getTotalStats.getLeased",
        "getTotalStats.getPending");

    private final String library;
    private final String type;
    private final String waits;
    private final String name;
    private final String size;

    /** The method that changes the size of a pool in use; empty if there is none. */
    private final String resize;

    /** The method that closes idle connections, which a lower maximum does not. */
    private final String evict;

    private final String inUse;
    private final String waiting;

    Kind(
        String library,
        String type,
        String waits,
        String name,
        String size,
        String resize,
        String evict,
        String inUse,
        String waiting) {
      this.library = library;
      this.type = type;
      this.waits = waits;
      this.name = name;
      this.size = size;
      this.resize = resize;
      this.evict = evict;
      this.inUse = inUse;
      this.waiting = waiting;
    }

    /** Whether each route has a limit of its own: threads may wait while connections are free. */
    private boolean limitsRoutes() {
      return this == HTTP_CLIENT || this == HTTP_CLIENT_5;
    }
  }

  private static final Kind[] KINDS = Kind.values();

  private static final Map<String, Kind> BY_TYPE =
      Arrays.stream(KINDS).collect(Collectors.toMap(kind -> kind.type, kind -> kind));

  private final WeakReference<Object> pool;
  private final Kind kind;

  /** The name by which it is told from other pools; null before {@link #name(List)}. */
  private String ownName;

  private long samples;
  private long inUse;
  private long waiting;
  private long full;
  private boolean broken;

  /** The maximum before the first {@link #resize}; null if there was none. */
  private Integer configured;

  private ObservedConnections(Object pool, Kind kind) {
    this.pool = new WeakReference<>(pool);
    this.kind = kind;
  }

  static String[] types() {
    return BY_TYPE.keySet().toArray(new String[0]);
  }

  static boolean isOne(String type) {
    return BY_TYPE.containsKey(type);
  }

  /** The pool of an object of one of {@link #types}, or of a subclass; empty for any other. */
  static Optional<ObservedConnections> of(Object object) {
    for (Class<?> type = object.getClass(); type != null; type = type.getSuperclass()) {
      Kind kind = BY_TYPE.get(type.getName());
      if (kind != null) {
        return Optional.of(new ObservedConnections(object, kind));
      }
    }
    return Optional.empty();
  }

  /** Numbers pools that share a name, such as those of objects of one class; each only once. */
  static void name(List<ObservedConnections> pools) {
    Set<String> taken = new HashSet<>();
    pools.forEach(pool -> pool.ownName().ifPresent(taken::add));
    pools.forEach(pool -> pool.name(taken));
  }

  private synchronized Optional<String> ownName() {
    return Optional.ofNullable(ownName);
  }

  private synchronized void name(Set<String> taken) {
    if (ownName == null && !broken) {
      broken =
          !isDone(
              "named",
              present -> {
                String name = kindName(present);
                int number = 1;
                String unique = name;
                while (!taken.add(unique)) {
                  number++;
                  unique = name + " #" + number;
                }
                ownName = unique;
              });
    }
  }

  private String name(Object present) throws ReflectiveOperationException {
    return ownName == null ? kindName(present) : ownName;
  }

  private String kindName(Object present) throws ReflectiveOperationException {
    return String.valueOf(value(present, kind.name));
  }

  /** The pool, while it exists. */
  Stream<Object> pool() {
    return Stream.of(pool).map(Reference::get).filter(Objects::nonNull);
  }

  boolean isOf(Object other) {
    return pool.get() == other;
  }

  boolean isInUse() {
    return pool.get() != null;
  }

  /** The library and method in which a stack waits for a connection; empty if it does not. */
  static Optional<String> kindWaitedFor(StackTraceElement[] stack) {
    for (StackTraceElement frame : stack) {
      for (Kind kind : KINDS) {
        // Names are joined only for a class that matches, as a sample compares some hundred frames.
        if (kind.waits.startsWith(frame.getClassName())
            && kind.waits.equals(frame.getClassName() + "." + frame.getMethodName())) {
          return Optional.of(kind.waits);
        }
      }
    }
    return Optional.empty();
  }

  synchronized void clear() {
    samples = 0;
    inUse = 0;
    waiting = 0;
    full = 0;
  }

  synchronized void sample() {
    if (!broken) {
      broken =
          !isDone(
              "read",
              present -> {
                int used = number(present, kind.inUse);
                int waits = number(present, kind.waiting);
                int size = number(present, kind.size);
                samples++;
                inUse += used;
                waiting += waits;
                boolean isFull = size > 0 && used >= size; // a maximum below 0 is none
                full += isFull || (kind.limitsRoutes() && waits > 0) ? 1 : 0;
              });
    }
  }

  private interface Use {
    void of(Object present) throws ReflectiveOperationException;
  }

  /**
   * Uses the pool while it exists. A failure is reported: its library is of an unknown version, or
   * it is being closed.
   */
  private boolean isDone(String what, Use use) {
    Object present = pool.get();
    if (present != null) {
      try {
        use.of(present);
      } catch (ReflectiveOperationException | RuntimeException | LinkageError e) {
        System.err.println("poolbench-provider-agent: " + kind.library + " not " + what + ": " + e);
        return false;
      }
    }
    return true;
  }

  /** Raises the maximum size of the pool, if it has this name and its library allows that. */
  synchronized void resize(String name, int size) {
    if (kind.resize.isEmpty()) {
      return;
    }
    boolean unused =
        isDone(
            "resized",
            present -> {
              int before = number(present, kind.size);
              // commons-pool2 has no maximum where it is negative.
              if (before >= 0 && before < size && name.equals(name(present))) {
                configured = configured == null ? before : configured;
                set(present, size);
              }
            });
  }

  /**
   * Gives a resized pool the maximum that it had, and closes its idle connections: those beyond the
   * maximum would stay open.
   */
  synchronized void restore() {
    if (configured != null && isDone("resized", present -> set(present, configured))) {
      configured = null;
      boolean unused = isDone("emptied", present -> value(present, kind.evict));
    }
  }

  private void set(Object present, int size) throws ReflectiveOperationException {
    int last = kind.resize.lastIndexOf('.');
    Object owner = last < 0 ? present : value(present, kind.resize.substring(0, last));
    Method setter = owner.getClass().getMethod(kind.resize.substring(last + 1), int.class);
    setter.setAccessible(true);
    setter.invoke(owner, size);
  }

  /** The mean use since {@link #clear}; empty if it is unknown. */
  synchronized Optional<JsonObject> toJson() {
    JsonObject json = new JsonObject();
    if (pool.get() != null && samples > 0) {
      broken |=
          !isDone(
              "read",
              present -> {
                json.addProperty("name", name(present));
                json.addProperty("size", number(present, kind.size));
                json.addProperty("library", kind.library);
                json.addProperty("via", kind.waits);
                json.addProperty("inUse", (double) inUse / samples);
                json.addProperty("waiting", (double) waiting / samples);
                json.addProperty("full", (double) full / samples);
              });
    }
    return json.has("waiting") ? Optional.of(json) : Optional.empty();
  }

  private static int number(Object owner, String path) throws ReflectiveOperationException {
    return ((Number) value(owner, path)).intValue();
  }

  /** The value at a path of public fields and of methods without arguments. */
  private static Object value(Object owner, String path) throws ReflectiveOperationException {
    Object value = owner;
    for (String name : path.split("\\.", -1)) {
      value = part(value, name);
    }
    return value;
  }

  private static Object part(Object owner, String name) throws ReflectiveOperationException {
    try {
      Method method = owner.getClass().getMethod(name);
      method.setAccessible(true); // a public method of a class that is not
      return Reflection.call(method, owner);
    } catch (NoSuchMethodException field) {
      Field found = owner.getClass().getField(name);
      found.setAccessible(true);
      return found.get(owner);
    }
  }
}
