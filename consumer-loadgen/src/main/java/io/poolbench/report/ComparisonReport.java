package io.poolbench.report;

import io.poolbench.compare.ComparedResults;
import io.poolbench.compare.ComparedResults.ComparedCell;
import io.poolbench.compare.ComparedResults.ComparedLevel;
import io.poolbench.compare.ComparedResults.ComparedPair;
import io.poolbench.compare.ComparedResults.ComparedResult;
import io.poolbench.journal.FigureText;
import io.poolbench.journal.Metric;
import io.poolbench.judge.Decision;
import io.poolbench.judge.EstimatedCell;
import io.poolbench.judge.Statement;
import io.poolbench.report.format.Block;
import io.poolbench.report.format.Page;
import io.poolbench.report.format.Report;
import io.poolbench.report.format.Table;
import io.poolbench.report.format.Tone;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The report of a comparison: better, worse or no difference shown, then the capacities.
 *
 * @param evaluations of the compared results, in their order
 */
public record ComparisonReport(ComparedResults compared, List<Evaluation> evaluations) {
  public ComparisonReport {
    evaluations = List.copyOf(evaluations);
  }

  public Report report() {
    Page front = new Page();
    front.add(new Block.Headline(tone(), sentence()));
    compared.pairs().stream()
        .filter(pair -> !pair.capacity().difference().isEmpty())
        .forEach(pair -> front.paragraph(title(pair) + ": " + pair.capacity().difference() + "."));
    compared
        .criteria()
        .forEach(criterion -> front.paragraph(Tones.of(criterion), criterion.sentence()));
    compared.pairs().stream()
        .flatMap(pair -> pair.warnings().stream())
        .distinct()
        .forEach(warning -> front.paragraph(Tone.OPEN, "Beware: " + warning));
    Page details = new Page();
    Collection<List<EstimatedCell>> byUnit =
        pools().stream()
            .collect(
                Collectors.groupingBy(EstimatedCell::unit, LinkedHashMap::new, Collectors.toList()))
            .values();
    byUnit.forEach(
        pools ->
            front.add(
                FrontTables.intervals(
                    new Leaders(pools, List.of()).pools(), pool -> tone(pool.name()))));
    if (!byUnit.isEmpty()) {
      front.table(capacities());
    }
    byUnit.forEach(pools -> charts(pools, details));
    compared
        .pairs()
        .forEach(
            pair ->
                details.folded(
                    title(pair),
                    page -> {
                      page.table(levels(pair));
                      if (!pair.leftOut().isEmpty()) {
                        page.paragraph(pair.leftOut());
                      }
                    }));
    details.folded("What is compared", this::originTo);
    return new Report(
        "Comparison with " + compared.results().get(0).source(),
        compared.results().stream()
            .map(result -> result.letter() + ": " + evaluation(result.letter()).run().origin())
            .collect(Collectors.joining(" | ")),
        front.blocks(),
        details.blocks());
  }

  private Evaluation evaluation(String letter) {
    List<String> letters = compared.results().stream().map(ComparedResult::letter).toList();
    return evaluations.get(letters.indexOf(letter));
  }

  /** Empty for a phase, and for a cell of phases: these have no capacity. */
  private Optional<EstimatedCell> pool(ComparedCell cell) {
    return evaluation(cell.letter()).pool(cell.name()).filter(pool -> !pool.isOfPhases());
  }

  private String capacity(ComparedCell cell) {
    return pool(cell).map(EstimatedCell::textWithUnit).orElse(FigureText.UNKNOWN);
  }

  private static String title(ComparedPair pair) {
    return pair.candidate().label() + " against " + pair.baseline().label();
  }

  /** By the criteria where there are some, otherwise by the capacities. */
  private Tone tone() {
    if (!compared.criteria().isEmpty()) {
      return Tones.of(compared.decision());
    }
    List<Decision> decisions =
        compared.pairs().stream().map(pair -> pair.capacity().decision()).toList();
    return Stream.of(Decision.REFUTED, Decision.SHOWN)
        .filter(decisions::contains)
        .findFirst()
        .map(Tones::of)
        .orElse(Tone.OPEN);
  }

  /** The criteria, if any; then better, worse, or no difference shown, which has no direction. */
  private String sentence() {
    List<String> sentences = new ArrayList<>();
    if (!compared.criteria().isEmpty()) {
      sentences.add("Criteria: " + Statement.counts(compared.criteria()) + ".");
    }
    compared.pairs().stream()
        .filter(pair -> pool(pair.candidate()).isPresent())
        .map(this::sentence)
        .forEach(sentences::add);
    if (sentences.isEmpty()) {
      sentences.add("Phases have no capacity: see their levels.");
    }
    return String.join(" ", sentences);
  }

  /** The numbers are in the order of the names. */
  private String sentence(ComparedPair pair) {
    String both =
        capacity(pair.candidate())
            + " against "
            + pool(pair.baseline()).map(EstimatedCell::text).orElse(FigureText.UNKNOWN);
    String baseline = pair.baseline().label();
    String candidate = pair.candidate().label();
    return pair.capacity().decision() == Decision.NOT_SHOWN
        ? "%s and %s: %s (%s).".formatted(candidate, baseline, pair.capacity().word(), both)
        : "%s is %s than %s: %s.".formatted(candidate, pair.capacity().word(), baseline, both);
  }

  private List<EstimatedCell> pools() {
    return compared.pairs().stream()
        .flatMap(pair -> Stream.of(pair.baseline(), pair.candidate()))
        .distinct()
        .flatMap(cell -> pool(cell).map(pool -> pool.named(cell.label())).stream())
        .toList();
  }

  /** Of the first pair that the cell is in. */
  private Tone tone(String label) {
    return compared.pairs().stream()
        .flatMap(
            pair ->
                pair.candidate().label().equals(label)
                    ? Stream.of(Tones.of(pair.capacity().decision()))
                    : pair.baseline().label().equals(label)
                        ? Stream.of(Tones.of(pair.capacity().decision().opposite()))
                        : Stream.empty())
        .findFirst()
        .orElse(Tone.PLAIN);
  }

  private Table capacities() {
    return Table.of(
        compared.pairs(),
        Table.text("baseline", pair -> pair.baseline().label()),
        Table.text("against it", pair -> pair.candidate().label()),
        Table.figure("baseline", pair -> capacity(pair.baseline())),
        Table.figure("against it", pair -> capacity(pair.candidate())),
        Table.text("is", (ComparedPair pair) -> pair.capacity().word())
            .toned(pair -> Tones.of(pair.capacity().decision())));
  }

  private static void charts(List<EstimatedCell> pools, Page page) {
    page.chart(LevelCharts.overLoads(Metric.TP99, pools));
    page.chart(LevelCharts.overLoads(Metric.TPS, pools));
    page.folded(
        "All metrics",
        inner -> {
          var charts = LevelCharts.everyMetric(pools);
          if (!charts.isEmpty()) {
            inner.add(new Block.Choice("Metric:", charts));
          }
        });
  }

  private static Table levels(ComparedPair pair) {
    return Table.of(
            pair.levels(),
            Table.figure("level", ComparedLevel::level),
            Table.text("metric", ComparedLevel::metric),
            Table.figure(pair.baseline().letter(), ComparedLevel::baseline),
            Table.figure(pair.candidate().letter(), ComparedLevel::candidate),
            Table.figure("change", ComparedLevel::change).toned(level -> Tones.of(level.better())))
        .withKeys(2);
  }

  private void originTo(Page page) {
    page.table(
        Table.of(
            compared.results(),
            Table.text("", ComparedResult::letter),
            Table.text("result", ComparedResult::source),
            Table.text("study", result -> evaluation(result.letter()).study().name()),
            Table.text("measured", result -> evaluation(result.letter()).run().origin())));
    if (!compared.unpaired().isEmpty()) {
      page.paragraph(
          "Without a partner, hence left out: " + String.join(", ", compared.unpaired()) + ".");
    }
    page.paragraph(
        "Between runs the samples are repetitions: a single run on a side decides nothing, because"
            + " the noise between runs is unknown. Within a run they are its rounds. At most 5 %"
            + " risk that anything shown here is wrong.");
  }
}
