package io.poolbench.report;

import io.poolbench.journal.FigureText;
import io.poolbench.journal.ProgramSamples;
import io.poolbench.journal.ProgramSamples.PoolSamples;
import io.poolbench.journal.ProgramSamples.Site;
import io.poolbench.observe.BusyThreads;
import io.poolbench.observe.CallRate;
import io.poolbench.observe.FoundLimit;
import io.poolbench.observe.HoldTime.Growth;
import io.poolbench.observe.HoldTime.Share;
import io.poolbench.observe.NeededThreads;
import io.poolbench.observe.ObservedProgram;
import io.poolbench.observe.PoolFinding;
import io.poolbench.observe.Watch;
import io.poolbench.report.format.Block;
import io.poolbench.report.format.Chart;
import io.poolbench.report.format.Page;
import io.poolbench.report.format.Report;
import io.poolbench.report.format.Table;
import io.poolbench.report.format.Text;
import io.poolbench.report.format.Tone;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The report of a program that was observed: per pool what was used, needed, and scarce. */
public final class ObservationReport {
  private static final int MAX_SITES = 4;
  private static final long MIN_HELD_SECONDS = 2;
  private static final int MAX_POINTS = 600;
  private static final String NO_TASK = "No thread pool ran a task: too little traffic.";

  /** The figures of a pool that stand side by side. */
  static final List<Table.Field<PoolFinding>> FIGURES =
      List.of(
          Table.text("configuration", found -> found.setup().text()),
          Table.figure("calls/s", found -> FigureText.measure(found.rate().perSecond())),
          Table.figure("busy mean", found -> FigureText.measure(found.busy().average().threads())),
          Table.figure("99.9 %", found -> Integer.toString(found.busy().p999())),
          Table.figure("max", found -> Integer.toString(found.busy().max())),
          Table.figure("all busy %", found -> pct(found.busy().fullShare())),
          Table.<PoolFinding>figure("refused", found -> refused(found.rate())).known(),
          Table.figure("queue max", found -> Integer.toString(found.busy().waiting().maxQueued())),
          Table.figure("hold ms", found -> FigureText.measure(found.hold().millis())),
          Table.figure("CPU ms", found -> FigureText.measure(found.hold().cpuMillis())));

  private ObservationReport() {}

  private static String refused(CallRate rate) {
    return rate.refused() == null ? FigureText.UNKNOWN : FigureText.count(rate.refused());
  }

  static String title(ObservedProgram observed) {
    Watch watch = observed.watch();
    return "%s (pid %s), %s watched"
        .formatted(
            watch.program(),
            observed.about().pid(),
            Text.clock(Duration.ofMillis(watch.watchedMillis())));
  }

  static String origin(ObservedProgram observed) {
    return observed.about().begun() + ", poolbench " + observed.about().poolbench();
  }

  public static Report of(ObservedProgram observed) {
    Watch watch = observed.watch();
    List<PoolFinding> findings = watch.findings();
    List<PoolFinding> main = main(findings);
    Page front = new Page();
    if (main.isEmpty()) {
      front.add(new Block.Headline(Tone.VOID, NO_TASK));
    }
    for (PoolFinding found : main) {
      front.add(new Block.Headline(tone(found), busy(found)));
      front.sentences(sentences(found));
    }
    Page details = new Page();
    main.forEach(found -> timeline(details, found, watch));
    details.table("All pools that ran a task", table(findings));
    details.paragraph(
        "The observation took %s %% of a CPU.".formatted(FigureText.pct(watch.costPct())));
    return new Report(title(observed), origin(observed), front.blocks(), details.blocks());
  }

  /** What is said of the pools that matter, as sentences. */
  public static List<String> answer(Watch watch) {
    List<PoolFinding> main = main(watch.findings());
    return main.isEmpty()
        ? List.of(NO_TASK)
        : main.stream()
            .flatMap(found -> Stream.concat(Stream.of(busy(found)), sentences(found).stream()))
            .toList();
  }

  /** The pools that serve calls; without one, of those that ran tasks, that with most threads. */
  static List<PoolFinding> main(List<PoolFinding> findings) {
    List<PoolFinding> serving = findings.stream().filter(found -> found.setup().serves()).toList();
    return serving.isEmpty()
        ? findings.stream().filter(found -> found.rate().calls() > 0).limit(1).toList()
        : serving;
  }

  /** Whether a pool that serves calls had enough of them to say what it needs. */
  public static boolean isAnswered(Watch watch) {
    return main(watch.findings()).stream()
        .anyMatch(found -> found.needed().basis() != NeededThreads.Basis.TOO_LITTLE_TRAFFIC);
  }

  /** A line while it is watched: the pool that matters most, in the last seconds. */
  public static String progress(Watch last) {
    return main(last.findings()).stream()
        .findFirst()
        .map(
            found ->
                "%s: at most %d threads busy (mean %s), queue %d%s"
                    .formatted(
                        found.setup().user(),
                        found.busy().max(),
                        FigureText.measure(found.busy().average().threads()),
                        found.busy().waiting().maxQueued(),
                        found.hold().millis() != null
                            ? ", %s calls/s, %s ms a call"
                                .formatted(
                                    FigureText.measure(found.rate().perSecond()),
                                    FigureText.measure(found.hold().millis()))
                            : found.setup().counts().tasks() ? ", no call ended" : ""))
        .orElse("no task in any pool");
  }

  private static Tone tone(PoolFinding found) {
    return switch (found.needed().basis()) {
      case TOO_LITTLE_TRAFFIC -> Tone.VOID;
      case FULL -> Tone.BAD;
      case UNCOUNTED, GROWING, LIMITED -> Tone.OPEN;
      case WATCHED -> Tone.GOOD;
    };
  }

  static String busy(PoolFinding found) {
    BusyThreads busy = found.busy();
    String refused =
        found.rate().refused() != null
            ? "%s refused".formatted(FigureText.count(found.rate().refused()))
            : busy.fullShare() > 0
                ? "all busy for %s %% of the time".formatted(pct(busy.fullShare()))
                : "never all busy";
    return "%s, %s: at most %d busy at once (99.9 %% of the time %d or fewer, median %d); %s."
        .formatted(
            found.setup().user(),
            found.setup().text(),
            busy.max(),
            busy.p999(),
            busy.median(),
            refused);
  }

  static List<String> sentences(PoolFinding found) {
    List<String> sentences = new ArrayList<>();
    sentences.add(needed(found));
    String limit =
        found.needed().basis() == NeededThreads.Basis.TOO_LITTLE_TRAFFIC
            ? ""
            : limit(found.limit());
    if (!limit.isEmpty()) {
      sentences.add(limit);
    }
    sentences.add(hold(found));
    if (found.setup().counts().tasks()) {
      sentences.add(
          "%s calls/s in the mean, %s in the busiest second; burstiness %s (1: independent callers); at most %s waited in the queue; most threads were busy at %s."
              .formatted(
                  FigureText.measure(found.rate().perSecond()),
                  FigureText.measure(found.rate().busiestSecond()),
                  FigureText.measure(found.rate().burstiness()),
                  FigureText.count(found.busy().waiting().maxQueued()),
                  Text.clock(Duration.ofMillis(found.busy().maxAtMillis()))));
    }
    return sentences;
  }

  static String needed(PoolFinding found) {
    NeededThreads needed = found.needed();
    return switch (needed.basis()) {
      case TOO_LITTLE_TRAFFIC ->
          "Too little traffic to say: "
              + (found.setup().counts().tasks()
                  ? FigureText.counted(found.rate().calls(), "call") + "."
                  : "hardly a sample found a busy thread.");
      case FULL -> full(found);
      case UNCOUNTED ->
          "Samples found at most %d busy; peaks between them are not known, as the pool counts no calls."
              .formatted(found.busy().max());
      case LIMITED ->
          "%d threads would have sufficed. Of more traffic nothing is known: what fails first are not the threads."
              .formatted(needed.now());
      case GROWING ->
          "%d threads would have sufficed. Beyond %s calls/s nothing is known: calls hold threads longer at higher rates."
              .formatted(needed.now(), FigureText.measure(found.hold().busiestPerSecond()));
      case WATCHED ->
          "%d threads would have sufficed; twice the traffic needs %s, if calls hold threads as long as now%s."
              .formatted(
                  needed.now(),
                  needed.low() == needed.high()
                      ? Integer.toString(needed.high())
                      : needed.low() + " to " + needed.high(),
                  found.hold().growth() == Growth.STEADY
                      ? ", as they did up to %s calls/s"
                          .formatted(FigureText.measure(found.hold().busiestPerSecond()))
                      : " (whether that depends on the rate was not to be seen)");
    };
  }

  private static String full(PoolFinding found) {
    boolean ofCore =
        found.setup().filled() < found.setup().max() && found.busy().max() < found.setup().max();
    int filled = ofCore ? found.setup().filled() : found.setup().max();
    String busy =
        "All %d %s were busy at times%s"
            .formatted(
                filled,
                ofCore ? "core threads" : "threads",
                ofCore ? ", and others start only when the queue is full" : "");
    return found.needed().now() == filled
        ? busy + ": how many more were needed is not known."
        : busy
            + ": with up to %s in the queue, more than %d and at most %s were needed for none to wait."
                .formatted(
                    FigureText.counted(found.busy().waiting().maxQueued(), "call"),
                    filled,
                    FigureText.counted(found.needed().now(), "thread"));
  }

  static String limit(FoundLimit limit) {
    String at = limit.site() == null ? "" : ", waited for at " + place(limit.site().at());
    String full = " for %s %% of the time".formatted(FigureText.pct(limit.figure()));
    return switch (limit.kind()) {
      case CONNECTIONS -> "What fails first: " + limit.name() + " was full" + full + at + ".";
      case CPU -> "What fails first: the CPUs were busy" + full + ".";
      case COLLECTOR -> "What fails first: the garbage collector stopped the program" + full + ".";
      case LOCK ->
          "What fails first: a lock (%s), %s threads wait for it in the mean%s."
              .formatted(place(limit.name()), FigureText.measure(limit.figure()), at);
      case THREADS ->
          "What fails first: the threads, all busy%s%s."
              .formatted(
                  full,
                  limit.site() == null
                      ? ""
                      : ", mostly " + action(limit.site()) + " at " + place(limit.site().at()));
      case GROWING_WAIT -> "What fails first: a wait that grows with the rate" + at + ".";
      case CPU_AT_TWICE_THE_TRAFFIC ->
          "What fails first: the CPUs, busy for %s %% in the mean: twice the traffic needs more."
              .formatted(FigureText.pct(limit.figure()));
      case NONE -> "";
    };
  }

  static String hold(PoolFinding found) {
    String sites =
        found.hold().sites().stream()
            .limit(MAX_SITES)
            .map(ObservationReport::site)
            .collect(Collectors.joining(", "));
    String held =
        found.heldSeconds() < MIN_HELD_SECONDS
            ? ""
            : "; the longest for %d s or more".formatted(found.heldSeconds());
    String time =
        found.hold().millis() != null
            ? "Calls hold a thread for %s ms (%s ms of CPU)"
                .formatted(
                    FigureText.measure(found.hold().millis()),
                    FigureText.measure(found.hold().cpuMillis()))
            : found.setup().counts().tasks()
                ? "No call ended: how long calls hold a thread is not known"
                : "The pool counts no calls";
    return time + held + (sites.isEmpty() ? "" : ": " + sites) + ".";
  }

  private static String site(Share share) {
    Site site = share.site();
    return "%s %% %s at %s".formatted(pct(share.share()), action(site), place(site.at()));
  }

  private static String action(Site site) {
    String what = site.via().isEmpty() ? site.blocker() : site.via();
    String in = what.isEmpty() ? "" : " (" + place(what) + ")";
    return switch (site.state()) {
      case RUN -> "running" + in;
      case SOCKET -> "waiting for a socket" + in;
      case LOCK -> "waiting for a lock" + in;
      case WAIT -> "waiting" + in;
      case SLEEP -> "sleeping" + in;
    };
  }

  /** Class and method, or class, without packages. */
  private static String place(String name) {
    if (name.equals(ProgramSamples.FRAMEWORK)) {
      return "the framework";
    }
    String[] parts = name.split("\\.");
    boolean method = parts.length > 1 && Character.isUpperCase(parts[parts.length - 2].charAt(0));
    int from = parts.length - (method ? 2 : 1);
    return String.join(".", List.of(parts).subList(from, parts.length));
  }

  private static String pct(double share) {
    return FigureText.pct(100 * share);
  }

  private static Table table(List<PoolFinding> findings) {
    List<Table.Field<PoolFinding>> fields = new ArrayList<>(FIGURES);
    fields.add(0, Table.text("pool", found -> found.setup().user()));
    return Table.of(findings, fields);
  }

  /** Most busy threads and calls per second, over time. */
  private static void timeline(Page page, PoolFinding found, Watch watch) {
    List<ProgramSamples> seconds = watch.seconds();
    int step = Math.max(1, seconds.size() / MAX_POINTS);
    List<Double> at = new ArrayList<>();
    List<Double> busy = new ArrayList<>();
    List<Double> rate = new ArrayList<>();
    for (int i = 0; i < seconds.size(); i += step) {
      List<ProgramSamples> stretch = seconds.subList(i, Math.min(i + step, seconds.size()));
      at.add(Chart.rounded(stretch.get(stretch.size() - 1).toMillis() / 60e3));
      busy.add(
          pools(stretch, found)
              .flatMap(pool -> pool.samples().busy().stream())
              .mapToDouble(Integer::doubleValue)
              .max()
              .orElse(0));
      double length = stretch.stream().mapToDouble(ProgramSamples::seconds).sum();
      rate.add(
          Chart.rounded(
              pools(stretch, found).mapToDouble(pool -> pool.counts().completed()).sum() / length));
    }
    String user = found.setup().user();
    page.chart(chart(user + ": busy threads", "threads", at, busy));
    page.chart(chart(user + ": calls", "calls/s", at, rate));
  }

  private static Stream<PoolSamples> pools(List<ProgramSamples> stretch, PoolFinding found) {
    return stretch.stream().flatMap(second -> second.pool(found.setup().id()).stream());
  }

  private static Chart chart(String title, String unit, List<Double> x, List<Double> y) {
    return new Chart(
        title,
        title + " over time",
        new Chart.Axis("minutes"),
        new Chart.Axis(unit),
        List.of(new Chart.Series(unit, 0, x, y)));
  }
}
