package io.poolbench.dubbo;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;

/**
 * Why calls failed: how often each reason was met, so that a failed step can say more than a count.
 *
 * <p>Reasons that differ in digits only (ports, thread numbers, times) count as one, shown as it
 * was first met. At most {@value #MOST_REASONS} are told apart. Thread-safe.
 */
public final class FailureReasons {
  static final int MOST_REASONS = 32;
  static final String OTHER = "other reasons";
  private static final int MOST_CHARACTERS = 200;

  private final Map<String, Reason> reasons = new ConcurrentHashMap<>();

  /** Counts one failed call. */
  public void count(String reason) {
    // Shortened only without its digits: their number would move the cut, and part what is alike.
    String kind = shortened(withoutDigits(reason));
    Reason known = reasons.get(kind);
    if (known == null) {
      // Racing threads may exceed the bound by one each, which does no harm.
      known =
          reasons.size() < MOST_REASONS
              ? reasons.computeIfAbsent(kind, absent -> new Reason(shortened(reason)))
              : reasons.computeIfAbsent(OTHER, absent -> new Reason(OTHER));
    }
    known.count.increment();
  }

  /** Each reason with the number of calls that failed for it, the most frequent first. */
  public Map<String, Long> counts() {
    Map<String, Long> counts = new LinkedHashMap<>();
    reasons.values().stream()
        .map(reason -> Map.entry(reason.first, reason.count.sum()))
        .sorted(Map.Entry.<String, Long>comparingByValue().reversed())
        .forEach(entry -> counts.merge(entry.getKey(), entry.getValue(), Long::sum));
    return counts;
  }

  private static String shortened(String reason) {
    return reason.length() <= MOST_CHARACTERS
        ? reason
        : reason.substring(0, MOST_CHARACTERS) + "...";
  }

  /** The reason with each run of digits made a single {@code #}. */
  private static String withoutDigits(String reason) {
    StringBuilder kind = new StringBuilder(reason.length());
    for (int i = 0; i < reason.length(); i++) {
      char c = reason.charAt(i);
      if (c < '0' || c > '9') {
        kind.append(c);
      } else if (kind.isEmpty() || kind.charAt(kind.length() - 1) != '#') {
        kind.append('#');
      }
    }
    return kind.toString();
  }

  private record Reason(String first, LongAdder count) {
    Reason(String first) {
      this(first, new LongAdder());
    }
  }
}
