package io.poolbench.agent;

import io.poolbench.core.AgentLaunch;
import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.util.Collections;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.Executor;

/** A Dubbo {@code ThreadPool} extension with the URL of the pool that it builds. */
final class PoolBuilder {
  /** Dubbo's file of extensions, with a line {@code NAME=CLASS} each. */
  private static final String EXTENSIONS =
      "META-INF/dubbo/internal/org.apache.dubbo.common.threadpool.ThreadPool";

  private final Object extension;
  private final DubboUrl url;

  PoolBuilder(Object extension, DubboUrl url) {
    this.extension = extension;
    this.url = url;
  }

  /** The builder of the pool that the study requires, instead of this one. */
  PoolBuilder replacedBy(Map<String, String> pool) throws ReflectiveOperationException {
    return new PoolBuilder(
        Class.forName(className(pool.get(AgentLaunch.THREADPOOL)), true, url.loader())
            .getConstructor()
            .newInstance(),
        url.with(pool));
  }

  private String className(String type) throws ClassNotFoundException {
    Properties classes = new Properties();
    try {
      for (URL file : Collections.list(url.loader().getResources(EXTENSIONS))) {
        try (InputStream names = file.openStream()) {
          classes.load(names);
        }
      }
    } catch (IOException e) {
      throw new ClassNotFoundException(EXTENSIONS, e);
    }
    String name = classes.getProperty(type);
    if (name == null) {
      throw new ClassNotFoundException(type);
    }
    return name.trim();
  }

  String extension() {
    return extension.getClass().getSimpleName();
  }

  DubboUrl url() {
    return url;
  }

  Executor build() {
    return (Executor)
        Reflection.call(extension, "getExecutor", new Class<?>[] {url.type()}, url.url());
  }
}
