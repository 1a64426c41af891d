package io.poolbench.limits;

import io.poolbench.load.KnownLimits;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Who refused a call, or made it fail, as its answer says.
 *
 * @param limits whether this is known to be a limit of calls, or may be any failure
 * @param name such as {@code Sentinel}
 */
record Refuser(boolean limits, String name) {
  /** The pool: all of its threads and places in the queue were taken. */
  static final Refuser POOL = new Refuser(true, "the pool");

  /** The reason by which the driver counts what Dubbo's own limits refuse. */
  private static final String LIMIT = "limit";

  private static final Refuser EXECUTES =
      new Refuser(true, "Dubbo's limit of calls at once (executes, or actives)");

  private static final Pattern EXCEPTION = Pattern.compile("(?:[\\w$]+\\.)+([A-Z][\\w$]*)");

  Refuser {
    Objects.requireNonNull(name, "name");
  }

  /**
   * The shares of calls, in percent, by who refused them.
   *
   * @param notOkPct refused and failed calls
   * @param failures failed calls by reason, also from before the calls were measured
   */
  static Map<Refuser, Double> shares(double notOkPct, Map<String, Long> failures) {
    long all = failures.values().stream().mapToLong(Long::longValue).sum();
    Map<Refuser, Double> shares = new HashMap<>();
    failures.forEach(
        (reason, calls) ->
            named(reason)
                .ifPresent(refuser -> shares.merge(refuser, notOkPct * calls / all, Double::sum)));
    return shares;
  }

  /** Empty for missing answers. */
  private static Optional<Refuser> named(String reason) {
    String lower = reason.toLowerCase(Locale.ROOT);
    if (reason.equals(LIMIT)) {
      return Optional.of(EXECUTES);
    }
    if (lower.contains("thread pool is exhausted")) {
      return Optional.of(POOL);
    }
    if (lower.startsWith("no answer")) {
      return Optional.empty();
    }
    return KnownLimits.named(reason)
        .map(known -> new Refuser(true, known))
        .or(() -> Optional.of(new Refuser(false, brief(reason))));
  }

  private static String brief(String reason) {
    Matcher exception = EXCEPTION.matcher(reason);
    return "the application, by "
        + (exception.find() ? exception.group(1) : reason.lines().findFirst().orElse(reason));
  }
}
