package io.poolbench.dubbo;

import io.poolbench.api.InvalidSettingException;
import io.poolbench.api.Named;
import io.poolbench.api.RpcProtocol;
import io.poolbench.load.Destination;
import io.poolbench.load.FailureReasons;
import io.poolbench.load.Target;
import io.poolbench.study.DriverSettings;
import java.io.IOException;

/**
 * The registry of the clients that call the provider. A new client needs a constant here, a {@link
 * Target}, and its id in the schema of studies.
 */
public enum ClientKind implements Named {
  /** The dubbo protocol's frames on Netty, to measure the provider at minimal client cost. */
  WIRE(WireConnection::open),
  /** Triple's HTTP/2 frames on Netty, to measure the provider at minimal client cost. */
  TRI(TriConnection::open);

  /** Failure reason where the connection ends, for example because the provider requires TLS. */
  public static final String CLOSED_BY_PROVIDER = "connection closed by the provider";

  /** Failure reason of calls that a limit of the provider refused. */
  static final String LIMITED = "limit";

  @SuppressWarnings("ImmutableEnumChecker")
  private final TargetConfig.Opener opener;

  ClientKind(TargetConfig.Opener opener) {
    this.opener = opener;
  }

  /**
   * Creates the targets of the study's client.
   *
   * @param users the answers to poolbench's own methods
   * @param classes of the arguments and answers of other methods
   */
  static Target.Factory targets(
      DriverSettings settings,
      RpcProtocol protocol,
      Destination provider,
      ExpectedUsers users,
      TargetClasses classes,
      FailureReasons reasons) {
    MeasuredCall call = MeasuredCall.of(settings.method(), users, classes);
    TargetConfig.Opener opener = of(settings.client()).opener;
    requireSends(settings.client(), call);
    TargetConfig config = new TargetConfig(settings, protocol, provider, call, reasons);
    return (slots, completion) -> opener.open(config, slots, completion);
  }

  /** Fails unless a client can send a call: {@link #WIRE} alone sends unique numbers. */
  static void requireSends(String client, MeasuredCall call) {
    if (call.unique() != UniqueNumbers.NONE && of(client) != WIRE) {
      throw new InvalidSettingException(
          "arguments", "'${#}' with driver.client " + client + " (valid: with wire)");
    }
  }

  /** Whether a client sees answers to calls that have already timed out. */
  public static boolean seesLateAnswers(String id) {
    return WIRE.id().equals(id);
  }

  private static ClientKind of(String id) {
    return InvalidSettingException.constant("client", "client", values(), ClientKind::id, id);
  }

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
  }
}
