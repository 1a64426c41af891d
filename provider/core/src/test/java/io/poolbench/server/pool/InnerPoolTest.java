package io.poolbench.server.pool;

import static org.assertj.core.api.Assertions.assertThat;

import io.poolbench.server.timing.UnansweredCalls;
import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.Constructor;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.Executors;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class InnerPoolTest {
  private final ThreadPoolExecutor pool =
      new ThreadPoolExecutor(
          24,
          24,
          0,
          TimeUnit.SECONDS,
          new ArrayBlockingQueue<>(500),
          new ThreadPoolExecutor.CallerRunsPolicy());

  /** Hands over a context, as wrappers of logging and tracing libraries do. */
  @SuppressWarnings("UnusedVariable") // Read by reflection.
  private static class Wrapper implements Executor {
    final String name = "context";
    final Executor delegate;

    Wrapper(Executor delegate) {
      this.delegate = delegate;
    }

    @Override
    public void execute(Runnable task) {
      delegate.execute(task);
    }
  }

  /** A class that is not in the program, as the optional dependency of a library. */
  private static final class Absent {}

  @SuppressWarnings("UnusedVariable") // Read by reflection.
  private static final class Tracing implements Executor {
    Absent tracer;

    @Override
    public void execute(Runnable task) {
      task.run();
    }
  }

  private static final class WithoutAbsent extends ClassLoader {
    WithoutAbsent() {
      super(InnerPoolTest.class.getClassLoader());
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
      if (name.equals(Absent.class.getName())) {
        throw new ClassNotFoundException(name);
      }
      if (!name.equals(Tracing.class.getName())) {
        return super.loadClass(name, resolve);
      }
      try (InputStream file = getResourceAsStream(name.replace('.', '/') + ".class")) {
        byte[] bytes = file.readAllBytes();
        return defineClass(name, bytes, 0, bytes.length);
      } catch (IOException e) {
        throw new ClassNotFoundException(name, e);
      }
    }
  }

  @AfterEach
  void shutDown() {
    pool.shutdown();
  }

  @Test
  void thePoolWithinWrappersIsFound() {
    Executor anonymous = new Wrapper(new Wrapper(pool)) {};

    assertThat(InnerPool.of(anonymous)).containsSame(pool);
    assertThat(PoolShape.of(anonymous).toString())
        .contains("\"executorClass\":\"InnerPoolTest$1\"")
        .contains("\"maxThreads\":24", "\"queueCapacity\":500");
  }

  @Test
  @SuppressWarnings("UnusedVariable") // Read by reflection.
  void whatHasNoPoolOrSeveralIsUnknown() {
    Executor several =
        new Wrapper(pool) {
          final List<Executor> others = List.of();
          final Executor second = Executors.newFixedThreadPool(1);
        };

    assertThat(InnerPool.of(several)).isEmpty();
    assertThat(InnerPool.of(Runnable::run)).isEmpty();
  }

  @Test
  void anExecutorWithAFieldOfAnAbsentClassHasNoKnownPool() throws ReflectiveOperationException {
    Constructor<?> constructor =
        new WithoutAbsent().loadClass(Tracing.class.getName()).getDeclaredConstructor();
    constructor.setAccessible(true);
    Executor tracing = (Executor) constructor.newInstance();

    assertThat(InnerPool.of(tracing)).isEmpty();
    assertThat(PoolShape.of(tracing)).hasToString("{\"executorClass\":\"InnerPoolTest$Tracing\"}");
  }

  @Test
  void theProgramsOwnHandlerOfRejectionsIsSeenThroughTheMeasurement() {
    MeasuredExecutor measured =
        new MeasuredExecutor(() -> pool, System::nanoTime, new UnansweredCalls());

    assertThat(PoolShape.of(measured.inner()).get("rejectedBy").getAsString())
        .isEqualTo("ThreadPoolExecutor$CallerRunsPolicy");
  }
}
