package io.poolbench.plot;

import io.poolbench.result.FigureText;
import io.poolbench.result.StudyResult;
import io.poolbench.sla.RepeatedCell;
import io.poolbench.spec.Sla;
import io.poolbench.spec.Workload;
import java.util.List;
import java.util.Objects;

/**
 * All that is drawn of a cell with its repetitions.
 *
 * @param name the cell's
 * @param pool what was asked for
 * @param unit what a level counts: {@code users}, or {@code requests/s}
 * @param sla in words
 * @param limits the bounds of the SLA
 * @param most the answer
 * @param cause why more load is too much, as far as the counters tell; empty where they do not
 * @param points by rising load
 * @param spectra of some of them, by rising load
 * @param published what was published of this pool
 */
public record PoolCurve(
    String name,
    String pool,
    String unit,
    String sla,
    List<Sla.Bound> limits,
    MostBar most,
    String cause,
    List<LoadPoint> points,
    List<Spectrum> spectra,
    List<PublishedPoint> published) {
  public PoolCurve {
    Objects.requireNonNull(name, "name");
    Objects.requireNonNull(pool, "pool");
    Objects.requireNonNull(unit, "unit");
    Objects.requireNonNull(sla, "sla");
    limits = List.copyOf(limits);
    Objects.requireNonNull(most, "most");
    Objects.requireNonNull(cause, "cause");
    points = List.copyOf(points);
    spectra = List.copyOf(spectra);
    published = List.copyOf(published);
  }

  /** A result's cells, in the order of the study. */
  public static List<PoolCurve> of(StudyResult result) {
    return RepeatedCell.of(result.cells()).stream().map(cell -> of(result, cell)).toList();
  }

  /** One cell of a result. */
  public static PoolCurve of(StudyResult result, RepeatedCell cell) {
    Workload workload = cell.cell().load().workload();
    List<LoadPoint> points =
        cell.levels().stream().map(level -> LoadPoint.of(cell, level)).toList();
    return new PoolCurve(
        cell.cell().name(),
        cell.cell().provider().pool().label(),
        FigureText.unit(workload),
        cell.cell().sla().text(),
        cell.cell().sla().bounds(),
        MostBar.of(cell),
        Cause.sentence(workload, points),
        points,
        new ChosenSpectra(cell, points).spectra(),
        PublishedPoint.of(result, cell));
  }
}
