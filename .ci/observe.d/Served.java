import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.util.Random;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;
import javax.sql.DataSource;

/**
 * A program with a known truth for .ci/observe, for JDK 11 and newer: Poisson arrivals, exponential times that calls hold a thread, and a
 * limit. It prints what its calls took: {@code Served RATE HOLD_MS THREADS LIMIT SECONDS SEED PERMITS}.
 */
public final class Served {
  /** Calls of the first seconds fill the pool. */
  private static final long SETTLE_NANOS = TimeUnit.SECONDS.toNanos(2);

  private static final ThreadMXBean BEANS = ManagementFactory.getThreadMXBean();
  private static final Object LOCK = new Object();
  private static Semaphore permits;
  private static DataSource connections;

  public static void main(String[] arguments) throws Exception {
    double perSecond = Double.parseDouble(arguments[0]);
    double holdMillis = Double.parseDouble(arguments[1]);
    int threads = Integer.parseInt(arguments[2]);
    String limit = arguments[3];
    long seconds = Long.parseLong(arguments[4]);
    Random random = new Random(Long.parseLong(arguments[5]));
    permits = new Semaphore(Integer.parseInt(arguments[6]));
    connections = limit.equals("connections") ? pool(Integer.parseInt(arguments[6])) : null;
    AtomicInteger number = new AtomicInteger();
    ThreadPoolExecutor pool =
        new ThreadPoolExecutor(
            threads,
            threads,
            1,
            TimeUnit.MINUTES,
            new SynchronousQueue<>(),
            task ->
                new Thread(
                    task, "DubboServerHandler-127.0.0.1:20880-thread-" + number.incrementAndGet()));
    System.out.println("READY " + ProcessHandle.current().pid());
    LongAdder calls = new LongAdder();
    LongAdder held = new LongAdder();
    long refused = 0;
    long begun = System.nanoTime();
    for (long due = begun; due < begun + TimeUnit.SECONDS.toNanos(seconds); ) {
      due += exponential(random, 1e9 / perSecond);
      long hold = exponential(random, holdMillis * 1e6);
      while (System.nanoTime() < due) {
        LockSupport.parkNanos(due - System.nanoTime());
      }
      try {
        pool.execute(
            () -> {
              long from = System.nanoTime();
              call(limit, hold);
              if (from > begun + SETTLE_NANOS) {
                calls.increment();
                held.add(System.nanoTime() - from);
              }
            });
      } catch (RejectedExecutionException full) {
        refused++;
      }
    }
    System.out.printf(
        "calls %d refused %d hold_ms %.3f%n", calls.sum(), refused, held.sum() / 1e6 / calls.sum());
    System.exit(0);
  }

  private static long exponential(Random random, double mean) {
    return (long) (-Math.log1p(-random.nextDouble()) * mean);
  }

  static void call(String limit, long nanos) {
    try {
      if (limit.equals("lock")) {
        synchronized (LOCK) {
          TimeUnit.NANOSECONDS.sleep(nanos);
        }
      } else if (limit.equals("semaphore")) {
        permits.acquire();
        TimeUnit.NANOSECONDS.sleep(nanos);
        permits.release();
      } else if (limit.equals("connections")) {
        try (Connection connection = connections.getConnection()) {
          TimeUnit.NANOSECONDS.sleep(nanos);
        }
      } else if (limit.equals("cpu")) {
        for (long from = BEANS.getCurrentThreadCpuTime();
            BEANS.getCurrentThreadCpuTime() - from < nanos; ) {
          spin();
        }
      } else {
        TimeUnit.NANOSECONDS.sleep(nanos);
      }
    } catch (InterruptedException | java.sql.SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  private static void spin() {
    double x = System.nanoTime();
    for (int i = 0; i < 2000; i++) {
      x = Math.sqrt(x + i);
    }
    if (x == 0) {
      throw new IllegalStateException("no number");
    }
  }

  private static DataSource pool(int size) {
    com.zaxxer.hikari.HikariConfig config = new com.zaxxer.hikari.HikariConfig();
    config.setMaximumPoolSize(size);
    config.setDataSource(fake(DataSource.class));
    return new com.zaxxer.hikari.HikariDataSource(config);
  }

  /** A database that answers at once. */
  private static <T> T fake(Class<T> type) {
    return type.cast(
        Proxy.newProxyInstance(
            Served.class.getClassLoader(),
            new Class<?>[] {type},
            (proxy, method, arguments) -> answer(method, proxy, arguments)));
  }

  private static Object answer(Method method, Object proxy, Object[] arguments) {
    String name = method.getName();
    return name.equals("getConnection") ? fake(Connection.class)
        : name.equals("isValid") ? (Object) true
        : name.equals("hashCode") ? (Object) System.identityHashCode(proxy)
        : name.equals("equals") ? (Object) (proxy == arguments[0])
        : name.equals("toString") ? "fake"
        : none(method.getReturnType());
  }

  private static Object none(Class<?> type) {
    return type == boolean.class ? (Object) false : type == int.class ? (Object) 0 : type == long.class ? (Object) 0L : null;
  }
}
