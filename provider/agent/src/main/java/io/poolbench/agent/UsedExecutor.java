package io.poolbench.agent;

import java.lang.reflect.Method;
import java.util.Optional;
import java.util.concurrent.Executor;

/**
 * The executor that Dubbo uses for the requests of a server. From 2.7.5 on Dubbo looks it up for
 * each request, so that frameworks such as dynamic-tp can exchange a pool after it was built.
 */
final class UsedExecutor {
  private static final String REPOSITORY =
      "org.apache.dubbo.common.threadpool.manager.ExecutorRepository";

  private static final String EXTENSIONS = "org.apache.dubbo.common.extension.ExtensionLoader";

  private UsedExecutor() {}

  /**
   * Looks up the executor of a server.
   *
   * @param url for which Dubbo built the pool
   * @return empty if this version of Dubbo always uses the pool that it built
   */
  static Optional<Executor> of(DubboUrl url) {
    try {
      Class<?> repository = Class.forName(REPOSITORY, true, url.loader());
      Method executor = repository.getMethod("getExecutor", url.type());
      return Optional.ofNullable((Executor) executor.invoke(instance(repository, url), url.url()));
    } catch (ReflectiveOperationException | LinkageError without) {
      return Optional.empty();
    }
  }

  /** The repository of the URL's application, or up to 2.7 the only one. */
  private static Object instance(Class<?> repository, DubboUrl url)
      throws ReflectiveOperationException {
    Object application;
    try {
      application =
          url.url().getClass().getMethod("getOrDefaultApplicationModel").invoke(url.url());
    } catch (NoSuchMethodException before3) {
      return extension(
          Class.forName(EXTENSIONS, true, url.loader())
              .getMethod("getExtensionLoader", Class.class)
              .invoke(null, repository));
    }
    for (Method method : repository.getMethods()) {
      if (method.getName().equals("getInstance")) {
        return method.invoke(null, application);
      }
    }
    return extension(
        application
            .getClass()
            .getMethod("getExtensionLoader", Class.class)
            .invoke(application, repository));
  }

  private static Object extension(Object loader) throws ReflectiveOperationException {
    return loader.getClass().getMethod("getDefaultExtension").invoke(loader);
  }
}
