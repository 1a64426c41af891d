package io.poolbench.server.dubbo;

import com.netflix.concurrency.limits.Limiter;
import java.util.Objects;
import java.util.Optional;
import org.apache.dubbo.common.constants.CommonConstants;
import org.apache.dubbo.common.extension.Activate;
import org.apache.dubbo.rpc.Filter;
import org.apache.dubbo.rpc.Invocation;
import org.apache.dubbo.rpc.Invoker;
import org.apache.dubbo.rpc.Result;
import org.apache.dubbo.rpc.RpcException;
import org.apache.dubbo.rpc.model.FrameworkModel;

/**
 * The Dubbo filter {@value #NAME}: refuses calls beyond an adaptive limit, and counts them and
 * those that Dubbo's execute limit refuses. It encloses all filters except the one that prepares a
 * call's context, so that an adaptive limit observes a call's whole time in its thread. It requires
 * the bean {@link CallLimits} in its framework.
 */
@Activate(group = CommonConstants.PROVIDER, value = LimitFilter.NAME, order = Integer.MIN_VALUE + 1)
public final class LimitFilter implements Filter {
  /** The extension's name, and the URL parameter that activates it. */
  public static final String NAME = "poolbench-limit";

  private final CallLimits limits;
  private final Optional<Limiter<Void>> limiter;

  /** Called by Dubbo, which passes the model that the extension belongs to. */
  public LimitFilter(FrameworkModel framework) {
    this.limits =
        Objects.requireNonNull(
            framework.getBeanFactory().getBean(CallLimits.class), CallLimits.class.getName());
    this.limiter = limits.limiter();
  }

  @Override
  public Result invoke(Invoker<?> invoker, Invocation invocation) {
    return limiter.isPresent()
        ? limited(limiter.get(), invoker, invocation)
        : counted(invoker, invocation);
  }

  private Result counted(Invoker<?> invoker, Invocation invocation) {
    try {
      return invoker.invoke(invocation);
    } catch (RpcException e) {
      if (e.isLimitExceed()) {
        limits.refuse();
      }
      throw e;
    }
  }

  private Result limited(Limiter<Void> adaptive, Invoker<?> invoker, Invocation invocation) {
    Optional<Limiter.Listener> accepted = adaptive.acquire(null);
    if (accepted.isEmpty()) {
      limits.refuse();
      // The same exception, at the same cost, as Dubbo's execute limit.
      throw new RpcException(
          RpcException.LIMIT_EXCEEDED_EXCEPTION,
          "Failed to invoke method "
              + invocation.getMethodName()
              + ", cause: The service using threads greater than <"
              + NAME
              + " /> limited.");
    }
    Limiter.Listener call = accepted.get();
    Result result;
    try {
      result = invoker.invoke(invocation);
    } catch (RuntimeException e) {
      call.onIgnore();
      throw e;
    }
    return result.whenCompleteWithContext(
        (answer, failure) -> {
          if (failure == null && !answer.hasException()) {
            call.onSuccess();
          } else {
            call.onIgnore();
          }
        });
  }
}
