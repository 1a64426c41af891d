package io.poolbench.report;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.stream.Collectors.toList;

import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.databind.MapperFeature;
import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.annotation.JsonNaming;
import com.fasterxml.jackson.dataformat.csv.CsvMapper;
import com.fasterxml.jackson.dataformat.csv.CsvParser;
import com.fasterxml.jackson.dataformat.csv.CsvSchema;
import io.poolbench.judge.CapacityEstimate;
import io.poolbench.judge.CapacityRanking;
import io.poolbench.judge.EstimatedCell;
import io.poolbench.result.BlockSample;
import io.poolbench.result.CellResult;
import io.poolbench.result.FigureText;
import io.poolbench.result.StudyResult;
import io.poolbench.spec.Paired;
import io.poolbench.stats.Range;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A CSV file with the estimates and predictions of runs, and the values that were found. It shows
 * how often 95 % intervals contain the value. Each run appends its rows; a file is for one run at a
 * time.
 */
public record CalibrationLedger(Path file) {
  private static final double ERROR = 0.05;
  private static final CsvMapper MAPPER =
      CsvMapper.builder()
          .enable(CsvParser.Feature.EMPTY_STRING_AS_NULL)
          .disable(MapperFeature.SORT_PROPERTIES_ALPHABETICALLY)
          .build();
  private static final CsvSchema SCHEMA = MAPPER.schemaFor(Entry.class).withLineSeparator("\n");

  /** The subject of a row. */
  public enum Kind {
    /** The capacity of a cell on the host as it was. */
    ESTIMATE,
    /** The capacity of a cell on the undisturbed host. */
    UNDISTURBED,
    /** A predicted capacity, and the one found by measuring the pool. */
    PREDICTION,
    /** The comparison of a cell with its copy, which is equal to it. */
    CONTROL
  }

  /**
   * A row. Unknown figures, and ends of intervals beyond the measured loads, are null.
   *
   * @param subject the cell, with its SLA if the row is about a capacity
   * @param takenPct CPU time used by others or stolen, in percent, in the mean over the blocks or
   *     steps
   * @param unit of value, interval and found, such as {@code users}
   * @param samples rounds, repetitions or batches behind the value
   * @param found the measured value of a prediction
   * @param p of a control, two-sided and not corrected for other comparisons
   */
  @JsonNaming(PropertyNamingStrategies.SnakeCaseStrategy.class)
  public record Entry(
      String started,
      String study,
      String cpuModel,
      Double takenPct,
      Kind kind,
      String subject,
      String unit,
      Double value,
      Double lower,
      Double upper,
      Integer samples,
      Double found,
      Double p) {
    public Entry {
      Objects.requireNonNull(started, "started");
      Objects.requireNonNull(study, "study");
      // A file has no empty text.
      cpuModel = Objects.requireNonNullElse(cpuModel, "");
      Objects.requireNonNull(kind, "kind");
      Objects.requireNonNull(subject, "subject");
      Objects.requireNonNull(unit, "unit");
      boolean capacity = kind == Kind.ESTIMATE || kind == Kind.UNDISTURBED;
      if ((capacity && samples == null) || (kind == Kind.CONTROL && p == null)) {
        throw new IllegalArgumentException(kind + " without samples, or without p");
      }
    }

    private boolean contains(double of) {
      return (lower == null || lower <= of) && (upper == null || of <= upper);
    }

    /** Whether it is a capacity that does not depend on what disturbed the host. */
    private boolean isComparable() {
      return kind == Kind.UNDISTURBED || (kind == Kind.ESTIMATE && BlockSample.isCalm(takenPct));
    }

    private List<String> place() {
      return List.of(kind.name(), study, cpuModel, subject, unit);
    }

    private List<Object> run() {
      return List.of(started, place());
    }
  }

  /**
   * The rows so far; none if the file does not exist.
   *
   * @throws IOException if the file cannot be read or is no ledger
   */
  public List<Entry> entries() throws IOException {
    try {
      return MAPPER
          .readerFor(Entry.class)
          .with(SCHEMA.withHeader().withStrictHeaders(true))
          .<Entry>readValues(Files.readString(file, UTF_8))
          .readAll();
    } catch (NoSuchFileException none) {
      return List.of();
    } catch (JacksonException e) {
      throw new IOException("no ledger: " + e.getOriginalMessage(), e);
    }
  }

  /** Appends the rows of a result that the file lacks, and returns in lines what all rows show. */
  public List<String> append(EvaluatedResult evaluated) throws IOException {
    List<Entry> all = new ArrayList<>(entries());
    List<Entry> added = new ArrayList<>(of(evaluated));
    added.removeAll(all);
    String before = Files.exists(file) ? Files.readString(file, UTF_8) : "";
    String rows =
        MAPPER
            .writer(before.isEmpty() ? SCHEMA.withHeader() : SCHEMA.withoutHeader())
            .writeValueAsString(added);
    // An editor may have left out the last line's end.
    String text = before.isEmpty() || before.endsWith("\n") ? rows : "\n" + rows;
    Files.writeString(file, text, UTF_8, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    all.addAll(added);
    return summary(all);
  }

  static List<Entry> of(EvaluatedResult evaluated) {
    StudyResult result = evaluated.result();
    List<Entry> entries = new ArrayList<>();
    for (EstimatedCell cell : evaluated.estimates()) {
      cell.estimate().ifPresent(of -> entries.add(capacity(result, Kind.ESTIMATE, cell, of)));
      cell.undisturbed().ifPresent(of -> entries.add(capacity(result, Kind.UNDISTURBED, cell, of)));
    }
    for (CapacityRanking ranking : CapacityRanking.of(evaluated.estimates())) {
      String one = ranking.more().name();
      String other = ranking.less().name();
      boolean copied = other.equals(one + Paired.CONTROL);
      if (ranking.test() != null && (copied || one.equals(other + Paired.CONTROL))) {
        entries.add(
            entry(
                result,
                Kind.CONTROL,
                copied ? one : other,
                ranking.more().workload().setting(),
                null,
                null,
                ranking.test().rounds(),
                null,
                ranking.test().pValue()));
      }
    }
    return entries;
  }

  private static Entry capacity(
      StudyResult result, Kind kind, EstimatedCell cell, CapacityEstimate of) {
    return entry(
        result,
        kind,
        cell.name() + ": " + FigureText.sla(cell.cell().cell().sla()),
        cell.workload().setting(),
        of.load(),
        of.interval(),
        of.samples(),
        null,
        null);
  }

  private static Entry entry(
      StudyResult result,
      Kind kind,
      String subject,
      String unit,
      Double value,
      Range interval,
      Integer samples,
      Double found,
      Double p) {
    double taken =
        BlockSample.meanTakenPct(result.cells().stream().flatMap(CalibrationLedger::samples))
            .orElse(Double.NaN);
    return new Entry(
        result.started().toString(),
        result.study(),
        result.host().cpuModel(),
        finite(taken),
        kind,
        subject,
        unit,
        finite(value),
        interval == null ? null : finite(interval.lower()),
        interval == null ? null : finite(interval.upper()),
        samples,
        finite(found),
        p);
  }

  /** The blocks of a cell, or its steps as blocks of their own if it was measured alone. */
  private static Stream<BlockSample> samples(CellResult cell) {
    return cell.blocks().isEmpty()
        ? cell.steps().stream().map(step -> BlockSample.of(1, 1, false, step))
        : cell.blocks().stream();
  }

  private static Double finite(Double figure) {
    return figure == null || !Double.isFinite(figure) ? null : figure;
  }

  /**
   * How often intervals contained the value found, and how often equal pools were shown to differ.
   * There is one line per kind of host, after a line for all hosts if there are several kinds. The
   * value found for a capacity is the one with the most samples of the same cell, SLA, study and
   * CPU model. Capacities of the host as it was are compared only between calm hosts, because
   * others differ by what disturbed them. Only the last row of a run about a subject counts: a
   * resumed run has entered rows of its first part before.
   */
  static List<String> summary(Collection<Entry> entries) {
    Map<List<Object>, Entry> last = new LinkedHashMap<>();
    entries.forEach(entry -> last.put(entry.run(), entry));
    List<Outcome> outcomes = outcomes(last.values());
    Map<String, List<Outcome>> byHost =
        outcomes.stream().collect(Collectors.groupingBy(Outcome::host, TreeMap::new, toList()));
    List<String> lines = new ArrayList<>();
    if (byHost.size() != 1) {
      lines.add(text(outcomes));
    }
    byHost.forEach((host, of) -> lines.add(host + ": " + text(of)));
    return lines;
  }

  private static List<Outcome> outcomes(Collection<Entry> entries) {
    List<Outcome> outcomes = new ArrayList<>();
    Map<List<String>, List<Entry>> places =
        entries.stream().filter(Entry::isComparable).collect(Collectors.groupingBy(Entry::place));
    for (List<Entry> same : places.values()) {
      List<Entry> known =
          same.stream()
              .filter(entry -> entry.value != null)
              .sorted(Comparator.comparingInt(Entry::samples).reversed())
              .toList();
      for (Entry other : known.stream().skip(1).toList()) {
        outcomes.add(new Outcome(other, other.contains(known.get(0).value)));
      }
    }
    for (Entry entry : entries) {
      if (entry.kind == Kind.PREDICTION && entry.found != null) {
        outcomes.add(new Outcome(entry, entry.contains(entry.found)));
      } else if (entry.kind == Kind.CONTROL) {
        outcomes.add(new Outcome(entry, entry.p < ERROR));
      }
    }
    return outcomes;
  }

  private static String text(List<Outcome> outcomes) {
    return ("in the 95 %% interval: %s estimates of calm hosts, %s of the undisturbed host (both by"
            + " the longest run of the cell), %s predictions; equal pools shown to differ: %s")
        .formatted(
            tally(Kind.ESTIMATE, outcomes),
            tally(Kind.UNDISTURBED, outcomes),
            tally(Kind.PREDICTION, outcomes),
            tally(Kind.CONTROL, outcomes));
  }

  private static String tally(Kind kind, List<Outcome> outcomes) {
    List<Outcome> of = outcomes.stream().filter(outcome -> outcome.entry.kind == kind).toList();
    return of.stream().filter(Outcome::hit).count() + " of " + of.size();
  }

  /** A row and its outcome: its interval contains the value, or its equal pools differ. */
  private record Outcome(Entry entry, boolean hit) {
    /** The host by how much CPU time others took during the run, in the mean. */
    String host() {
      if (entry.takenPct == null) {
        return "host of unknown load";
      }
      return BlockSample.isCalm(entry.takenPct) ? "calm host" : "disturbed host";
    }
  }
}
