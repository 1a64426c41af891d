package io.poolbench.server.dubbo;

import io.poolbench.server.pool.MeasuredExecutor;
import io.poolbench.server.timing.ThreadTally;
import io.poolbench.server.timing.UnansweredCalls;
import java.util.Objects;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import org.apache.dubbo.common.URL;
import org.apache.dubbo.common.threadpool.ThreadPool;
import org.apache.dubbo.rpc.model.FrameworkModel;

/**
 * The Dubbo thread pool extension {@value #NAME}: the pool of another extension inside a {@link
 * MeasuredExecutor}. It requires two beans in its framework: the {@link ThreadTally} of the
 * services' Redis time, and the {@link CallLimits}. The {@link UnansweredCalls} that count answers
 * are an attribute of the URL or a bean.
 */
public final class MeasuredThreadPool implements ThreadPool {
  /** The extension's name, for {@code threadpool=}. */
  public static final String NAME = "measured";

  /** URL parameter: the name of the extension that builds the pool, such as {@code fixed}. */
  public static final String BUILT_BY = "measured.threadpool";

  /** URL attribute: the {@link UnansweredCalls} of a service with a pool of its own. */
  static final String CALLS = "measured.calls";

  private final FrameworkModel framework;

  /** Called by Dubbo, which passes the model that the extension belongs to. */
  public MeasuredThreadPool(FrameworkModel framework) {
    this.framework = framework;
  }

  @Override
  public Executor getExecutor(URL url) {
    String builtBy = url.getParameter(BUILT_BY);
    ThreadPool builder = framework.getExtensionLoader(ThreadPool.class).getExtension(builtBy);
    UnansweredCalls own = (UnansweredCalls) url.getAttribute(CALLS);
    return new MeasuredExecutor(
        // Dubbo casts all its pools in the same way.
        () -> (ExecutorService) builder.getExecutor(url),
        System::nanoTime,
        bean(ThreadTally.class),
        own == null ? bean(UnansweredCalls.class) : own,
        bean(CallLimits.class).permits());
  }

  private <T> T bean(Class<T> type) {
    return Objects.requireNonNull(framework.getBeanFactory().getBean(type), type.getName());
  }
}
