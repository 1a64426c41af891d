package io.poolbench.limits;

import io.poolbench.api.EffectivePool;
import io.poolbench.journal.Entry;
import io.poolbench.journal.FigureText;
import io.poolbench.journal.Metric;
import io.poolbench.journal.ProgramSamples;
import io.poolbench.journal.ProgramSamples.Connections;
import io.poolbench.journal.ProgramSamples.Site;
import io.poolbench.judge.JudgedCell;
import io.poolbench.judge.JudgedStudy;
import io.poolbench.limits.LoadSeries.Tried;
import io.poolbench.limits.Suspicion.Kind;
import io.poolbench.study.Paired;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What keeps a pool from answering more calls, by name.
 *
 * @param cell whose limit it is
 * @param brief in a few words, such as {@code HikariPool-1 (HikariCP), 6 connections}
 * @param sentence with the figures that show it; without a limit, with what was ruled out
 * @param remedy what helps most, as a sentence; empty where no setting does
 * @param isTried whether the remedy was measured to give more
 * @param sites the time of a call by site of the application, at each sampled level
 */
public record PoolLimit(
    String cell, String brief, String sentence, String remedy, boolean isTried, Sites sites) {
  /** The number of sites in a table and in a chart, those with most time. */
  private static final int MAX_SITES = 7;

  private static final String NOT_FOUND = "not found";

  /** The load of a trial relative to the lowest one that needs all connections. */
  private static final int TRIAL_LOAD = 2;

  public PoolLimit {
    Objects.requireNonNull(cell, "cell");
    Objects.requireNonNull(brief, "brief");
    Objects.requireNonNull(sentence, "sentence");
    Objects.requireNonNull(remedy, "remedy");
    Objects.requireNonNull(sites, "sites");
  }

  /** Mean milliseconds of a call at each site, by level. */
  public record Sites(List<Integer> levels, List<SiteTime> times) {
    public static final Sites NONE = new Sites(List.of(), List.of());

    public Sites {
      levels = List.copyOf(levels);
      times = List.copyOf(times);
    }
  }

  public record SiteTime(String name, List<Double> millis) {
    public SiteTime {
      millis = List.copyOf(millis);
    }
  }

  /** The limits of the cells of a study whose business threads were sampled at two loads. */
  public static List<PoolLimit> of(JudgedStudy study, List<Entry> entries) {
    Map<String, LoadSeries> loads = new LinkedHashMap<>();
    study
        .cells()
        .forEach(cell -> loads(cell, study, entries).ifPresent(own -> loads.put(cell.name(), own)));
    return of(loads);
  }

  /** The limits of cells by name. What limits a larger pool in vain limits the smaller one, too. */
  static List<PoolLimit> of(Map<String, LoadSeries> loads) {
    Map<String, PoolLimit> limits = new LinkedHashMap<>();
    loads.forEach((cell, own) -> limits.put(cell, of(cell, own)));
    return limits.values().stream()
        .map(
            limit ->
                ResourceChecks.largerInVain(loads.get(limit.cell))
                    .filter(larger -> limit.brief.equals(NOT_FOUND))
                    .flatMap(larger -> Optional.ofNullable(limits.get(larger.name())))
                    .filter(larger -> !larger.brief.equals(NOT_FOUND))
                    .map(limit::asOf)
                    .orElse(limit))
        .toList();
  }

  private PoolLimit asOf(PoolLimit larger) {
    return new PoolLimit(
        cell,
        larger.brief,
        "as of %s, which does no more: %s".formatted(larger.cell, larger.sentence),
        larger.remedy,
        false,
        sites);
  }

  /**
   * The level at which the first cell is to be tried with more connections; empty if they are not
   * its limit.
   */
  public static OptionalInt trialLevel(JudgedStudy study, List<Entry> entries) {
    return loads(study.cells().get(0), study, entries)
        .map(PoolLimit::trialLevel)
        .orElse(OptionalInt.empty());
  }

  /**
   * Twice the level that needs all connections: the users at that one could not use twice as many.
   */
  static OptionalInt trialLevel(LoadSeries loads) {
    return ConnectionChecks.lacksConnections(loads).stream()
        .mapToInt(first -> loads.atLeast(TRIAL_LOAD * first.level()).level())
        .findFirst();
  }

  /** The pool of connections that is tried with more of them; empty if none can be. */
  public static Optional<Connections> toTry(ProgramSamples samples) {
    return ConnectionChecks.toTry(samples);
  }

  private static Optional<LoadSeries> loads(
      JudgedCell cell, JudgedStudy study, List<Entry> entries) {
    List<SampledLoad> sampled = SampledLoad.of(cell, entries);
    return sampled.size() < 2
        ? Optional.empty()
        : Optional.of(
            new LoadSeries(
                sampled,
                cell.cell().load().workload(),
                Metric.responseBound(cell.cell().sla()).orElse(Double.POSITIVE_INFINITY),
                others(cell, study, entries),
                alone(entries),
                driverLacks(cell, sampled.get(sampled.size() - 1)),
                cell.cell().driver().method().hasSameArguments()));
  }

  private static boolean driverLacks(JudgedCell cell, SampledLoad highest) {
    return cell.levels().stream()
        .filter(level -> level.level() > highest.level() && !level.counts())
        .anyMatch(level -> !level.isDriverEnoughFor(1));
  }

  private static Optional<ProgramSamples> alone(List<Entry> entries) {
    return Entry.only(Entry.Sampled.class, entries)
        .filter(sampled -> sampled.level() == Paired.ALONE)
        .map(Entry.Sampled::samples)
        .filter(ProgramSamples::isSampled)
        .reduce((earlier, later) -> later);
  }

  private static List<Tried> others(JudgedCell cell, JudgedStudy study, List<Entry> entries) {
    if (study.study().paired() == null) {
      return List.of();
    }
    List<Tried> others = new ArrayList<>();
    for (JudgedCell other : study.cells()) {
      OptionalInt threads =
          PoolUse.ran(other.name(), entries).stream()
              .filter(pool -> pool.maxThreads() != null)
              .mapToInt(EffectivePool::maxThreads)
              .findFirst();
      if (!other.equals(cell) && threads.isPresent()) {
        tried(other, threads.getAsInt(), cell).ifPresent(others::add);
      }
    }
    return others;
  }

  private static Optional<Tried> tried(JudgedCell other, int threads, JudgedCell own) {
    Map<Integer, Double> ownTps = PoolUse.tps(own);
    Map<Integer, Double> tps = PoolUse.tps(other);
    List<Integer> both = tps.keySet().stream().filter(ownTps::containsKey).toList();
    return both.isEmpty()
        ? Optional.empty()
        : Optional.of(
            new Tried(
                other.name(),
                threads,
                Collections.max(both),
                both.stream().mapToDouble(tps::get).max().getAsDouble(),
                both.stream().mapToDouble(ownTps::get).max().getAsDouble()));
  }

  static PoolLimit of(String cell, LoadSeries loads) {
    List<Suspicion> checked = checked(loads);
    List<Suspicion> limits = limits(checked);
    Sites sites = new Sites(loads.levels(), times(loads.rising()));
    if (!limits.isEmpty()) {
      return new PoolLimit(
          cell,
          limits.stream().map(Suspicion::brief).collect(Collectors.joining(", then ")),
          limits.stream()
              .map(
                  limit ->
                      "%s, from %s on: %s"
                          .formatted(
                              limit.brief(),
                              FigureText.load(loads.workload(), limit.since()),
                              limit.why()))
              .collect(Collectors.joining("; then ", "", ".")),
          limits.get(0).remedy(),
          limits.get(0).kind() == Kind.CONNECTIONS && ConnectionChecks.moreConnectionsHelp(loads),
          sites);
    }
    String highest = loads.text(loads.highest());
    if (loads.flat().isEmpty() && loads.isShownToGrow()) {
      String none = "none up to " + highest;
      return new PoolLimit(cell, none, none + ": throughput still grows.", "", false, sites);
    }
    String sentence =
        loads.flat().isEmpty()
            ? "not found; whether throughput still grows at " + highest + " is not shown."
            : "not found; throughput no longer grows at %s. Ruled out: %s."
                .formatted(
                    loads.text(loads.flat().get(0)),
                    checked.stream()
                        .filter(Suspicion::isRuledOut)
                        .map(each -> each.brief() + " (" + each.why() + ")")
                        .collect(Collectors.joining("; ")));
    return new PoolLimit(cell, NOT_FOUND, sentence, "", false, sites);
  }

  static List<Suspicion> checked(LoadSeries loads) {
    return Stream.of(
            List.of(ConnectionChecks.connections(loads)),
            ResourceChecks.all(loads),
            WaitChecks.all(loads))
        .flatMap(List::stream)
        .sorted(Comparator.comparing(Suspicion::kind))
        .toList();
  }

  /**
   * The suspicions that hold, in the order in which they begin to with rising load. What threads
   * wait for explains why all of them are busy.
   */
  static List<Suspicion> limits(List<Suspicion> checked) {
    List<Suspicion> limits = new ArrayList<>(checked.stream().filter(Suspicion::holds).toList());
    boolean heldByOthers =
        limits.stream()
            .anyMatch(limit -> limit.kind() == Kind.CONNECTIONS || limit.kind() == Kind.LOCK);
    if (heldByOthers) {
      limits.removeIf(limit -> limit.kind() == Kind.THREADS || limit.kind() == Kind.SITE);
    }
    limits.sort(Comparator.comparingInt(Suspicion::since).thenComparing(Suspicion::kind));
    return limits;
  }

  /** The sites with most time of a call at any level. */
  private static List<SiteTime> times(List<SampledLoad> loads) {
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
                    WaitChecks.named(site), loads.stream().map(load -> load.millis(site)).toList()))
        .toList();
  }

  private static double most(Site site, List<SampledLoad> loads) {
    return loads.stream().mapToDouble(load -> load.millis(site)).max().orElse(0);
  }
}
