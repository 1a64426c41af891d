package io.poolbench.server.pool;

import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionHandler;
import java.util.concurrent.ThreadPoolExecutor;

/**
 * The thread pool to which an executor passes its tasks, such as one that hands over a context; by
 * its fields, as far as they can be read.
 */
public final class InnerPool {
  private static final int MAX_DEPTH = 4;

  private InnerPool() {}

  /** The executor itself if it is a thread pool; empty if there is none, or more than one. */
  public static Optional<ThreadPoolExecutor> of(Executor executor) {
    Set<ThreadPoolExecutor> found = Collections.newSetFromMap(new IdentityHashMap<>());
    find(executor, MAX_DEPTH, found);
    return found.size() == 1 ? Optional.of(found.iterator().next()) : Optional.empty();
  }

  private static void find(Object executor, int depth, Set<ThreadPoolExecutor> found) {
    if (executor instanceof ThreadPoolExecutor) {
      found.add((ThreadPoolExecutor) executor);
    } else if (executor instanceof Executor && depth > 0) {
      for (Class<?> type = executor.getClass(); type != null; type = type.getSuperclass()) {
        for (Field field : fields(type)) {
          if (!Modifier.isStatic(field.getModifiers()) && !field.getType().isPrimitive()) {
            find(value(field, executor), depth - 1, found);
          }
        }
      }
    }
  }

  /** None if the class of one of them is absent, which the program does not notice. */
  private static Field[] fields(Class<?> type) {
    try {
      return type.getDeclaredFields();
    } catch (LinkageError absent) {
      return new Field[0];
    }
  }

  /** Null for a field of the JDK, which a module closes. */
  private static Object value(Field field, Object owner) {
    try {
      field.setAccessible(true);
      return field.get(owner);
    } catch (IllegalAccessException | RuntimeException closed) {
      return null;
    }
  }

  /** The class of the program's own handler of calls that a pool cannot take. */
  static Class<?> rejectionHandler(ThreadPoolExecutor pool) {
    RejectedExecutionHandler handler = pool.getRejectedExecutionHandler();
    return handler instanceof MeasuredExecutor.ObservedRejections
        ? ((MeasuredExecutor.ObservedRejections) handler).own().getClass()
        : handler.getClass();
  }
}
