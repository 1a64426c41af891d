package io.poolbench.report;

import io.poolbench.journal.FigureText;
import io.poolbench.observe.ObservedProgram;
import io.poolbench.observe.PoolFinding;
import io.poolbench.report.format.Block;
import io.poolbench.report.format.Page;
import io.poolbench.report.format.Report;
import io.poolbench.report.format.Table;
import io.poolbench.report.format.Tone;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/** Two observations side by side. One of each shows no difference, and no direction. */
public record ObservationComparison(ObservedProgram before, ObservedProgram after) {
  /** Rates that differ by more explain numbers of busy threads that differ (Little's law). */
  private static final double SAME_RATE = 1.1;

  public ObservationComparison {
    Objects.requireNonNull(before, "before");
    Objects.requireNonNull(after, "after");
  }

  /** A pool of both programs, by its user. */
  private record Pair(PoolFinding before, PoolFinding after) {
    boolean hasSameRate() {
      Double one = before.rate().perSecond();
      Double other = after.rate().perSecond();
      return one == null
          || other == null
          || Math.max(one, other) <= SAME_RATE * Math.min(one, other);
    }
  }

  private record Row(String figure, String before, String after) {}

  public Report report() {
    Page front = new Page();
    List<PoolFinding> found = before.watch().findings();
    List<PoolFinding> main = ObservationReport.main(found);
    List<Pair> all = pairs(found, after.watch().findings());
    List<Pair> pairs = all.stream().filter(pair -> main.contains(pair.before)).toList();
    if (pairs.isEmpty()) {
      front.add(
          new Block.Headline(
              Tone.VOID, "No pool is known to have run tasks in both observations."));
    }
    for (Pair pair : pairs) {
      front.add(new Block.Headline(Tone.OPEN, sentence(pair)));
      if (!pair.hasSameRate()) {
        front.paragraph(
            "The rates differ, and busy threads with them: compare the time for which a call holds"
                + " a thread, and its CPU time.");
      }
      front.table(table(pair));
    }
    front.paragraph(
        "One observation each: the traffic, the hour and other programs may explain any difference;"
            + " none is shown to come from a change.");
    Page details = new Page();
    all.stream()
        .filter(pair -> !pairs.contains(pair))
        .forEach(pair -> details.table(pair.before.setup().user(), table(pair)));
    return new Report(
        "A: " + ObservationReport.title(before) + "; B: " + ObservationReport.title(after),
        "A: " + ObservationReport.origin(before) + " | B: " + ObservationReport.origin(after),
        front.blocks(),
        details.blocks());
  }

  /** The pools of two observations that are the same. */
  private static List<Pair> pairs(List<PoolFinding> before, List<PoolFinding> after) {
    List<Pair> pairs = new ArrayList<>();
    for (PoolFinding one : before) {
      List<PoolFinding> same = named(one.setup().user(), after);
      boolean isOnly = named(one.setup().user(), before).size() == 1 && same.size() == 1;
      if (isOnly && one.setup().isSame(same.get(0).setup())) {
        pairs.add(new Pair(one, same.get(0)));
      }
    }
    return pairs;
  }

  private static List<PoolFinding> named(String user, List<PoolFinding> found) {
    return found.stream().filter(pool -> pool.setup().user().equals(user)).toList();
  }

  private static String sentence(Pair pair) {
    return "%s: at most %d, then %d threads busy at once, at %s, then %s calls/s; a call holds one for %s, then %s."
        .formatted(
            pair.before.setup().user(),
            pair.before.busy().max(),
            pair.after.busy().max(),
            FigureText.measure(pair.before.rate().perSecond()),
            FigureText.measure(pair.after.rate().perSecond()),
            hold(pair.before),
            hold(pair.after));
  }

  private static String hold(PoolFinding found) {
    Double millis = found.hold().millis();
    return millis == null ? "an unknown time" : FigureText.measure(millis) + " ms";
  }

  private static Table table(Pair pair) {
    List<Row> rows = new ArrayList<>();
    for (Table.Field<PoolFinding> figure : ObservationReport.FIGURES) {
      rows.add(
          new Row(
              figure.column().title(),
              figure.text().apply(pair.before),
              figure.text().apply(pair.after)));
    }
    rows.add(new Row("fails first", limit(pair.before), limit(pair.after)));
    return Table.of(
        rows,
        Table.text("", Row::figure),
        Table.figure("A", Row::before),
        Table.figure("B", Row::after));
  }

  private static String limit(PoolFinding found) {
    return ObservationReport.limit(found.limit()).replaceFirst("^What fails first: ", "");
  }
}
