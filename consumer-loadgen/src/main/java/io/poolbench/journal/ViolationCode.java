package io.poolbench.journal;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** Codes for steps, assertions and failed cells that are neither metrics nor validity rules. */
public enum ViolationCode {
  NOTHING_ANSWERED("calls due, none answered OK", "FAIL: calls were due, none was answered OK"),
  NOT_SUSTAINED(
      "growth of the pending requests",
      "FAIL: the provider does not keep up with the rate of an open loop"),
  LOAD_NOT_REACHED(
      "highest passing load", "INVALID assertion: its load was not measured, nor does more pass"),
  BLOCK_DISCARDED(
      "block discarded", "INVALID: the fault was another cell's, or the block was not finished"),
  INTERRUPTED("interrupted", "failed cell: the run was interrupted (Ctrl-C, SIGTERM)"),
  NOT_CALIBRATED("not calibrated", "failed cell: the study's calls could not be calibrated"),
  POOL_MISMATCH("pool mismatch", "failed cell: the provider built another pool than configured"),
  PROVIDER_NOT_STARTED("provider not started", "failed cell: the provider did not become ready"),
  PROVIDER_ENDED("provider ended", "failed cell: the provider ended while it was used"),
  PROVIDER_UNREACHABLE(
      "provider unreachable", "failed cell: the provider ran, but could not be reached"),
  PROVIDER_HOST_LOST(
      "provider host lost", "failed cell: the host process behind --provider-on ended"),
  POOL_NOT_REPLACED(
      "pool not replaced", "failed cell: the agent could not replace the target's pool"),
  NO_DUBBO("no Dubbo", "failed cell: the target has no Dubbo in it"),
  UNSUPPORTED_DUBBO("unsupported Dubbo", "failed cell: the agent does not know the target's Dubbo"),
  PORT_NOT_EXPORTED(
      "port not exported",
      "failed cell: the target exports no service on the port, or two protocols share it"),
  OPEN_LISTENER(
      "open listener", "failed cell: the target listens at an address that other hosts can reach"),
  AGENT_FAILED(
      "agent failed", "failed cell: the agent failed in the target, or its JVM is too new"),
  CALL_FAILED("call failed", "failed cell: the first call of the target was not answered OK"),
  CALLS_STOPPED(
      "calls stopped", "failed cell: too many calls failed, or more a second than allowed"),
  REDIS_UNAVAILABLE("Redis unavailable", "failed cell: Redis did not start, or was lost"),
  COMMAND_FAILED("command failed", "failed cell: the study's command before it failed"),
  LAB_FAILED("lab failed", "failed cell: another part of the lab failed; see its reason");

  private final String title;
  private final String meaning;

  ViolationCode(String title, String meaning) {
    this.title = title;
    this.meaning = meaning;
  }

  public static Optional<ViolationCode> of(String id) {
    return Arrays.stream(values()).filter(code -> code.id().equals(id)).findFirst();
  }

  public String id() {
    return name().toLowerCase(Locale.ROOT);
  }

  public String title() {
    return title;
  }

  public String meaning() {
    return meaning;
  }

  public Violation violation() {
    return new Violation(id(), null, null, Unit.COUNT);
  }

  public Violation violation(Double measured, Double limit) {
    return new Violation(id(), measured, limit, Unit.COUNT);
  }
}
