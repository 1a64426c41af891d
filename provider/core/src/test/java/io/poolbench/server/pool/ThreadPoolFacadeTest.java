package io.poolbench.server.pool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.gson.JsonObject;
import io.poolbench.server.timing.UnansweredCalls;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.FutureTask;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

class ThreadPoolFacadeTest {
  private static final int ACCESSIBLE = Modifier.PUBLIC | Modifier.PROTECTED;

  @AutoClose("release")
  private final PoolTasks tasks = new PoolTasks();

  @AutoClose("shutdownNow")
  private final ThreadPoolExecutor pool =
      new ThreadPoolExecutor(1, 2, 3, TimeUnit.SECONDS, new SynchronousQueue<>());

  private final MeasuredExecutor measured = PoolTasks.measured(pool);
  private final ThreadPoolFacade facade = new ThreadPoolFacade(measured, false);

  @Test
  void everyMethodOfAThreadPoolExecutorIsThePoolsOwn() {
    Set<String> inherited = Set.of("beforeExecute", "afterExecute", "terminated", "finalize");

    assertThat(
            Arrays.stream(ThreadPoolExecutor.class.getDeclaredMethods())
                .filter(method -> (method.getModifiers() & ACCESSIBLE) != 0)
                .filter(method -> !method.isSynthetic() && !inherited.contains(method.getName())))
        .allSatisfy(
            method ->
                assertThat(
                        ThreadPoolFacade.class
                            .getMethod(method.getName(), method.getParameterTypes())
                            .getDeclaringClass())
                    .isEqualTo(ThreadPoolFacade.class));
  }

  @Test
  void sizesAreChangedInThePool() {
    facade.setMaximumPoolSize(9);
    facade.setCorePoolSize(4);
    facade.setKeepAliveTime(7, TimeUnit.SECONDS);

    assertThat(facade.getMaximumPoolSize()).isEqualTo(9);
    assertThat(measured.shape())
        .hasToString(
            "{\"executorClass\":\"ThreadPoolExecutor\",\"coreThreads\":4,\"maxThreads\":9,"
                + "\"keepAliveMillis\":7000,\"queueClass\":\"SynchronousQueue\",\"queueCapacity\":0,"
                + "\"rejectedBy\":\"ThreadPoolExecutor$AbortPolicy\"}");
  }

  @Test
  void whatIsReadIsThePoolsOwn() {
    assertThat(facade.getCorePoolSize()).isEqualTo(1);
    assertThat(facade.getKeepAliveTime(TimeUnit.MILLISECONDS)).isEqualTo(3000);
    assertThat(facade).hasToString(pool.toString());
    assertThat(facade.getQueue()).isSameAs(pool.getQueue());
    assertThat(facade.remove(() -> {})).isFalse();

    facade.setCorePoolSize(2);
    assertThat(facade.prestartCoreThread()).isTrue();
    assertThat(facade.getPoolSize()).isEqualTo(1);
    assertThat(facade.prestartAllCoreThreads()).isEqualTo(1);
    assertThat(facade.prestartCoreThread()).isFalse();
    assertThat(facade.getPoolSize()).isEqualTo(2);
    assertThat(facade.getLargestPoolSize()).isEqualTo(2);

    assertThat(facade.allowsCoreThreadTimeOut()).isFalse();
    facade.allowCoreThreadTimeOut(true);
    assertThat(facade.allowsCoreThreadTimeOut()).isTrue();
  }

  @Test
  void tasksRunInThePoolUntilItStopsAndAreMeasured() throws Exception {
    ThreadPoolExecutor queueing =
        new ThreadPoolExecutor(1, 1, 0, TimeUnit.SECONDS, new LinkedBlockingQueue<>());
    MeasuredExecutor ofQueueing = PoolTasks.measured(queueing);
    ThreadPoolFacade stops = new ThreadPoolFacade(ofQueueing, false);
    stops.submit(() -> {}).get();
    tasks.occupy(stops, 1);
    FutureTask<?> cancelled = new FutureTask<>(() -> null);
    Runnable removed = () -> {};
    Runnable waiting = () -> {};
    Runnable ofTheProgram = () -> {};
    queueing.getQueue().add(cancelled);
    queueing.getQueue().add(removed);
    stops.execute(waiting);
    queueing.getQueue().add(ofTheProgram);
    assertThat(stops.getTaskCount()).isEqualTo(6);
    assertThat(stops.getCompletedTaskCount()).isEqualTo(1);
    assertThat(stops.getActiveCount()).isEqualTo(1);

    cancelled.cancel(false);
    stops.purge();
    assertThat(stops.remove(removed)).isTrue();
    assertThat(stops.getTaskCount()).isEqualTo(4);

    assertThat(stops.isShutdown()).isFalse();
    assertThat(stops.isTerminating()).isFalse();
    stops.shutdown();
    assertThat(stops.isShutdown()).isTrue();
    assertThat(stops.isTerminating()).isTrue();
    assertThat(stops.isTerminated()).isFalse();
    assertThat(stops.awaitTermination(0, TimeUnit.SECONDS)).isFalse();

    assertThat(stops.shutdownNow()).containsExactly(waiting, ofTheProgram);
    assertThat(stops.awaitTermination(60, TimeUnit.SECONDS)).isTrue();
    assertThat(stops.isTerminated()).isTrue();
    assertThat(stops.isTerminating()).isFalse();
    assertThat(ofQueueing.service().count()).as("tasks that ran").isEqualTo(2);
  }

  @Test
  void sizesThatAreKeptAreNotChanged() {
    JsonObject before = measured.shape();
    ThreadPoolFacade kept = new ThreadPoolFacade(measured, true);

    kept.setMaximumPoolSize(9);
    kept.setCorePoolSize(4);
    kept.setKeepAliveTime(7, TimeUnit.SECONDS);
    kept.allowCoreThreadTimeOut(true);

    assertThat(measured.shape()).isEqualTo(before);
    assertThat(pool.allowsCoreThreadTimeOut()).isFalse();
  }

  @Test
  void rejectionsByALaterHandlerAreJudgedToo() throws Exception {
    AtomicInteger handled = new AtomicInteger();
    facade.setRejectedExecutionHandler(
        (task, full) -> {
          handled.incrementAndGet();
          throw new RejectedExecutionException();
        });
    pool.setMaximumPoolSize(1);
    tasks.occupy(facade, 1);
    pool.setMaximumPoolSize(1);

    assertThatThrownBy(() -> facade.execute(() -> {}))
        .isInstanceOf(RejectedExecutionException.class);

    assertThat(handled).hasValue(1);
    assertThat(measured.rejected()).isEqualTo(1);
    assertThat(measured.spuriouslyRejected()).isZero();
  }

  @Test
  void aHandlerAndAThreadFactoryServeEachPoolAlsoTheKeptOne() {
    Supplier<ExecutorService> pools =
        () -> new ThreadPoolExecutor(1, 1, 0, TimeUnit.SECONDS, new SynchronousQueue<>());
    MeasuredExecutor renewable =
        new MeasuredExecutor(pools, System::nanoTime, new UnansweredCalls());
    ThreadPoolFacade ofAll = new ThreadPoolFacade(renewable, false);
    AtomicInteger handled = new AtomicInteger();
    ThreadFactory threads = Thread::new;
    Runnable check =
        () -> {
          ofAll.getRejectedExecutionHandler().rejectedExecution(() -> {}, ofAll);
          assertThat(ofAll.getThreadFactory()).isSameAs(threads);
        };

    renewable.keep();
    renewable.renew();
    ofAll.setRejectedExecutionHandler((task, full) -> handled.incrementAndGet());
    ofAll.setThreadFactory(threads);
    check.run();
    renewable.renew();
    check.run();
    renewable.renew(pools);
    check.run();
    renewable.restore();
    check.run();

    assertThat(handled).hasValue(4);
    ofAll.shutdown();
  }

  /** Such as by an operator, while another pool is measured in a program that runs. */
  @Test
  void aSizeThatTheProgramSetsIsThatOfItsOwnPool() {
    MeasuredExecutor renewable =
        new MeasuredExecutor(
            () -> new ThreadPoolExecutor(1, 1, 0, TimeUnit.SECONDS, new SynchronousQueue<>()),
            System::nanoTime,
            new UnansweredCalls());
    ThreadPoolFacade ofAll = new ThreadPoolFacade(renewable, false);
    renewable.keep();
    renewable.renew();

    ofAll.setMaximumPoolSize(7);

    assertThat(ofAll.getMaximumPoolSize()).as("measured").isEqualTo(1);
    renewable.restore();
    assertThat(ofAll.getMaximumPoolSize()).isEqualTo(7);
    ofAll.shutdown();
  }

  @Test
  void anotherExecutorHasNoFacade() {
    assertThatThrownBy(
            () -> new ThreadPoolFacade(PoolTasks.measured(ForkJoinPool.commonPool()), false))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
