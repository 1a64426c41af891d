package io.poolbench.cli;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** A program whose pool is full, since each call holds the same lock. It knows no poolbench. */
final class ObservedShop {
  private static final Object STOCK = new Object();
  private static final int THREADS = 8;

  private ObservedShop() {}

  public static void main(String[] arguments) throws IOException {
    ThreadPoolExecutor pool =
        new ThreadPoolExecutor(THREADS, THREADS, 1, TimeUnit.MINUTES, new SynchronousQueue<>());
    pool.setThreadFactory(
        task -> new Thread(task, "DubboServerHandler-10.0.0.1:20880-thread-" + pool.getPoolSize()));
    Thread callers = new Thread(() -> call(pool), "callers");
    callers.setDaemon(true);
    callers.start();
    System.out.println("READY " + ProcessHandle.current().pid());
    BufferedReader input =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    while (input.readLine() != null) {
      System.out.println(Thread.getAllStackTraces().keySet());
    }
    System.exit(0);
  }

  private static void call(ThreadPoolExecutor pool) {
    try {
      while (true) {
        TimeUnit.MILLISECONDS.sleep(1);
        try {
          pool.execute(ObservedShop::take);
        } catch (RejectedExecutionException full) {
          TimeUnit.MILLISECONDS.sleep(1);
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static void take() {
    synchronized (STOCK) {
      try {
        TimeUnit.MILLISECONDS.sleep(5);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
