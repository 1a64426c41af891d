package com.example.limited;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.apache.dubbo.config.ApplicationConfig;
import org.apache.dubbo.config.ProtocolConfig;
import org.apache.dubbo.config.ReferenceConfig;
import org.apache.dubbo.config.RegistryConfig;
import org.apache.dubbo.config.ServiceConfig;
import org.apache.dubbo.rpc.AsyncContext;
import org.apache.dubbo.rpc.RpcContext;

/**
 * A provider whose throughput or response time has one limit, which it is told, or that calls
 * another service.
 */
public final class LimitedProvider {
  private static final int HOLD_MILLIS = 3;
  private static final int COLLECTED_OBJECTS = 6_000_000;

  private LimitedProvider() {}

  /**
   * Exports the service until the process is ended.
   *
   * @param arguments {@code permits}, {@code lock}, {@code store}, {@code collections}, {@code
   *     wait}, {@code cpu}, {@code executes}, {@code executor}, {@code direct} or {@code none},
   *     then a number: of permits, of calls at once, of the executor's threads, otherwise of
   *     milliseconds; then of the pool's threads, or nothing; or {@code reference} and the port of
   *     the service that it calls, 0 = nobody provides it; or {@code prices} and the port at which
   *     it is that service
   */
  @SuppressWarnings("deprecation") // The way without Spring.
  public static void main(String[] arguments) throws Exception {
    ApplicationConfig application = new ApplicationConfig("limited");
    application.setQosEnable(false);
    application.setParameters(Map.of("file.cache", "false"));
    int number = Integer.parseInt(arguments[1]);
    switch (arguments[0]) {
      case "prices" -> export(application, Prices.class, new FixedPrices(), number);
      case "reference" ->
          export(application, Stock.class, new Priced(prices(application, number)), 20880);
      default -> {
        ServiceConfig<Stock> config =
            configured(application, Stock.class, stock(arguments[0], number), 20880);
        if (arguments[0].equals("executes")) {
          config.setExecutes(number);
        }
        ProtocolConfig protocol = config.getProtocol();
        if (arguments[0].equals("direct")) {
          protocol.setDispatcher("direct");
        }
        if (arguments.length > 2) {
          protocol.setThreadpool("fixed");
          protocol.setThreads(Integer.parseInt(arguments[2]));
        }
        config.export();
      }
    }
    Thread.currentThread().join();
  }

  @SuppressWarnings("deprecation") // The way without Spring.
  private static <T> void export(
      ApplicationConfig application, Class<T> type, T service, int port) {
    configured(application, type, service, port).export();
  }

  @SuppressWarnings("deprecation") // The way without Spring.
  private static <T> ServiceConfig<T> configured(
      ApplicationConfig application, Class<T> type, T service, int port) {
    ServiceConfig<T> config = new ServiceConfig<>();
    config.setApplication(application);
    config.setRegistry(new RegistryConfig("N/A"));
    config.setProtocol(new ProtocolConfig("dubbo", port));
    config.setInterface(type);
    config.setRef(service);
    return config;
  }

  @SuppressWarnings("deprecation") // The way without Spring.
  private static Prices prices(ApplicationConfig application, int port) {
    ReferenceConfig<Prices> reference = new ReferenceConfig<>();
    reference.setApplication(application);
    reference.setRegistry(new RegistryConfig("N/A"));
    reference.setInterface(Prices.class);
    reference.setCheck(true);
    reference.setTimeout(20_000);
    if (port != 0) {
      reference.setUrl("dubbo://127.0.0.1:" + port);
    }
    return reference.get();
  }

  private static Stock stock(String limit, int number) throws IOException {
    return switch (limit) {
      case "permits" -> new Permits(new Semaphore(number));
      case "lock" -> new Locked(number);
      case "store" -> new SlowStore(number);
      case "collections" -> collected(number);
      case "none", "executes", "direct" -> new Permits(new Semaphore(Integer.MAX_VALUE));
      case "wait" ->
          article -> {
            sleep(number);
            return 1;
          };
      case "cpu" -> article -> spun(number);
      case "executor" -> new HandedOver(number);
      default -> throw new IllegalArgumentException(limit);
    };
  }

  private record Priced(Prices prices) implements Stock {
    @Override
    public int level(String article) {
      if (article.equals("later")) {
        return prices.priceLater(article).join();
      }
      if (article.equals("both")) {
        return level("now") + level("later");
      }
      Prices.Price price = prices.price(article);
      return price.getCurrency().equals("EUR")
          ? price.getParts().stream().mapToInt(Math::toIntExact).sum()
          : -1;
    }
  }

  /** Answers after some milliseconds. */
  private static final class FixedPrices implements Prices {
    @Override
    public Price price(String article) {
      sleep(HOLD_MILLIS);
      Price price = new Price();
      price.setParts(new ArrayList<>(List.of(10L, 2L)));
      price.setCurrency("EUR");
      return price;
    }

    @Override
    public CompletableFuture<Integer> priceLater(String article) {
      return CompletableFuture.supplyAsync(
          () -> {
            sleep(HOLD_MILLIS);
            return 7;
          });
    }
  }

  private static void sleep(int millis) {
    try {
      TimeUnit.MILLISECONDS.sleep(millis);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Uses a CPU for some milliseconds. */
  private static int spun(int millis) {
    ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    long end = threads.getCurrentThreadCpuTime() + TimeUnit.MILLISECONDS.toNanos(millis);
    int rounds = 0;
    while (threads.getCurrentThreadCpuTime() < end) {
      rounds++;
    }
    return rounds;
  }

  /** Answers from an executor of its own. */
  private static final class HandedOver implements Stock {
    private final ExecutorService executor;

    HandedOver(int threads) {
      this.executor = Executors.newFixedThreadPool(threads, task -> new Thread(task, "orders"));
    }

    @Override
    public int level(String article) {
      AsyncContext context = RpcContext.startAsync();
      executor.execute(
          () -> {
            sleep(HOLD_MILLIS);
            context.write(1);
          });
      return 0;
    }
  }

  private record Permits(Semaphore permits) implements Stock {
    @Override
    public int level(String article) {
      permits.acquireUninterruptibly();
      try {
        sleep(HOLD_MILLIS);
        return 1;
      } finally {
        permits.release();
      }
    }
  }

  /** Keeps its monitor for a part of each call. */
  private static final class Locked implements Stock {
    private final int keptMillis;

    Locked(int keptMillis) {
      this.keptMillis = keptMillis;
    }

    @Override
    public int level(String article) {
      sleep(HOLD_MILLIS);
      return counted();
    }

    private synchronized int counted() {
      sleep(keptMillis);
      return 1;
    }
  }

  /** Asks a server that answers one request after the other, by a connection of each thread. */
  private static final class SlowStore implements Stock {
    private final int answerMillis;
    private final ServerSocket server = new ServerSocket(0, 500, InetAddress.getLoopbackAddress());
    private final Object oneAtATime = new Object();
    private final ThreadLocal<Socket> connections = ThreadLocal.withInitial(this::connected);

    SlowStore(int answerMillis) throws IOException {
      this.answerMillis = answerMillis;
      start(this::accept);
    }

    private static void start(Runnable task) {
      Thread thread = new Thread(task, "store");
      thread.setDaemon(true);
      thread.start();
    }

    private void accept() {
      try {
        while (true) {
          Socket client = server.accept();
          start(() -> serve(client));
        }
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    private void serve(Socket client) {
      try (client) {
        client.setTcpNoDelay(true);
        for (int request = client.getInputStream().read(); request >= 0; ) {
          synchronized (oneAtATime) {
            sleep(answerMillis);
          }
          client.getOutputStream().write(request);
          request = client.getInputStream().read();
        }
      } catch (IOException ended) {
        // The client's thread has ended.
      }
    }

    private Socket connected() {
      try {
        return new Socket(server.getInetAddress(), server.getLocalPort());
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    @Override
    public int level(String article) {
      try {
        Socket connection = connections.get();
        connection.getOutputStream().write(1);
        return connection.getInputStream().read();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  /** Collects a heap with many small objects again and again. */
  private static Stock collected(int everyMillis) {
    List<Object> live = new ArrayList<>();
    for (int i = 0; i < COLLECTED_OBJECTS; i++) {
      live.add(new int[] {i});
    }
    Thread collector =
        new Thread(
            () -> {
              while (true) {
                sleep(everyMillis);
                System.gc();
              }
            });
    collector.setDaemon(true);
    collector.start();
    return article -> {
      sleep(HOLD_MILLIS);
      return live.size();
    };
  }
}
