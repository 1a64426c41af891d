package io.poolbench.load;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Counts failed calls by reason.
 *
 * <p>Reasons that differ only in digits (ports, thread numbers, times) are counted together, under
 * the text that occurred first; codes at their beginning are kept apart. At most {@value
 * #MAX_REASONS} reasons are distinguished. Thread-safe.
 */
public final class FailureReasons {
  static final int MAX_REASONS = 32;
  static final String OTHER = "other reasons";
  private static final int MAX_CHARACTERS = 200;
  private static final int EXAMINED_CHARACTERS = 10 * MAX_CHARACTERS;

  /** A status of HTTP, Triple or the dubbo protocol, or an error code of HTTP/2. */
  private static final Pattern CODE =
      Pattern.compile("(?:http_|HTTP status |grpc-status |status |RST_STREAM |GOAWAY )[0-9]+");

  private static final Pattern DIGITS = Pattern.compile("[0-9]+");

  private final Map<String, Reason> reasons = new ConcurrentHashMap<>();
  private final LongAdder knownRefusals = new LongAdder();

  public void count(String reason) {
    String kind = kind(reason);
    Reason known = reasons.get(kind);
    if (known == null) {
      // Each racing thread may exceed the limit by one.
      known =
          reasons.size() < MAX_REASONS
              ? reasons.computeIfAbsent(kind, absent -> new Reason(shortened(reason)))
              : reasons.computeIfAbsent(OTHER, absent -> new Reason(OTHER));
    }
    known.count.increment();
    boolean isOther = known.first.equals(OTHER);
    if (isOther ? KnownLimits.named(kind).isPresent() : known.isLimit) {
      knownRefusals.increment();
    }
  }

  /** Forgets the reasons, but not the number of {@link #knownRefusals}. */
  public void clear() {
    reasons.clear();
  }

  /** The calls that known limits refused, since this was created. */
  long knownRefusals() {
    return knownRefusals.sum();
  }

  /** The failed calls of each reason, the most frequent first. */
  public Map<String, Long> counts() {
    Map<String, Long> counts = new LinkedHashMap<>();
    reasons.values().stream()
        .map(reason -> Map.entry(reason.first, reason.count.sum()))
        .sorted(Map.Entry.<String, Long>comparingByValue().reversed())
        .forEach(entry -> counts.merge(entry.getKey(), entry.getValue(), Long::sum));
    return counts;
  }

  /** The reason of most failed calls; empty if none failed. */
  public Optional<String> mostFrequent() {
    return counts().keySet().stream().findFirst();
  }

  private static String shortened(String reason) {
    return reason.length() <= MAX_CHARACTERS ? reason : reason.substring(0, MAX_CHARACTERS) + "...";
  }

  private static String kind(String reason) {
    // Digits are removed before the cut: their number would move the cut and separate equal
    // reasons. A text of megabytes, which a provider may send, is cut before that, too.
    String begin = reason.substring(0, Math.min(reason.length(), EXAMINED_CHARACTERS));
    Matcher code = CODE.matcher(begin);
    int from = code.lookingAt() ? code.end() : 0;
    return shortened(
        begin.substring(0, from) + DIGITS.matcher(begin.substring(from)).replaceAll("#"));
  }

  private record Reason(String first, boolean isLimit, LongAdder count) {
    Reason(String first) {
      this(first, KnownLimits.named(first).isPresent(), new LongAdder());
    }
  }
}
