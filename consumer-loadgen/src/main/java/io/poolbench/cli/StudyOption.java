package io.poolbench.cli;

import com.fasterxml.jackson.databind.node.TextNode;
import io.poolbench.api.PoolConfig;
import io.poolbench.inspect.StarterStudy;
import io.poolbench.journal.Metric;
import io.poolbench.journal.RunFolder;
import io.poolbench.journal.RunFolderException;
import io.poolbench.load.RecordedArrivals;
import io.poolbench.study.Cell;
import io.poolbench.study.ConfigException;
import io.poolbench.study.DurationText;
import io.poolbench.study.Paired;
import io.poolbench.study.Study;
import io.poolbench.study.StudyCatalog;
import io.poolbench.study.StudyLoader;
import io.poolbench.study.StudyLoader.CellCheck;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The studies of a command line, and the options that change them or stand in their place. */
final class StudyOption {
  /** The study that gives provider and rounds to a command line with pools and without a study. */
  private static final String BASE = "quick";

  /** A slice of {@link #BASE}: one in which a call can be late is no shorter than a bound. */
  private static final double SLICE_MILLIS = 200;

  private static final double MOST_TIMES = 1_000;

  /** What a rate may differ from the recorded one, because it is a whole number. */
  private static final double MAX_ROUNDING = 0.1;

  /** Rounds beyond which another provider tells more (docs/explanation/statistics.md). */
  private static final int MANY_ROUNDS = 20;

  private static final int MAX_PROVIDERS = 10;

  /** Fewer rounds rank no pools. */
  private static final int MIN_ROUNDS = 4;

  private static final int MIN_STEP_MILLIS = 500;
  private static final int MAX_STEP_MILLIS = 3_600_000;

  private static final String NAME = "run";
  private static final String TITLE = "Which of these pools carries more load within the SLA?";

  @Parameters(
      arity = "0..*",
      paramLabel = "STUDY",
      completionCandidates = Names.class,
      description = "Name of a study ('poolbench list' has them), or a file; or give --pool.")
  private List<String> studies = new ArrayList<>();

  @Option(
      names = "--pool",
      paramLabel = "POOL",
      split = ",",
      description =
          TypedValue.POOLS
              + ", such as fixed:16:1000; may be given more than once. In place of the study's"
              + " pools; without a study, for the sample provider of '"
              + BASE
              + "'.")
  private List<String> pools = List.of();

  @Option(
      names = "--users",
      paramLabel = "LEVELS",
      description =
          "Loads: users, each of which sends its next call when the last is answered, such as"
              + " 8,16,32 or 8..64 by 8.")
  private String users;

  @Option(
      names = "--rate",
      paramLabel = "LEVELS",
      description =
          "Loads: calls per second, whether or not earlier ones are answered, such as"
              + " 1000..4000 by 500.")
  private String rate;

  @Option(
      names = "--arrivals",
      paramLabel = "FILE",
      description =
          "Loads: replay what 'observe --record FILE' counted in production, with its bursts.")
  private Path arrivals;

  @Option(
      names = "--factor",
      paramLabel = "FACTORS",
      split = ",",
      description = "Replay so many times the traffic of --arrivals, such as 1,2 (default: 1).")
  private List<Double> factors;

  @Option(
      names = "--sla",
      paramLabel = "METRIC=BOUND",
      split = ",",
      description =
          "The service level in place of the study's, such as tp99=10ms; a group keeps its own,"
              + " and a study its upTo.")
  private List<String> sla = List.of();

  @Option(
      names = "--stop-when",
      paramLabel = "METRIC=BOUND",
      split = ",",
      description =
          "Measure no higher load of a pool once a step does not meet this bound, such as"
              + " tp99=100ms; not for paired studies.")
  private List<String> stopWhen = List.of();

  @Option(
      names = "--duration",
      paramLabel = "DURATION",
      description = "How long each pool is measured at each load, on average, such as 10s.")
  private Duration duration;

  @Option(
      names = "--within",
      paramLabel = "TIME",
      description = "The time that a study may take in all, such as 5m, instead of --duration.")
  private Duration within;

  @Mixin private TagOption tag = new TagOption();

  @Option(
      names = "--repetitions",
      paramLabel = "N",
      description = "How often all is measured, each time in fresh providers.")
  private Integer repetitions;

  @Option(
      names = "--redis",
      paramLabel = "KIND",
      description = "auto, external, testcontainers or embedded.")
  private String redis;

  @Option(
      names = "--set",
      paramLabel = "PATH=VALUE",
      description = "Change a setting of the study, such as provider.threadpool=cached.")
  private List<String> overrides = new ArrayList<>();

  @Option(
      names = "--connect",
      paramLabel = "URL",
      description =
          "Measure a provider that runs already, such as dubbo://192.0.2.7:20880, instead of"
              + " starting one.")
  private String connect;

  /** The run that is gone on with where no study is named; null = none. */
  private RunFolder resumed;

  /** Goes on with the study of a run unless a study or pools are named. */
  void resume(RunFolder run) {
    resumed = studies.isEmpty() && pools.isEmpty() ? run : null;
  }

  /** The studies with all changes, in the order in which they were named. */
  List<Study> load(StudyLoader loader) {
    if (studies.isEmpty() && pools.isEmpty() && resumed == null) {
      throw ConfigException.of(
          "missing", "STUDY, or --pool (example: --pool fixed:16:1000 --pool cached:0:200)");
    }
    if (connect != null && !pools.isEmpty()) {
      throw ConfigException.of(
          "--pool", "not beside --connect, whose pool stays as it is (valid: one of them)");
    }
    if (within != null && duration != null) {
      throw ConfigException.of("--within", "not beside --duration (valid: one of them)");
    }
    if (factors != null && arrivals == null) {
      throw ConfigException.of("--factor", "not without --arrivals (valid: both)");
    }
    if (arrivals != null && (rate != null || users != null)) {
      throw ConfigException.of(
          "--arrivals", "not beside --rate and --users (valid: --factor for more of them)");
    }
    StudyCatalog catalog = Poolbench.studies(loader);
    Map<String, String> sections = sections();
    if (resumed != null) {
      return List.of(load(loader, resumed.study(), resumed.studyName(), sections));
    }
    if (studies.isEmpty()) {
      sections.put("title", TITLE);
      return List.of(load(loader, catalog.find(BASE), NAME, sections));
    }
    return studies.stream()
        .map(catalog::find)
        .map(file -> load(loader, file, name(file), sections))
        .toList();
  }

  /** The saved study of a run goes on under its name. */
  private static String name(Path file) {
    try {
      return RunFolder.studyOf(file).orElseGet(() -> StudyCatalog.name(file));
    } catch (RunFolderException e) {
      throw new UncheckedIOException(e);
    }
  }

  private Stream<Path> files(StudyCatalog catalog) {
    return resumed != null
        ? Stream.of(resumed.study())
        : (studies.isEmpty() ? List.of(BASE) : studies).stream().map(catalog::find);
  }

  /**
   * What studies that are none of poolbench's own set that needs the user's consent, each with the
   * name of its file.
   */
  List<String> needingConsent(StudyLoader loader) {
    StudyCatalog catalog = Poolbench.studies(loader);
    return files(catalog)
        .flatMap(file -> catalog.needingConsent(file).stream().map(of -> file + " sets " + of))
        .toList();
  }

  private Study load(StudyLoader loader, Path file, String name, Map<String, String> sections) {
    Map<String, String> options = options();
    try {
      Study study = loader.load(file, name, sections, changes(options));
      if (within != null) {
        return within(
            study,
            settings -> {
              Map<String, String> all = new LinkedHashMap<>(options);
              settings.forEach(
                  setting -> all.put(setting, "--within " + DurationText.print(within)));
              try {
                return loader.load(file, name, sections, changes(all));
              } catch (ConfigException e) {
                throw e.naming(all);
              }
            });
      }
      if (duration == null) {
        return study;
      }
      String length = DurationText.print(duration);
      Paired paired = study.paired();
      if (paired == null) {
        options.put("load.measure=" + length, "--duration " + length);
        if (study.cells().stream().anyMatch(this::isMeasuredLess)) {
          options.put("load.measureUpTo=" + length, "--duration " + length);
        }
      } else {
        int rounds = Paired.rounds(duration, study.cells().get(0).load());
        options.put("paired.rounds=" + rounds, "--duration " + length);
      }
      return loader.load(file, name, sections, changes(options));
    } catch (ConfigException e) {
      throw e.naming(options);
    }
  }

  /** Whether a step of a cell may not be measured for as long as is asked. */
  private boolean isMeasuredLess(Cell cell) {
    return cell.load().measureUpTo().compareTo(duration) < 0;
  }

  /**
   * The study with the most rounds, or with the longest steps, that it can have in the time. Where
   * more rounds fit than tell more, it has more providers, unless their number is given.
   *
   * @param changed the study with settings, each as {@code PATH=VALUE}
   */
  private Study within(Study study, Function<List<String>, Study> changed) {
    if (study.paired() == null) {
      // An undecided step that is measured longer would take time that other steps have.
      return within(study, List.of("load.measure=%dms", "load.measureUpTo=%dms"), changed);
    }
    String rounds = "paired.rounds=%d";
    Study longest = within(study, List.of(rounds), changed);
    boolean given =
        repetitions != null
            || study.repetitions().count() > 1
            || overrides.stream().anyMatch(setting -> setting.startsWith("repetitions="));
    for (int providers = 2;
        !given && providers <= MAX_PROVIDERS && longest.paired().rounds() > MANY_ROUNDS;
        providers++) {
      longest = within(study, List.of(rounds, "repetitions=" + providers), changed);
    }
    return longest;
  }

  private Study within(Study study, List<String> settings, Function<List<String>, Study> changed) {
    boolean paired = study.paired() != null;
    IntFunction<Study> lasting =
        length -> changed.apply(settings.stream().map(text -> text.formatted(length)).toList());
    int least = paired ? MIN_ROUNDS : MIN_STEP_MILLIS;
    int most = paired ? Paired.MAX : (int) Math.min(within.toMillis(), MAX_STEP_MILLIS);
    Study longest = lasting.apply(least);
    if (DryRun.time(longest).compareTo(within) > 0) {
      throw ConfigException.of(
          "--within " + DurationText.print(within),
          "too short for '%s' (valid: %ds or more)"
              .formatted(study.name(), DryRun.time(longest).plusMillis(999).toSeconds()));
    }
    for (int fits = least; most - fits > Math.max(1, fits / 50); ) {
      int half = (fits + most) / 2;
      Study longer = lasting.apply(half);
      if (DryRun.time(longer).compareTo(within) > 0) {
        most = half;
      } else {
        fits = half;
        longest = longer;
      }
    }
    return longest;
  }

  private List<String> changes(Map<String, String> options) {
    return Stream.concat(overrides.stream(), options.keySet().stream()).toList();
  }

  /** Top-level settings that replace those of a study, as YAML. */
  private Map<String, String> sections() {
    Map<String, String> sections = new LinkedHashMap<>();
    if (!pools.isEmpty()) {
      sections.put(
          "cells",
          pools.stream()
              .map(typed -> TypedValue.pool("--pool", typed))
              .map((PoolConfig pool) -> "{provider: " + StarterStudy.yaml(pool) + "}")
              .collect(Collectors.joining(", ", "[", "]")));
    }
    if (!sla.isEmpty()) {
      sections.put("sla", section("--sla", sla));
    }
    return sections;
  }

  private static String section(String option, List<String> typed) {
    return "{" + String.join(", ", bounds(option, typed)) + "}";
  }

  /** The bounds of an option such as {@code --sla} as in a study, after a check. */
  static List<String> bounds(String option, List<String> typed) {
    TypedValue.sla(option, String.join(",", typed));
    return typed.stream().map(bound -> bound.strip().replaceFirst("=", ": ")).toList();
  }

  /** Options that stand for a {@code --set}, as typed, each by its {@code PATH=VALUE}. */
  private Map<String, String> options() {
    Map<String, String> options = new LinkedHashMap<>();
    put(options, "redis.kind", "--redis", redis);
    put(options, "provider.connect", "--connect", connect);
    put(options, "load.users", "--users", users);
    put(options, "load.rate", "--rate", rate);
    if (arrivals != null) {
      replay(options);
    }
    boolean isLengthGiven = overrides.stream().anyMatch(each -> each.startsWith("load.measure="));
    if (!sla.isEmpty() && !pools.isEmpty() && studies.isEmpty() && !isLengthGiven) {
      String typed = String.join(",", sla);
      double bound = Metric.loosestResponseBound(TypedValue.sla("--sla", typed)).orElse(0);
      if (bound > SLICE_MILLIS) {
        options.put("load.measure=" + (long) Math.ceil(bound) + "ms", "--sla " + typed);
      }
    }
    put(options, "repetitions", "--repetitions", repetitions);
    put(options, "tags", "--tag", tag.isGiven() ? tag.yaml() : null);
    if (!stopWhen.isEmpty()) {
      options.put(
          "load.stopWhen=" + section("--stop-when", stopWhen),
          "--stop-when " + String.join(",", stopWhen));
    }
    return options;
  }

  private void replay(Map<String, String> options) {
    try {
      double recorded = RecordedArrivals.read(arrivals).perSecond();
      List<Double> times = factors == null ? List.of(1.0) : factors;
      for (double factor : times) {
        if (!(factor > 0 && factor <= MOST_TIMES)) {
          throw ConfigException.of("--factor " + factor, "out of range (valid: above 0, to 1000)");
        }
        double rate = factor * recorded;
        if (Math.abs(Math.round(rate) - rate) > MAX_ROUNDING * rate) {
          throw ConfigException.of(
              "--factor " + factor,
              "%.2f requests/s is not near a whole rate (valid: a factor from %.2f)"
                  .formatted(rate, Math.ceil(50 / MAX_ROUNDING / recorded) / 100));
        }
      }
      List<Long> rates = times.stream().map(factor -> Math.round(factor * recorded)).toList();
      String option = "--arrivals " + arrivals;
      options.put("load.arrivals=recorded", option);
      // As JSON, which YAML reads as it is written.
      options.put("load.recording=" + TextNode.valueOf("" + arrivals.toAbsolutePath()), option);
      options.put("load.rate=" + rates, option);
    } catch (NoSuchFileException e) {
      throw ConfigException.of("--arrivals " + arrivals, "no such file");
    } catch (IOException e) {
      throw ConfigException.of("--arrivals " + arrivals, e.getMessage());
    }
  }

  private static void put(Map<String, String> options, String path, String option, Object value) {
    if (value != null) {
      options.put(path + "=" + value, option + " " + value);
    }
  }

  static final class Names implements Iterable<String> {
    @Override
    public Iterator<String> iterator() {
      return Poolbench.studies(Poolbench.loader(CellCheck.NONE)).names().iterator();
    }
  }
}
