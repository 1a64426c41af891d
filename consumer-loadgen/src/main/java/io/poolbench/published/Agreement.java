package io.poolbench.published;

import io.poolbench.result.StudyResult;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * How far a result agrees with the published tables that its cells name, and what it says of the
 * published findings.
 *
 * @param tables in the order in which the cells name them; none where they name none
 * @param knee of the pool whose table has the published one; null where no such table is named
 * @param findings those about a table that is named
 */
public record Agreement(List<HeldTable> tables, Knee knee, List<DecidedFinding> findings) {
  public Agreement {
    tables = List.copyOf(tables);
    findings = List.copyOf(findings);
  }

  public static Agreement of(StudyResult result) {
    Evidence evidence = new Evidence(result);
    return new Agreement(
        evidence.tables().stream().map(table -> HeldTable.of(table, evidence)).toList(),
        evidence.has(Published.CACHED) ? Knee.of(evidence.curve(Published.CACHED)) : null,
        Findings.decide(evidence));
  }

  /** Whether there was nothing to hold the result against. */
  public boolean isEmpty() {
    return tables.isEmpty();
  }

  /** How many published figures there are, of all kinds, in each standing. */
  public Tally tally() {
    return Tally.of(held());
  }

  /** The same of one kind; empty where the tables have none. */
  public Optional<Tally> tally(FigureKind kind) {
    List<HeldFigure> ofKind =
        held().stream().filter(figure -> figure.figure().kind() == kind).toList();
    return ofKind.isEmpty() ? Optional.empty() : Optional.of(Tally.of(ofKind));
  }

  /** The agreement in one line. */
  public String line() {
    List<String> kinds = new ArrayList<>();
    for (FigureKind kind : FigureKind.values()) {
      tally(kind)
          .ifPresent(
              tally -> kinds.add(kind.title() + " " + tally.text() + " (" + kind.bandText() + ")"));
    }
    return "Agreement: "
        + tally().text()
        + " published figures are within their bands: "
        + String.join(", ", kinds)
        + ". Beyond it "
        + tally().deviate()
        + ", INVALID "
        + tally().invalid()
        + ", not measured "
        + tally().missing()
        + ".";
  }

  private List<HeldFigure> held() {
    return tables.stream().flatMap(HeldTable::held).toList();
  }

  /** How many figures stand how. */
  public record Tally(long agree, long deviate, long invalid, long missing) {
    static Tally of(List<HeldFigure> figures) {
      return new Tally(
          count(figures, Standing.AGREES),
          count(figures, Standing.DEVIATES),
          count(figures, Standing.INVALID),
          count(figures, Standing.MISSING));
    }

    private static long count(List<HeldFigure> figures, Standing standing) {
      return figures.stream().filter(figure -> figure.standing() == standing).count();
    }

    public long all() {
      return agree + deviate + invalid + missing;
    }

    /** Such as {@code 14 of 16}. */
    public String text() {
      return agree + " of " + all();
    }
  }
}
