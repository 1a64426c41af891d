package io.poolbench.dubbo;

import io.poolbench.api.RpcProtocol;
import io.poolbench.load.Target;
import io.poolbench.measure.FailureReasons;
import io.poolbench.spec.DriverSettings;
import io.poolbench.transport.Destination;
import java.io.IOException;

/** The configuration of a target of any client. */
record TargetConfig(
    DriverSettings settings,
    RpcProtocol protocol,
    Destination provider,
    MeasuredCall call,
    FailureReasons reasons) {
  @FunctionalInterface
  interface Opener {
    Target open(TargetConfig config, int slots, Target.Completion completion) throws IOException;
  }

  IOException unreachable(Throwable cause) {
    return new IOException("no provider at " + provider + ": " + cause.getMessage(), cause);
  }
}
