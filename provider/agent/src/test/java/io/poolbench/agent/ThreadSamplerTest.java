package io.poolbench.agent;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import com.google.gson.JsonPrimitive;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinWorkerThread;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.Semaphore;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;
import org.apache.dubbo.common.URL;
import org.apache.dubbo.common.threadpool.support.AbortPolicyWithReport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Of pools whose threads tell their pool on a JDK that is not opened. */
class ThreadSamplerTest {
  private final ForkJoinPool pool = new ForkJoinPool(2);

  @AfterEach
  void shutDown() {
    pool.shutdownNow();
  }

  @Test
  void busyThreadsQueueAndSitesOfAPoolUnderTestAreSampled() throws InterruptedException {
    Semaphore permits = new Semaphore(0);
    for (int task = 0; task < 3; task++) {
      pool.execute(() -> permits.acquireUninterruptibly());
    }
    while (permits.getQueueLength() < 2) {
      Thread.onSpinWait();
    }

    JsonObject sampled = sampled().get(0).getAsJsonObject();

    JsonObject setup = sampled.getAsJsonObject("setup");
    assertThat(setup.get("max").getAsInt()).isEqualTo(2);
    assertThat(setup.get("measured").getAsBoolean()).isTrue();
    JsonObject samples = sampled.getAsJsonObject("samples");
    assertThat(samples.getAsJsonArray("busy")).isNotEmpty().allMatch(busy -> busy.getAsInt() == 2);
    assertThat(samples.getAsJsonArray("queued")).allMatch(queued -> queued.getAsInt() == 1);
    JsonObject site = sampled.getAsJsonArray("sites").get(0).getAsJsonObject();
    assertThat(site.get("at").getAsString()).startsWith(ThreadSamplerTest.class.getName());
    assertThat(site.get("state").getAsString()).isEqualTo("wait");
    assertThat(site.get("blocker").getAsString()).startsWith(Semaphore.class.getName());
    permits.release(3);
  }

  @Test
  void threadsThatWaitForATaskAreNotSampled() throws InterruptedException {
    pool.submit(() -> {}).join();

    JsonArray sampled = sampled();

    assertThat(sampled)
        .allMatch(used -> used.getAsJsonObject().getAsJsonArray("sites").size() == 0);
  }

  @Test
  void aThreadThatEndsAfterItWasFoundDoesNotEndTheSampling() throws InterruptedException {
    Thread worker = pool.submit(Thread::currentThread).join();

    JsonArray sampled =
        sampled(
            found -> {
              pool.shutdown();
              return ended(worker) && found == pool;
            });

    assertThat(sampled)
        .allMatch(used -> used.getAsJsonObject().getAsJsonArray("sites").size() == 0);
  }

  @Test
  void aPoolThatHasEndedIsForgotten() throws InterruptedException {
    AtomicInteger asked = new AtomicInteger();
    ForkJoinPool ended =
        new ForkJoinPool(1) {
          @Override
          public int getActiveThreadCount() {
            return asked.incrementAndGet();
          }
        };
    Thread worker = ended.submit(Thread::currentThread).join();
    List<Integer> bySecond = new ArrayList<>();
    ThreadSampler sampler = ThreadSampler.inProduction(/* arrivals= */ false);

    Thread thread =
        new Thread(
            () ->
                sampler.sample(
                    Optional.of(
                        second -> {
                          bySecond.add(asked.getAndSet(0));
                          ended.shutdown();
                          if (ended(worker) && bySecond.size() == 2) {
                            Thread.currentThread().interrupt();
                          }
                        })));
    thread.start();
    thread.join();

    assertThat(bySecond.get(0)).isPositive();
    assertThat(bySecond.get(1)).isZero();
  }

  @Test
  void aPoolThatFailsIsLeftOutAndTheOthersAreSampled() throws InterruptedException {
    ForkJoinPool failing =
        new ForkJoinPool(1) {
          private int asked;

          @Override
          public int getActiveThreadCount() {
            if (++asked == 2) {
              throw new IllegalStateException("not measured");
            }
            return 1;
          }
        };
    failing.submit(() -> {}).join();
    Semaphore permits = new Semaphore(0);
    pool.execute(() -> permits.acquireUninterruptibly());

    JsonArray sampled = sampled(found -> found == pool || found == failing);

    assertThat(sampled).hasSize(1);
    assertThat(sampled.get(0).getAsJsonObject().getAsJsonObject("setup").get("max").getAsInt())
        .isEqualTo(2);
    permits.release();
    failing.shutdown();
  }

  @Test
  void aThreadThatEqualsAnyOtherIsNotTakenForTheSamplers() throws InterruptedException {
    ForkJoinPool own =
        new ForkJoinPool(
            1,
            in ->
                new ForkJoinWorkerThread(in) {
                  @Override
                  public boolean equals(Object other) {
                    return true;
                  }

                  @Override
                  public int hashCode() {
                    return 0;
                  }
                },
            null,
            false);
    Semaphore permits = new Semaphore(0);
    own.execute(() -> permits.acquireUninterruptibly());

    assertThat(sampled(found -> found == own)).hasSize(1);
    permits.release();
    own.shutdown();
  }

  /** Threads of Dubbo are called as the user or the version says. */
  @ParameterizedTest
  @CsvSource({"provider, 20880", "consumer, "})
  void aPoolOfDubboIsKnownByTheUrlOfItsRejectionHandler(String side, Integer port)
      throws InterruptedException {
    URL url = URL.valueOf("dubbo://1.2.3.4:20880?side=" + side);
    ThreadPoolExecutor dubbo =
        OpenThreadPoolExecutor.open(
            new ThreadPoolExecutor(
                1,
                1,
                1,
                TimeUnit.SECONDS,
                new SynchronousQueue<>(),
                new AbortPolicyWithReport("x", url) {}));
    Semaphore permits = new Semaphore(0);
    dubbo.execute(() -> permits.acquireUninterruptibly());

    JsonArray sampled = sampled(found -> found == dubbo);

    JsonElement found = sampled.get(0).getAsJsonObject().getAsJsonObject("setup").get("dubboPort");
    assertThat(found).isEqualTo(port == null ? null : new JsonPrimitive(port));
    permits.release();
    dubbo.shutdown();
  }

  @Test
  void ofASchedulersTasksThoseThatAreDueWait() throws InterruptedException {
    ScheduledThreadPoolExecutor scheduler =
        OpenThreadPoolExecutor.open(new ScheduledThreadPoolExecutor(1));
    Semaphore permits = new Semaphore(0);
    scheduler.execute(() -> permits.acquireUninterruptibly());
    while (!permits.hasQueuedThreads()) {
      Thread.onSpinWait();
    }
    Runnable nothing = () -> {};
    for (int task = 0; task < 3; task++) {
      Future<?> unused = scheduler.schedule(nothing, 1, TimeUnit.HOURS);
    }

    JsonObject later = sampled(found -> found == scheduler).get(0).getAsJsonObject();
    scheduler.execute(nothing);
    JsonObject due = sampled(found -> found == scheduler).get(0).getAsJsonObject();

    assertThat(later.getAsJsonObject("setup").get("max").getAsInt()).isEqualTo(1);
    assertThat(later.getAsJsonObject("samples").getAsJsonArray("queued"))
        .isNotEmpty()
        .allMatch(queued -> queued.getAsInt() == 0);
    assertThat(due.getAsJsonObject("samples").getAsJsonArray("queued"))
        .isNotEmpty()
        .allMatch(queued -> queued.getAsInt() == 1);
    permits.release();
    scheduler.shutdownNow();
  }

  private static boolean ended(Thread thread) {
    try {
      thread.join();
      return true;
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private JsonArray sampled() throws InterruptedException {
    return sampled(pool::equals);
  }

  /** What was sampled of the pools under test, which are asked for as they are found. */
  private static JsonArray sampled(Predicate<Object> underTest) throws InterruptedException {
    ThreadSampler sampler =
        ThreadSampler.underTest(underTest, Set.of(ThreadSampler.class.getName()), List.of());
    CompletableFuture<JsonObject> second = new CompletableFuture<>();
    Thread thread = new Thread(() -> sampler.sample(Optional.of(second::complete)));
    sampler.costs(thread);
    thread.setUncaughtExceptionHandler((ended, failure) -> second.completeExceptionally(failure));
    thread.start();
    JsonObject used = second.join();
    thread.interrupt();
    thread.join();
    JsonArray measured = new JsonArray();
    for (var pool : used.getAsJsonArray("pools")) {
      if (pool.getAsJsonObject().getAsJsonObject("setup").get("measured").getAsBoolean()) {
        measured.add(JsonParser.parseString(pool.toString()));
      }
    }
    return measured;
  }
}
