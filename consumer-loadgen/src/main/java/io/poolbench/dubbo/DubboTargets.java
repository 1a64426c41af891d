package io.poolbench.dubbo;

import io.poolbench.load.Target;
import io.poolbench.spec.DriverSettings;
import java.net.InetSocketAddress;

/** The registry of the clients: one target for each {@link io.poolbench.spec.ClientKind}. */
public final class DubboTargets {
  private DubboTargets() {}

  /**
   * The factory of the study's client.
   *
   * @param provider the provider's address, resolved
   * @param users the provider's data set
   * @param reasons counts why calls fail while the target is open
   */
  public static Target.Factory factory(
      DriverSettings settings,
      InetSocketAddress provider,
      ExpectedUsers users,
      FailureReasons reasons) {
    TargetConfig.Opener opener =
        switch (settings.client()) {
          case WIRE -> WireTarget::open;
          case PROXY -> ProxyTarget::new;
          case PROXY_SYNC -> BlockingProxyTarget::new;
        };
    MeasuredCall call = MeasuredCall.of(settings.method(), users);
    TargetConfig config = new TargetConfig(settings, provider, call, reasons);
    return (slots, completion) -> opener.open(config, slots, completion);
  }
}
