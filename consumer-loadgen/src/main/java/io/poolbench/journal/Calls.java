package io.poolbench.journal;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;

/**
 * Numbers of calls by outcome, and times summed over them. Sums that are 0 are left out, so that
 * equal numbers are equal records.
 */
public record Calls(@JsonValue Map<CallSum, Long> sums) {
  public static final Calls NONE = new Calls(Map.of());

  @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
  public Calls {
    Map<CallSum, Long> known = new EnumMap<>(CallSum.class);
    sums.forEach((sum, value) -> known.put(sum, value));
    known.values().removeIf(value -> value == 0);
    sums = Collections.unmodifiableMap(known);
  }

  /** This many calls answered OK, and no others. */
  public static Calls ok(long calls) {
    return NONE.with(CallSum.OK, calls);
  }

  /** Returns these sums with another value of one. */
  public Calls with(CallSum sum, long value) {
    Map<CallSum, Long> changed = new EnumMap<>(CallSum.class);
    changed.putAll(sums);
    changed.put(sum, value);
    return new Calls(changed);
  }

  public Calls plus(Calls other) {
    Map<CallSum, Long> both = new EnumMap<>(CallSum.class);
    both.putAll(sums);
    other.sums.forEach((sum, value) -> both.merge(sum, value, Long::sum));
    return new Calls(both);
  }

  public long sum(CallSum sum) {
    return sums.getOrDefault(sum, 0L);
  }

  public long ok() {
    return sum(CallSum.OK);
  }

  public long rejected() {
    return sum(CallSum.REJECTED);
  }

  public long timeout() {
    return sum(CallSum.TIMEOUT);
  }

  public long error() {
    return sum(CallSum.ERROR);
  }

  public long unsent() {
    return sum(CallSum.UNSENT);
  }

  public long expired() {
    return sum(CallSum.EXPIRED);
  }

  public long growth() {
    return sum(CallSum.GROWTH);
  }

  /** Calls that were sent and ended. */
  public long total() {
    return ok() + rejected() + timeout() + error();
  }

  /** Calls that ended, and requests that were given up. */
  public long ended() {
    return total() + unsent();
  }

  /** The requests that came due, which a closed loop sends when they do. */
  public long due() {
    long due = sum(CallSum.DUE);
    return due > 0 ? due : ended() + growth();
  }

  /** Returns these numbers with at most this many rejected calls; the others become errors. */
  public Calls rejectedAtMost(long limit) {
    long excess = Math.max(0, rejected() - limit);
    return with(CallSum.REJECTED, rejected() - excess).with(CallSum.ERROR, error() + excess);
  }

  /** A number in percent of all calls that ended or were given up; null if there are none. */
  public Double pct(long calls) {
    return ended() == 0 ? null : (Double) (100.0 * calls / ended());
  }

  /** Calls answered OK in percent of all calls; null if there are none. */
  public Double availabilityPct() {
    return pct(ok());
  }
}
