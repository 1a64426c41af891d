package io.poolbench.dubbo;

import io.poolbench.load.Target;
import io.poolbench.spec.DriverSettings;
import java.net.InetSocketAddress;

/** Opens the way into a provider that a study asks for. */
public final class DubboTargets {
  private DubboTargets() {}

  /**
   * The factory of the study's client.
   *
   * @param provider where the provider listens, resolved
   * @param users what the provider's data set holds
   * @param reasons told why calls failed, also while the target is open
   */
  public static Target.Factory factory(
      DriverSettings settings,
      InetSocketAddress provider,
      ExpectedUsers users,
      FailureReasons reasons) {
    MeasuredCall call = MeasuredCall.of(settings.method(), users);
    return switch (settings.client()) {
      case WIRE ->
          (slots, completion) ->
              WireTarget.open(settings, provider, call, reasons, slots, completion);
      case PROXY ->
          (slots, completion) ->
              ProxyTarget.open(
                  settings,
                  provider,
                  call,
                  new ProxySlots(slots, call, settings.decodeOneIn(), reasons, completion));
      case PROXY_SYNC ->
          (slots, completion) ->
              BlockingProxyTarget.open(
                  settings,
                  provider,
                  call,
                  new ProxySlots(slots, call, settings.decodeOneIn(), reasons, completion));
    };
  }
}
