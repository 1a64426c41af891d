package io.poolbench.report;

import io.poolbench.judge.ValidityRule;
import io.poolbench.result.FigureText;
import io.poolbench.result.Metric;
import io.poolbench.result.Unit;
import io.poolbench.result.Verdict;
import io.poolbench.result.Violation;
import io.poolbench.result.ViolationCode;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** Formats violations: {@code CPU steal 9.0 % (limit 5 %)}. */
public final class ViolationText {
  private static final int SETTING_DECIMALS = 4;
  private static final int FIGURE_DIGITS = 3;

  private ViolationText() {}

  /** The reasons for a verdict; empty for PASS. */
  public static String of(Verdict verdict) {
    return of(verdict.violations());
  }

  public static String of(List<Violation> violations) {
    return violations.stream().map(ViolationText::of).collect(Collectors.joining("; "));
  }

  public static String of(Violation violation) {
    return title(violation.code()) + measured(violation) + limit(violation);
  }

  /** The subject of a code, without a value. */
  static String title(String code) {
    if (code.endsWith(Violation.LATE_TIME)) {
      return "users waited beyond the bound of " + title(base(code, Violation.LATE_TIME)) + " for";
    }
    if (code.endsWith(Violation.LATE)) {
      return "late or timed-out calls for " + title(base(code, Violation.LATE));
    }
    if (code.endsWith(Violation.UNKNOWN)) {
      return title(base(code, Violation.UNKNOWN)) + " unknown";
    }
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
    Optional<Metric> metric = Metric.of(violation.code());
    String text =
        violation.limit() == null
            ? violation.unit().text(measured)
            : metric.filter(Metric.AVAILABILITY::equals).isPresent()
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
