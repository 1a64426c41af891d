package io.poolbench.observe;

import io.poolbench.journal.PoolSetup;
import io.poolbench.journal.ProgramSamples.Site;
import io.poolbench.journal.ProgramSamples.State;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import org.apache.commons.statistics.descriptive.Mean;
import org.apache.commons.statistics.descriptive.Variance;
import org.apache.commons.statistics.distribution.TDistribution;

/**
 * How long a call holds a thread: mean busy threads by rate (Little's law), and whether it grows
 * with the rate.
 *
 * @param millis null if the pool does not count its tasks, or if none ended
 * @param cpuMillis CPU time of a call in the thread; null as well
 * @param busiestPerSecond the rate of the third of windows with the highest rates
 * @param grown the site with most of the growth of hold times that grow; null if there is none
 */
public record HoldTime(
    Double millis,
    Double cpuMillis,
    Growth growth,
    Site grown,
    double busiestPerSecond,
    List<Share> sites) {
  private static final int MAX_WINDOWS = 30;
  private static final int MIN_WINDOWS = 9;
  private static final int MIN_CALLS = 50;

  /** Rates of windows that differ by less do not show whether hold times depend on them. */
  private static final double VARIED = 1.3;

  /** A smaller growth of the hold time from the lowest to the highest rates is not called one. */
  private static final double GROWN = 1.15;

  /** A site is named if it has at least this share of the growth. */
  private static final double MOST = 0.5;

  private static final double ERROR = 0.01;

  /** Whether calls hold a thread longer at higher rates. */
  public enum Growth {
    GROWS,
    STEADY,
    /** The rate varied too little, or there were too few calls. */
    UNKNOWN
  }

  /** A site with the share of the time for which calls hold a thread. */
  public record Share(Site site, double share) {}

  public HoldTime {
    Objects.requireNonNull(growth, "growth");
    sites = List.copyOf(sites);
  }

  static HoldTime of(PoolSetup setup, List<TimedPoolSecond> uses) {
    Window all = new Window(uses);
    if (!setup.counts().tasks() || all.calls() == 0) {
      return new HoldTime(null, null, Growth.UNKNOWN, null, 0, shares(uses));
    }
    List<Window> byRate = new ArrayList<>(windows(uses));
    byRate.sort(Comparator.comparingDouble(Window::perSecond));
    int third = byRate.size() / 3;
    List<Window> low = byRate.subList(0, third);
    List<Window> high = byRate.subList(byRate.size() - third, byRate.size());
    Growth growth = byRate.size() < MIN_WINDOWS ? Growth.UNKNOWN : growth(low, high);
    return new HoldTime(
        all.holdMillis(),
        all.sum(use -> use.use().counts().cpuNanos()) / 1e6 / all.calls(),
        growth,
        growth == Growth.GROWS ? grown(Window.joined(low), Window.joined(high)) : null,
        high.stream().mapToDouble(Window::perSecond).average().orElse(all.perSecond()),
        shares(uses));
  }

  /** Stretches of equal length, with enough calls each. */
  private static List<Window> windows(List<TimedPoolSecond> uses) {
    long calls = uses.stream().mapToLong(TimedPoolSecond::calls).sum();
    int count = (int) Math.min(Math.min(MAX_WINDOWS, calls / MIN_CALLS), uses.size());
    List<Window> windows = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      int from = i * uses.size() / count;
      int to = (i + 1) * uses.size() / count;
      windows.add(new Window(uses.subList(from, to)));
    }
    windows.removeIf(window -> window.calls() == 0);
    return windows;
  }

  private static Growth growth(List<Window> low, List<Window> high) {
    double[] before = low.stream().mapToDouble(Window::holdMillis).toArray();
    double[] after = high.stream().mapToDouble(Window::holdMillis).toArray();
    double meanBefore = Mean.of(before).getAsDouble();
    double meanAfter = Mean.of(after).getAsDouble();
    if (meanRate(high) < VARIED * meanRate(low)) {
      return Growth.UNKNOWN;
    }
    double error =
        Math.sqrt(
            Variance.of(before).getAsDouble() / before.length
                + Variance.of(after).getAsDouble() / after.length);
    double p =
        error == 0
            ? (meanAfter > meanBefore ? 0 : 1)
            : TDistribution.of(before.length - 1.0)
                .survivalProbability((meanAfter - meanBefore) / error);
    return meanAfter >= GROWN * meanBefore && p < ERROR ? Growth.GROWS : Growth.STEADY;
  }

  private static Site grown(Window low, Window high) {
    ToDoubleFunction<Site> growth = site -> high.millis(site) - low.millis(site);
    return shares(high.uses()).stream()
        .map(Share::site)
        .filter(site -> site.state() != State.RUN)
        .max(Comparator.comparingDouble(growth))
        .filter(site -> growth.applyAsDouble(site) >= MOST * (high.holdMillis() - low.holdMillis()))
        .orElse(null);
  }

  private static double meanRate(List<Window> windows) {
    return windows.stream().mapToDouble(Window::perSecond).average().orElse(0);
  }

  /** The sites at which threads were found, the most frequent first. */
  static List<Share> shares(List<TimedPoolSecond> uses) {
    Map<Site, Long> counts =
        uses.stream()
            .flatMap(use -> use.use().sites().stream())
            .collect(
                Collectors.groupingBy(
                    site -> site.counted(0),
                    LinkedHashMap::new,
                    Collectors.summingLong(Site::count)));
    double all = counts.values().stream().mapToLong(Long::longValue).sum();
    return counts.entrySet().stream()
        .map(entry -> entry.getKey().counted(entry.getValue()))
        .sorted(Comparator.comparingLong(Site::count).reversed())
        .map(site -> new Share(site, site.count() / all))
        .toList();
  }

  /** A time of the watch. Figures per call are those of a time in which calls ended. */
  private record Window(List<TimedPoolSecond> uses) {
    double sum(ToDoubleFunction<TimedPoolSecond> figure) {
      return uses.stream().mapToDouble(figure).sum();
    }

    static Window joined(List<Window> windows) {
      return new Window(windows.stream().flatMap(window -> window.uses().stream()).toList());
    }

    /** Time of a call at a site. */
    double millis(Site site) {
      return shares(uses).stream()
              .filter(share -> share.site().isSame(site))
              .mapToDouble(Share::share)
              .sum()
          * holdMillis();
    }

    double calls() {
      return sum(TimedPoolSecond::calls);
    }

    double perSecond() {
      return calls() / sum(TimedPoolSecond::seconds);
    }

    double holdMillis() {
      return 1e3 * sum(TimedPoolSecond::busySeconds) / calls();
    }
  }
}
