package io.poolbench.server.dubbo;

import java.util.Objects;
import org.apache.dubbo.common.constants.CommonConstants;
import org.apache.dubbo.common.extension.Activate;
import org.apache.dubbo.rpc.Filter;
import org.apache.dubbo.rpc.Invocation;
import org.apache.dubbo.rpc.Invoker;
import org.apache.dubbo.rpc.Result;
import org.apache.dubbo.rpc.RpcException;
import org.apache.dubbo.rpc.model.FrameworkModel;

/**
 * The Dubbo filter {@value #NAME}: counts the calls that Dubbo's execute limit refuses. It encloses
 * all filters except the one that prepares a call's context. It requires the bean {@link
 * CallLimits} in its framework.
 */
@Activate(group = CommonConstants.PROVIDER, value = LimitFilter.NAME, order = Integer.MIN_VALUE + 1)
public final class LimitFilter implements Filter {
  /** The extension's name, and the URL parameter that activates it. */
  public static final String NAME = "poolbench-limit";

  private final CallLimits limits;

  /** Called by Dubbo, which passes the model that the extension belongs to. */
  public LimitFilter(FrameworkModel framework) {
    this.limits =
        Objects.requireNonNull(
            framework.getBeanFactory().getBean(CallLimits.class), CallLimits.class.getName());
  }

  @Override
  public Result invoke(Invoker<?> invoker, Invocation invocation) {
    try {
      return invoker.invoke(invocation);
    } catch (RpcException e) {
      if (e.isLimitExceed()) {
        limits.refuse();
      }
      throw e;
    }
  }
}
