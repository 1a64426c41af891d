package io.poolbench.report;

import io.poolbench.journal.FigureText;
import io.poolbench.journal.Metric;
import io.poolbench.journal.Unit;
import io.poolbench.journal.Violation;
import io.poolbench.journal.ViolationCode;
import io.poolbench.judge.ValidityRule;
import io.poolbench.judge.Verdict;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.function.BinaryOperator;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Formats violations: {@code CPU steal 9.0 % (limit 5 %)}. */
public final class ViolationText {
  private static final int SETTING_DECIMALS = 4;
  private static final int FIGURE_DIGITS = 3;

  private ViolationText() {}

  /** The reasons for a verdict; empty for PASS. */
  public static String of(Verdict verdict) {
    String text = of(verdict.violations());
    boolean isOfShares =
        verdict.kind() == Verdict.Kind.UNDECIDED
            && verdict.violations().stream().allMatch(ViolationText::isShare);
    return isOfShares ? text + ": too few calls to tell, or too few rounds" : text;
  }

  private static boolean isShare(Violation violation) {
    return violation.code().endsWith(Violation.LATE)
        || violation.code().endsWith(Violation.LATE_TIME);
  }

  /** Each code once, with the value that is farthest from its limit. */
  public static String of(Collection<Violation> violations) {
    return violations.stream()
        .collect(
            Collectors.toMap(
                Violation::code,
                Function.identity(),
                BinaryOperator.maxBy(Comparator.comparingDouble(ViolationText::distance)),
                LinkedHashMap::new))
        .values()
        .stream()
        .map(ViolationText::of)
        .collect(Collectors.joining("; "));
  }

  private static double distance(Violation violation) {
    return violation.measured() == null || violation.limit() == null
        ? 0
        : Math.abs(violation.measured() - violation.limit());
  }

  public static String of(Violation violation) {
    String code = violation.code();
    if (code.endsWith(Violation.LATE_TIME)) {
      return "users spent %s of their time waiting beyond the bound of %s (allowed: %s)"
          .formatted(
              pct(violation.measured()),
              title(base(code, Violation.LATE_TIME)),
              pct(violation.limit()));
    }
    if (code.endsWith(Violation.LATE)) {
      return "%s of the calls late or timed out for %s (allowed: %s)"
          .formatted(
              pct(violation.measured()), title(base(code, Violation.LATE)), pct(violation.limit()));
    }
    if (code.endsWith(Violation.UNKNOWN)) {
      return title(base(code, Violation.UNKNOWN)) + " unknown";
    }
    return title(code) + measured(violation) + limit(violation);
  }

  private static String pct(Double share) {
    return share == null ? "some" : FigureText.exact(shown(Math.round(share * 100) / 100.0)) + " %";
  }

  /** The subject of a code, without a value. */
  public static String title(String code) {
    return Metric.of(code)
        .map(Metric::title)
        .or(() -> ValidityRule.of(code).map(ValidityRule::title))
        .or(() -> ViolationCode.of(code).map(ViolationCode::title))
        .orElse(code);
  }

  private static String base(String code, String suffix) {
    return code.substring(0, code.length() - suffix.length());
  }

  private static String measured(Violation violation) {
    Double measured = violation.measured();
    if (measured == null) {
      return "";
    }
    boolean availability =
        Metric.of(violation.code()).filter(Metric.AVAILABILITY::equals).isPresent();
    String text =
        violation.limit() == null
            ? violation.unit().text(measured)
            : availability
                ? FigureText.availability(measured)
                : violation.unit().textBeside(measured, shown(violation.limit()));
    return " " + text + violation.unit().suffix();
  }

  private static String limit(Violation violation) {
    Double limit = violation.limit();
    if (limit == null) {
      return "";
    }
    boolean count = violation.unit() == Unit.COUNT;
    String text = count ? violation.unit().text(limit) : FigureText.exact(shown(limit));
    return " (limit " + text + violation.unit().suffix() + ")";
  }

  /** A limit from a setting keeps all of its digits; a computed limit is rounded like a figure. */
  private static double shown(double limit) {
    BigDecimal exact = BigDecimal.valueOf(limit);
    return exact.scale() <= SETTING_DECIMALS
        ? limit
        : exact.round(new MathContext(FIGURE_DIGITS, RoundingMode.HALF_UP)).doubleValue();
  }
}
