package io.poolbench.doctor;

import static io.poolbench.doctor.Finding.Grade.GOOD;
import static io.poolbench.doctor.Finding.Grade.LIMITS;
import static io.poolbench.doctor.Finding.Grade.UNFIT;

import io.poolbench.result.FigureText;
import io.poolbench.spec.Validity;
import java.util.List;

/** How far the CPUs of provider and driver are their own. */
final class CpuFindings {
  /** Beyond it the driver's load would show in the provider's figures. */
  private static final double COUPLED_PCT = 5;

  private static final double NEXT_TO_NOTHING_PCT = 2;

  private CpuFindings() {}

  /**
   * @param bounds beyond which a step is INVALID: so is the host unfit
   */
  static List<Finding> of(HostReadings host, Validity bounds) {
    return List.of(
        pinning(host),
        coupling(host),
        speed(host, bounds),
        steal(host, bounds),
        otherLoad(host, bounds));
  }

  private static Finding pinning(HostReadings host) {
    String plan =
        "provider on CPU " + host.cpus().provider() + ", driver on " + host.cpus().driver();
    if (!host.pinning()) {
      return new Finding(
          "CPU pinning",
          LIMITS,
          "there is no taskset",
          "Provider, driver and Redis run on any CPU and disturb each other. CPU figures are of all"
              + " CPUs.");
    }
    if (host.cpus().shared()) {
      return new Finding(
          "CPU pinning",
          LIMITS,
          plan,
          "Provider and driver share CPUs: what one takes the other lacks. Two CPUs are the least"
              + " for figures that are the provider's alone.");
    }
    return new Finding("CPU pinning", GOOD, plan, "Provider and driver do not meet on a CPU.");
  }

  private static Finding coupling(HostReadings host) {
    if (host.cpus().shared()) {
      return new Finding(
          "hyper-threads", LIMITS, "not measured", "There are no CPUs to compare with.");
    }
    String slowdown =
        "the provider's CPUs are "
            + FigureText.pct(host.coupledPct())
            + " % slower while the driver's are busy; by the kernel ";
    boolean listed = host.siblings().count() > 0;
    boolean coupled = host.coupledPct() > COUPLED_PCT;
    String meaning;
    if (coupled) {
      meaning =
          "The provider's CPU time per call rises with the driver's load. "
              + (listed
                  ? "Give whole cores to each (cpus: in a study)."
                  : "A hypervisor may hide that they share a core; or they share power and cache.");
    } else {
      meaning = "The driver's load does not show in the provider's CPU time.";
    }
    return new Finding(
        "hyper-threads",
        coupled ? LIMITS : GOOD,
        slowdown
            + (listed
                ? "CPU " + host.siblings() + " shares a core with one of the driver's"
                : "they share no core"),
        meaning);
  }

  private static Finding speed(HostReadings host, Validity bounds) {
    double slowest = 100 - bounds.speedLossPct();
    boolean even = host.slowestCpuPct() >= slowest;
    boolean steady = host.governor().map("performance"::equals).orElse(true);
    String meaning = "";
    if (!even) {
      meaning =
          "Below "
              + FigureText.exact(slowest)
              + " % a step is INVALID. Either CPUs differ by design: keep to equal ones (cpus: in a"
              + " study); or somebody else is busy on the other half of a core.";
    } else if (!steady) {
      meaning =
          "The kernel slows CPUs down that have little to do: CPU time per call is higher at low"
              + " load. Set the governor to performance.";
    } else {
      meaning = "CPU time per call can be compared between steps, and between cells.";
    }
    return new Finding(
        "CPU speed",
        even ? (steady ? GOOD : LIMITS) : UNFIT,
        "the slowest CPU has "
            + FigureText.pct(host.slowestCpuPct())
            + " % of the fastest one's speed; frequency "
            + host.governor().map(governor -> "governor " + governor).orElse("not told"),
        meaning);
  }

  private static Finding steal(HostReadings host, Validity bounds) {
    if (host.stealPct() == null) {
      return new Finding(
          "steal", LIMITS, "not told", "Whether a hypervisor takes CPU time away stays unseen.");
    }
    boolean fine = host.stealPct() <= bounds.stealPct();
    return new Finding(
        "steal",
        fine ? GOOD : UNFIT,
        FigureText.pctBeside(host.stealPct(), bounds.stealPct())
            + " % while all CPUs were kept busy",
        fine
            ? aLittle(host.stealPct(), "No hypervisor takes CPU time away.")
            : "The hypervisor gives CPU time to others; beyond "
                + FigureText.exact(bounds.stealPct())
                + " % a step is INVALID.");
  }

  private static Finding otherLoad(HostReadings host, Validity bounds) {
    if (host.otherPct() == null) {
      return new Finding(
          "other load", LIMITS, "not told", "Whether other processes take CPU time stays unseen.");
    }
    boolean fine = host.otherPct() <= bounds.otherLoadPct();
    return new Finding(
        "other load",
        fine ? GOOD : UNFIT,
        "other processes take "
            + FigureText.pctBeside(host.otherPct(), bounds.otherLoadPct())
            + " % of the CPUs",
        fine
            ? aLittle(host.otherPct(), "Nobody else is in the way.")
            : "Beyond "
                + FigureText.exact(bounds.otherLoadPct())
                + " % a step is INVALID. Stop what else runs here.");
  }

  private static String aLittle(double pct, String nothing) {
    return pct < NEXT_TO_NOTHING_PCT
        ? nothing
        : "Little enough for valid steps; repeat what has to be told precisely.";
  }
}
