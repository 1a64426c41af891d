package io.poolbench.agent;

import static org.assertj.core.api.Assertions.assertThat;

import com.alibaba.druid.pool.DruidDataSource;
import com.google.gson.JsonObject;
import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.pool.HikariPool;
import java.io.IOException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.Driver;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.apache.commons.pool2.BasePooledObjectFactory;
import org.apache.commons.pool2.PooledObject;
import org.apache.commons.pool2.impl.DefaultPooledObject;
import org.apache.commons.pool2.impl.GenericObjectPool;
import org.apache.hc.client5.http.classic.methods.HttpGet;
import org.apache.hc.client5.http.impl.classic.CloseableHttpClient;
import org.apache.hc.client5.http.impl.classic.HttpClients;
import org.apache.hc.core5.util.Timeout;
import org.apache.http.HttpClientConnection;
import org.apache.http.HttpHost;
import org.apache.http.conn.routing.HttpRoute;
import org.apache.http.impl.conn.PoolingHttpClientConnectionManager;
import org.junit.jupiter.api.Test;

/** The sizes and the use of real pools, each with one connection in use. */
class ObservedConnectionsTest {
  private static final Connection CONNECTION = answering(Connection.class);

  private static final BasePooledObjectFactory<Object> FACTORY =
      new BasePooledObjectFactory<>() {
        @Override
        public Object create() {
          return new Object();
        }

        @Override
        public PooledObject<Object> wrap(Object object) {
          return new DefaultPooledObject<>(object);
        }
      };

  @SuppressWarnings("unchecked")
  static <T> T answering(Class<T> type) {
    return (T)
        Proxy.newProxyInstance(
            type.getClassLoader(),
            new Class<?>[] {type},
            (proxy, method, arguments) ->
                switch (method.getName()) {
                  case "getConnection", "connect" -> CONNECTION;
                  case "isValid", "acceptsURL" -> true;
                  case "hashCode" -> System.identityHashCode(proxy);
                  case "equals" -> proxy == arguments[0];
                  default ->
                      method.getReturnType() == int.class
                          ? (Object) 0
                          : method.getReturnType() == boolean.class ? (Object) false : null;
                });
  }

  /** The name stays the same whatever the use. */
  private static void assertRead(Object pool, String library, String name) {
    ObservedConnections read = ObservedConnections.of(pool).orElseThrow();
    assertThat(read.toJson()).as("nothing is known before a sample").isEmpty();
    read.sample();
    JsonObject json = read.toJson().orElseThrow();
    assertThat(json.get("library").getAsString()).isEqualTo(library);
    assertThat(json.get("name").getAsString()).matches(name);
    assertThat(json.get("size").getAsInt()).isEqualTo(6);
    assertThat(json.get("inUse").getAsDouble()).isEqualTo(1);
    assertThat(json.get("waiting").getAsDouble()).isZero();
  }

  /** Raises the size of the pool of this name alone, where its library allows that. */
  private static void assertResized(Object pool, int expected) {
    ObservedConnections read = ObservedConnections.of(pool).orElseThrow();
    read.sample();
    read.resize("another", 24);
    assertThat(size(read)).isEqualTo(6);
    read.resize(read.toJson().orElseThrow().get("name").getAsString(), 12);
    assertThat(size(read)).isEqualTo(expected);
    read.resize(read.toJson().orElseThrow().get("name").getAsString(), 9);
    assertThat(size(read)).as("another pool of its name is smaller").isEqualTo(expected);
    read.resize(read.toJson().orElseThrow().get("name").getAsString(), 24);
    read.restore();
    assertThat(size(read)).isEqualTo(6);
  }

  private static int size(ObservedConnections read) {
    return read.toJson().orElseThrow().get("size").getAsInt();
  }

  /** Resizes a pool of two connections to four, takes four, gives them back, and restores it. */
  private static void growAndRestore(Object pool, String name, Callable<AutoCloseable> take)
      throws Exception {
    ObservedConnections read = ObservedConnections.of(pool).orElseThrow();
    read.resize(name, 4);
    List<AutoCloseable> taken = new ArrayList<>();
    for (int connection = 0; connection < 4; connection++) {
      taken.add(take.call());
    }
    for (AutoCloseable connection : taken) {
      connection.close();
    }
    read.restore();
  }

  /** HikariCP would hand out idle connections beyond a lowered maximum for half an hour. */
  @Test
  void aRestoredPoolHasNoMoreConnectionsThanItMay() throws Exception {
    HikariConfig config = new HikariConfig();
    config.setDataSource(answering(DataSource.class));
    config.setMaximumPoolSize(2);
    config.validate();
    HikariPool hikari = new HikariPool(config);
    growAndRestore(hikari, hikari.toString(), hikari::getConnection);
    assertThat(hikari.getTotalConnections()).isLessThanOrEqualTo(2);
    hikari.shutdown();

    try (DruidDataSource druid = new DruidDataSource()) {
      druid.setMaxActive(2);
      druid.setUrl("jdbc:none:");
      druid.setDriver(answering(Driver.class));
      druid.init();
      growAndRestore(druid, druid.getName(), druid::getConnection);
      assertThat(druid.getActiveCount() + druid.getPoolingCount()).isLessThanOrEqualTo(2);
    }

    try (GenericObjectPool<Object> commons = new GenericObjectPool<>(FACTORY)) {
      commons.setMaxTotal(2);
      growAndRestore(
          commons,
          commons.getFactoryType(),
          () -> {
            Object taken = commons.borrowObject();
            return () -> commons.returnObject(taken);
          });
      assertThat(commons.getNumActive() + commons.getNumIdle()).isLessThanOrEqualTo(2);
    }
  }

  @Test
  void hikari() throws Exception {
    HikariConfig config = new HikariConfig();
    config.setDataSource(answering(DataSource.class));
    config.setMaximumPoolSize(6);
    HikariPool pool = new HikariPool(config);
    try (Connection used = pool.getConnection()) {
      assertThat(used).isNotNull();
      assertRead(pool, "HikariCP", ".+");
      assertResized(pool, 12);
    } finally {
      pool.shutdown();
    }
  }

  @Test
  void druid() throws Exception {
    try (DruidDataSource pool = new DruidDataSource()) {
      pool.setMaxActive(6);
      pool.setUrl("jdbc:none:");
      pool.setDriver(answering(Driver.class));
      try (Connection used = pool.getConnection()) {
        assertThat(used).isNotNull();
        assertRead(pool, "Druid", ".+");
        assertResized(pool, 12);
      }
    }
  }

  @Test
  void commonsPool() throws Exception {
    try (GenericObjectPool<Object> pool = new GenericObjectPool<>(FACTORY)) {
      pool.setMaxTotal(6);
      Object used = pool.borrowObject();
      assertRead(pool, "commons-pool2", ".+");
      assertResized(pool, 12);
      pool.returnObject(used);

      pool.setMaxTotal(-1);
      ObservedConnections unlimited = ObservedConnections.of(pool).orElseThrow();
      unlimited.resize(pool.getFactoryType(), 12);
      assertThat(pool.getMaxTotal()).as("a pool without a maximum gets none").isEqualTo(-1);
      pool.borrowObject();
      unlimited.sample();
      assertThat(unlimited.toJson().orElseThrow().get("full").getAsDouble()).isZero();
    }
  }

  /** Pools of commons-pool2 have the name of the class of their objects. */
  @Test
  void poolsOfOneNameAreToldApart() {
    try (GenericObjectPool<Object> first = new GenericObjectPool<>(FACTORY);
        GenericObjectPool<Object> second = new GenericObjectPool<>(FACTORY)) {
      ReachableConnections reachable = new ReachableConnections(new Fields());
      reachable.search(List.of(first, second));
      reachable.found().forEach(ObservedConnections::sample);

      List<String> names =
          reachable.found().stream()
              .map(pool -> pool.toJson().orElseThrow().get("name").getAsString())
              .toList();
      assertThat(names).containsExactly(first.getFactoryType(), first.getFactoryType() + " #2");
      reachable.found().forEach(pool -> pool.resize(names.get(1), 12));
      assertThat(first.getMaxTotal()).isEqualTo(8);
      assertThat(second.getMaxTotal()).isEqualTo(12);
    }
  }

  @Test
  void httpClient() throws Exception {
    try (PoolingHttpClientConnectionManager pool = new PoolingHttpClientConnectionManager()) {
      pool.setMaxTotal(6);
      pool.requestConnection(new HttpRoute(new HttpHost("localhost")), null)
          .get(1, TimeUnit.SECONDS);
      assertRead(pool, "Apache HttpClient", "PoolingHttpClientConnectionManager");
      assertResized(pool, 6);
    }
  }

  /** A thread waits for the only connection that a route may have, while five are free. */
  @Test
  void aPoolOfWhichARouteIsFullIsFull() throws Exception {
    try (PoolingHttpClientConnectionManager pool = new PoolingHttpClientConnectionManager()) {
      pool.setMaxTotal(6);
      pool.setDefaultMaxPerRoute(1);
      HttpRoute route = new HttpRoute(new HttpHost("localhost"));
      pool.requestConnection(route, null).get(1, TimeUnit.SECONDS);
      ObservedConnections observed = ObservedConnections.of(pool).orElseThrow();
      observed.sample();
      assertThat(observed.toJson().orElseThrow().get("full").getAsDouble()).isZero();

      FutureTask<HttpClientConnection> second =
          new FutureTask<>(() -> pool.requestConnection(route, null).get(1, TimeUnit.MINUTES));
      Thread waiting = new Thread(second);
      waiting.start();
      while (waiting.isAlive() && pool.getTotalStats().getPending() == 0) {
        Thread.onSpinWait();
      }
      observed.clear();
      observed.sample();
      waiting.interrupt();
      waiting.join();

      assertThat(observed.toJson().orElseThrow().get("full").getAsDouble()).isEqualTo(1);
    }
  }

  @Test
  void httpClient5AndAThreadThatWaitsForItsConnection() throws Exception {
    try (org.apache.hc.client5.http.impl.io.PoolingHttpClientConnectionManager pool =
            new org.apache.hc.client5.http.impl.io.PoolingHttpClientConnectionManager();
        CloseableHttpClient client =
            HttpClients.custom().setConnectionManager(pool).disableAutomaticRetries().build()) {
      pool.setMaxTotal(6);
      org.apache.hc.client5.http.HttpRoute route =
          new org.apache.hc.client5.http.HttpRoute(
              new org.apache.hc.core5.http.HttpHost("http", "localhost", 1));
      pool.lease("call", route, null).get(Timeout.ofSeconds(1));
      assertRead(pool, "Apache HttpClient 5", "PoolingHttpClientConnectionManager");

      pool.setMaxTotal(1);
      Thread waiting =
          new Thread(
              () -> {
                try {
                  client.execute(new HttpGet("http://localhost:1/"), answer -> null);
                } catch (IOException e) {
                  // The test interrupts its thread.
                }
              });
      waiting.start();
      while (waiting.isAlive() && pool.getTotalStats().getPending() == 0) {
        Thread.onSpinWait();
      }
      assertThat(ObservedConnections.kindWaitedFor(waiting.getStackTrace()))
          .hasValue("org.apache.hc.client5.http.impl.classic.InternalExecRuntime.acquireEndpoint");
      waiting.interrupt();
      waiting.join();
    }
  }

  @Test
  void aSubclassIsRecognizedAndAnotherClassIsNot() {
    assertThat(Stream.of(ObservedConnections.types()))
        .containsAll(List.of(HikariPool.class.getName(), DruidDataSource.class.getName()));
    assertThat(ObservedConnections.of(new DruidDataSource() {})).isPresent();
    assertThat(ObservedConnections.of("no pool")).isEmpty();
  }
}
