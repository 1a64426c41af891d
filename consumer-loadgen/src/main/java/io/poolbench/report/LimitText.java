package io.poolbench.report;

import io.poolbench.judge.RepeatedCell;
import io.poolbench.limits.NamedLimit;
import io.poolbench.limits.SampledLoad;
import io.poolbench.report.Table.Field;
import io.poolbench.result.FigureText;
import io.poolbench.result.SiteSamples.Connections;
import io.poolbench.result.SiteSamples.Site;
import io.poolbench.spec.Workload;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** What limits a target, as a sentence, and the time of its calls by site. */
record LimitText(RepeatedCell cell) {
  /** The number of sites in a table and in a chart, those with most time. */
  private static final int MAX_SITES = 7;

  /** Empty where business threads were not sampled. */
  Optional<String> sentence() {
    return NamedLimit.of(cell)
        .map(limit -> "Limit of " + cell.cell().name() + ": " + text(limit) + ".");
  }

  private String text(NamedLimit limit) {
    String load = FigureText.load(workload(), limit.level());
    return switch (limit.kind()) {
      case NONE -> "none up to " + load + "; throughput still grows";
      case CONNECTIONS -> connections(limit, load);
      case COLLECTOR ->
          "the garbage collector, which takes %s %% of the time"
              .formatted(FigureText.measure(limit.figure()));
      case CPU ->
          (limit.isCpuShared()
                  ? "the CPU, of which other processes or a quota leave it %s %% at %s; no pool"
                      + " makes it faster"
                  : "the CPU, %s %% busy at %s; no pool makes it faster")
              .formatted(FigureText.measure(limit.figure()), load);
      case THREADS ->
          ("the %s threads of the pool, all busy at %s, while calls wait in its queue or are"
                  + " refused; twice as many allow at most %s calls/s")
              .formatted(
                  FigureText.exact(limit.figure()),
                  load,
                  FigureText.count(Math.round(limit.tpsWithTwiceTheThreads())));
      case SITE ->
          "%s, where a call waits %s ms at %s%s"
              .formatted(
                  named(limit.site()), FigureText.measure(limit.siteMillis()), load, allows(limit));
      case UNDECIDED -> "not found; whether throughput still grows at " + load + " is not shown";
      case UNKNOWN -> "not found; throughput no longer grows at " + load;
    };
  }

  /** If one monitor is the limit, it is always held, by one thread at a time. */
  private static String allows(NamedLimit limit) {
    String calls = FigureText.count(Math.round(limit.tps())) + " calls/s";
    return switch (limit.site().state()) {
      case LOCK ->
          "; if all calls share it, each holds it for at most %s ms, which allows some %s"
              .formatted(FigureText.measure(1000 / limit.tps()), calls);
      case WAIT -> "; it allows some " + calls;
      default -> "";
    };
  }

  private String connections(NamedLimit limit, String load) {
    Connections pool = limit.connections();
    boolean cpuBound = limit.isCpuBound(2 * pool.size());
    return ("%s (%s), %s of %s connections in use and %s threads waiting at %s%s. A call keeps one"
                + " for %s ms: %s allow%s at most %s calls/s")
            .formatted(
                pool.name(),
                pool.library(),
                FigureText.measure(pool.inUse()),
                pool.size(),
                FigureText.measure(pool.waiting()),
                load,
                limit.site() == null ? "" : ", in " + brief(limit.site().at()),
                FigureText.measure(limit.connectionMillis()),
                cpuBound
                    ? "the CPU, %s %% busy,".formatted(FigureText.measure(limit.cpuPct()))
                    : FigureText.count(2L * pool.size()) + " connections",
                cpuBound ? "s" : "",
                FigureText.count(Math.round(limit.tpsWith(2 * pool.size()))))
        + trial(limit.level());
  }

  private String trial(int level) {
    return SampledLoad.of(cell).stream()
        .filter(load -> load.level() == level && load.samples().trial() != null)
        .map(load -> load.samples().trial())
        .map(
            trial ->
                "; tried once, %s did %s calls/s right after %s with %s"
                    .formatted(
                        FigureText.count(trial.tried()),
                        FigureText.count(Math.round(trial.triedTps())),
                        FigureText.count(Math.round(trial.tps())),
                        FigureText.count(trial.size())))
        .findFirst()
        .orElse("");
  }

  /**
   * Such as {@code a monitor (Object) in Stock.level, by Jedis.get}. A synchronizer of the JDK is
   * named by its public class.
   */
  private static String named(Site site) {
    String blocker =
        site.blocker().replaceFirst("^(java[.][^$]*)[$].*", "$1").replaceFirst("^.*[.]", "");
    String what =
        switch (site.state()) {
          case LOCK -> "a monitor";
          case SOCKET -> "a socket";
          case SLEEP -> "a sleep";
          default -> "a wait";
        };
    return what
        + (blocker.isEmpty() ? "" : " (" + blocker + ")")
        + " in "
        + brief(site.at())
        + (site.via().isEmpty() ? "" : ", by " + brief(site.via()));
  }

  /** Class and method without the package. */
  private static String brief(String method) {
    return method.replaceFirst("^.*[.]([^.]+[.][^.]+)$", "$1");
  }

  private Workload workload() {
    return cell.cell().load().workload();
  }

  /** A site and the mean time of a call there at each level, in milliseconds. */
  record SiteTime(String name, List<Double> millis) {}

  /** The sites with most time of a call at any level. */
  static List<SiteTime> times(List<SampledLoad> loads) {
    List<Site> sites = new ArrayList<>();
    loads.stream()
        .flatMap(load -> load.samples().sites().stream())
        .filter(site -> sites.stream().noneMatch(site::isSame))
        .forEach(sites::add);
    return sites.stream()
        .sorted(Comparator.comparingDouble((Site site) -> most(site, loads)).reversed())
        .limit(MAX_SITES)
        .map(
            site ->
                new SiteTime(
                    name(site),
                    loads.stream().map(load -> CurveData.rounded(load.millis(site))).toList()))
        .toList();
  }

  private static double most(Site site, List<SampledLoad> loads) {
    return loads.stream().mapToDouble(load -> load.millis(site)).max().orElse(0);
  }

  private static String name(Site site) {
    return switch (site.state()) {
      case RUN -> "running in " + brief(site.at());
      default -> named(site);
    };
  }

  /** The time of calls by site, and the use of connections; nothing without samples. */
  void writeTo(Page page) {
    List<SampledLoad> loads = SampledLoad.of(cell);
    if (loads.isEmpty()) {
      return;
    }
    page.heading(3, "Time of a call by site, in ms");
    List<Field<SiteTime>> columns = new ArrayList<>();
    columns.add(Table.text("site", SiteTime::name));
    for (int load = 0; load < loads.size(); load++) {
      int at = load;
      columns.add(
          Table.figure(
              FigureText.load(workload(), loads.get(load).level()),
              site -> FigureText.measure(site.millis().get(at))));
    }
    page.table(Table.of(times(loads), columns));
    sentence().ifPresent(page::paragraph);
  }
}
