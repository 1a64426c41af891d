package io.poolbench.sla;

import io.poolbench.result.Calls;
import io.poolbench.result.FigureText;
import io.poolbench.result.Percentile;
import io.poolbench.result.StepResult;
import io.poolbench.result.Verdict;
import io.poolbench.spec.Sla;
import io.poolbench.spec.Sla.Bound;
import io.poolbench.spec.SlaFigure;
import io.poolbench.spec.Workload;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * Judges steps by an SLA. In this order:
 *
 * <ol>
 *   <li>INVALID where the figures cannot be trusted: the measurement has doubts against itself, no
 *       call was due, or Little's law does not hold in a closed loop: calls/s x mean cycle = users,
 *       the cycle with its think time, however slow the provider is. In an open loop the law binds
 *       the calls in flight, which nobody chose.
 *   <li>FAIL where calls were due and none of them was answered OK. No percentile exists then, but
 *       no promise about answers is kept by a provider that gives none.
 *   <li>FAIL where a bound is broken, whatever the other bounds say.
 *   <li>INVALID where a bounded figure is unknown, or is a percentile of too few OK calls.
 *   <li>PASS.
 * </ol>
 *
 * @param sla what was promised
 * @param workload what the steps' levels count
 */
public record SlaEvaluator(Sla sla, Workload workload) {
  /** How far calls/s x mean cycle may lie from the users, as a share of them. */
  private static final double LITTLE_TOLERANCE = 0.02;

  private static final String AND = "; ";

  public SlaEvaluator {
    Objects.requireNonNull(sla, "sla");
    Objects.requireNonNull(workload, "workload");
  }

  /**
   * What a step says about the SLA.
   *
   * @param step its figures; its own verdict is not looked at
   * @param doubts what speaks against the measurement and does not show in the figures, such as a
   *     driver that lacked CPU; a line each
   */
  public Verdict evaluate(StepResult step, List<String> doubts) {
    List<String> untrusted = new ArrayList<>(doubts);
    Calls calls = step.calls();
    if (calls.total() + calls.unsent() == 0) {
      untrusted.add("no call ended in the measured window");
    } else if (workload instanceof Workload.Closed) {
      brokenLittlesLaw(step).ifPresent(untrusted::add);
    }
    if (!untrusted.isEmpty()) {
      return Verdict.invalid(String.join(AND, untrusted));
    }
    if (calls.ok() == 0) {
      return Verdict.fail(nothingAnswered(step));
    }
    List<String> broken = new ArrayList<>();
    List<String> unknown = new ArrayList<>();
    for (Bound bound : sla.bounds()) {
      Optional<String> gap = whyUnknown(bound.figure(), step);
      if (gap.isPresent()) {
        unknown.add(gap.get());
      } else if (!bound.figure().holds(figure(bound.figure(), step), bound.limit())) {
        broken.add(excess(bound, figure(bound.figure(), step)));
      }
    }
    if (!broken.isEmpty()) {
      return Verdict.fail(String.join(AND, broken));
    }
    return unknown.isEmpty() ? Verdict.pass() : Verdict.invalid(String.join(AND, unknown));
  }

  /**
   * Whether a step fails for too little load rather than too much: answers came, and the one bound
   * that it breaks is that on TPS, which rises with load where all others get worse.
   *
   * @param step with its verdict
   */
  boolean tooLittleLoad(StepResult step) {
    if (step.verdict().kind() != Verdict.Kind.FAIL || step.calls().ok() == 0) {
      return false;
    }
    List<SlaFigure> broken =
        sla.bounds().stream()
            .filter(bound -> whyUnknown(bound.figure(), step).isEmpty())
            .filter(bound -> !bound.figure().holds(figure(bound.figure(), step), bound.limit()))
            .map(Bound::figure)
            .toList();
    return broken.equals(List.of(SlaFigure.TPS));
  }

  private static Optional<String> brokenLittlesLaw(StepResult step) {
    if (step.cycleMeanMillis() == null) {
      return Optional.of("the mean cycle is unknown");
    }
    double callsPerSecond = step.calls().total() / step.seconds();
    double busyUsers = callsPerSecond * step.cycleMeanMillis() / 1000;
    double beyond = busyUsers - step.level();
    if (Math.abs(beyond) <= LITTLE_TOLERANCE * step.level()) {
      return Optional.empty();
    }
    return Optional.of(
        "Little's law is broken: "
            + FigureText.measure(callsPerSecond)
            + " calls/s x "
            + FigureText.measure(step.cycleMeanMillis())
            + " ms = "
            + FigureText.measureBeside(busyUsers, step.level())
            + " users, not "
            + FigureText.count(step.level())
            + " ("
            + FigureText.difference(100 * beyond / step.level())
            + " % too "
            + (beyond > 0 ? "many" : "few")
            + ")");
  }

  private static String nothingAnswered(StepResult step) {
    return "no call was answered OK: "
        + FigureText.count(step.calls().rejected())
        + " rejected, "
        + FigureText.count(step.calls().timeout())
        + " timed out, "
        + FigureText.count(step.calls().error())
        + " in error"
        + (step.calls().unsent() == 0
            ? ""
            : ", " + FigureText.count(step.calls().unsent()) + " never sent");
  }

  private static Optional<String> whyUnknown(SlaFigure figure, StepResult step) {
    long calls = step.calls().ok();
    Optional<Percentile> tooFew = percentile(figure).filter(p -> !p.isToldBy(calls));
    if (tooFew.isPresent()) {
      return Optional.of(
          figure.name()
              + " needs "
              + FigureText.count(tooFew.get().callsNeeded())
              + " calls, has "
              + FigureText.count(calls));
    }
    return figure(figure, step) == null
        ? Optional.of(figure.name() + " is unknown")
        : Optional.empty();
  }

  private static String excess(Bound bound, double measured) {
    SlaFigure figure = bound.figure();
    String unit = " " + figure.unit();
    String limit = FigureText.exact(bound.limit()) + unit;
    String text = figure.name() + " " + beside(bound, measured) + unit + ", ";
    if (measured == bound.limit()) {
      return text + "not below " + limit;
    }
    double difference = measured - bound.limit();
    // "0.5 % under 99.9 %" could be read in two ways.
    String by =
        figure.unit().equals("%")
            ? FigureText.difference(difference) + " points"
            : FigureText.difference(100 * difference / bound.limit()) + " %";
    return text + by + (difference > 0 ? " over " : " under ") + limit;
  }

  /** The measurement as tables write it, its digits as many as tell it from the limit. */
  private static String beside(Bound bound, double measured) {
    return switch (bound.figure()) {
      case MEAN, TP50, TP90, TP99, TP999, TPS -> FigureText.measureBeside(measured, bound.limit());
      case CPU -> FigureText.pctBeside(measured, bound.limit());
      // Rounded down, it stays below a limit that it does not reach.
      case AVAILABILITY -> FigureText.availability(measured);
    };
  }

  private static Double figure(SlaFigure figure, StepResult step) {
    return switch (figure) {
      case MEAN -> step.latency().meanMillis();
      case TP50, TP90, TP99, TP999 -> percentile(figure).orElseThrow().millis(step.latency());
      case TPS -> step.tps();
      case AVAILABILITY -> step.calls().availabilityPct();
      case CPU -> step.provider().cpuPct();
    };
  }

  private static Optional<Percentile> percentile(SlaFigure figure) {
    return switch (figure) {
      case TP50 -> Optional.of(Percentile.TP50);
      case TP90 -> Optional.of(Percentile.TP90);
      case TP99 -> Optional.of(Percentile.TP99);
      case TP999 -> Optional.of(Percentile.TP999);
      case MEAN, TPS, AVAILABILITY, CPU -> Optional.empty();
    };
  }
}
