package io.poolbench.agent;

import io.poolbench.api.AgentProtocol;
import java.lang.reflect.Method;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Executor;

/** One of Dubbo's {@code ThreadPool} extensions, and the URL of the pool that it builds. */
final class PoolBuilder {
  private static final String SUPPORT = "org.apache.dubbo.common.threadpool.support.";

  private static final Map<String, String> CLASSES = classes();

  private final Object extension;
  private final DubboUrl url;

  PoolBuilder(Object extension, DubboUrl url) {
    this.extension = extension;
    this.url = url;
  }

  private static Map<String, String> classes() {
    Map<String, String> classes = new LinkedHashMap<>();
    classes.put("fixed", SUPPORT + "fixed.FixedThreadPool");
    classes.put("cached", SUPPORT + "cached.CachedThreadPool");
    classes.put("limited", SUPPORT + "limited.LimitedThreadPool");
    classes.put("eager", SUPPORT + "eager.EagerThreadPool");
    classes.put("virtual", SUPPORT + "loom.VirtualThreadPool");
    return Collections.unmodifiableMap(classes);
  }

  /** The types of pool that can be asked for. */
  static Set<String> types() {
    return CLASSES.keySet();
  }

  /**
   * The builder of the pool asked for, in place of this one.
   *
   * @throws ReflectiveOperationException if this Dubbo has no such pool
   */
  PoolBuilder replacedBy(Map<String, String> pool) throws ReflectiveOperationException {
    return new PoolBuilder(
        Class.forName(CLASSES.get(pool.get(AgentProtocol.THREADPOOL)), true, url.loader())
            .getConstructor()
            .newInstance(),
        url.with(pool));
  }

  /** The extension's class, without its package. */
  String extension() {
    return extension.getClass().getSimpleName();
  }

  DubboUrl url() {
    return url;
  }

  /** Builds a pool; what the extension throws is thrown on. */
  Executor build() {
    for (Method method : extension.getClass().getMethods()) {
      if (method.getName().equals("getExecutor")
          && method.getParameterCount() == 1
          && method.getParameterTypes()[0].isInstance(url.url())) {
        method.setAccessible(true);
        return (Executor) Reflection.call(method, extension, url.url());
      }
    }
    throw new IllegalStateException("no getExecutor in " + extension.getClass().getName());
  }
}
