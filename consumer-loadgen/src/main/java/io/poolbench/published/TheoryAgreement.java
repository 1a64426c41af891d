package io.poolbench.published;

import io.poolbench.model.ClosedNetwork;
import io.poolbench.published.Agreement.AgreementTable;
import io.poolbench.published.AgreementValue.AgreementStatus;
import io.poolbench.published.TheoryValue.Reach;
import io.poolbench.published.TheoryValue.RelativeValue;
import io.poolbench.published.TheoryValue.Units;
import io.poolbench.result.AgreementRow;
import io.poolbench.result.CellResult;
import io.poolbench.result.FigureText;
import io.poolbench.result.StudyResult;
import io.poolbench.spec.Cell;
import io.poolbench.spec.Publication;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Published values compared with those of theory, for the study's system and for the result's host.
 * The comparison shows whether a deviation is caused by the host. Computing it simulates each row,
 * which takes some hundred milliseconds per table.
 *
 * @param host null if unknown, or if no publication declares a system that theory describes
 * @param studies of the declared systems, by the names of their tables
 * @param values in the order of the {@link Agreement}
 */
public record TheoryAgreement(Theory host, Map<String, Theory> studies, List<TheoryValue> values) {
  public TheoryAgreement {
    studies = Collections.unmodifiableMap(new LinkedHashMap<>(studies));
    values = List.copyOf(values);
  }

  public static TheoryAgreement of(StudyResult result, Agreement agreement) {
    Map<String, Theory> studies = new LinkedHashMap<>();
    for (Publication publication : result.published()) {
      if (publication.system() != null) {
        Theory study = Theory.of(publication.system());
        publication.tables().forEach(table -> studies.put(table.name(), study));
      }
    }
    Theory host = studies.isEmpty() ? null : Theory.ofHost(result).orElse(null);
    Units units = units(result, host);
    Curves curves = new Curves(result);
    List<TheoryValue> values = new ArrayList<>();
    for (AgreementTable table : agreement.tables()) {
      Theory study = studies.get(table.table().name());
      for (AgreementTable.Row row : table.rows()) {
        Map<PublishedColumn, Double> ofStudy = values(study, row, curves);
        Map<PublishedColumn, Double> ofHost = values(host, row, curves);
        for (AgreementValue value : row.values()) {
          values.add(
              new TheoryValue(
                  row.published(),
                  value,
                  ofStudy.get(value.column()),
                  ofHost.get(value.column()),
                  RelativeValue.of(value, study, units)));
        }
      }
    }
    return new TheoryAgreement(host, studies, values);
  }

  /** Null if the host's units are unknown. */
  private static Units units(StudyResult result, Theory host) {
    return result.calibration() != null
        ? Units.of(result.calibration())
        : host == null ? null : Units.of(host);
  }

  private static Map<PublishedColumn, Double> values(
      Theory theory, AgreementTable.Row row, Curves curves) {
    List<CellResult> cells = curves.of(row.published()).cells();
    if (theory == null || row.values().isEmpty() || cells.isEmpty()) {
      return Map.of();
    }
    List<PublishedColumn> columns = row.values().stream().map(AgreementValue::column).toList();
    return theory.values(cells.get(0).cell(), row.published().level().orElseThrow(), columns);
  }

  /** The values of the rows about a cell, by their tables; empty without a table. */
  public Map<String, List<TheoryValue>> about(Cell cell) {
    return values.stream()
        .filter(value -> value.row().isAbout(cell))
        .collect(
            Collectors.groupingBy(
                value -> value.row().table(), LinkedHashMap::new, Collectors.toList()));
  }

  /** All values as written to files, table by table and row by row. */
  public List<AgreementRow> rows() {
    return values.stream().map(TheoryValue::written).toList();
  }

  /** Summary sentences of the agreement with theory; empty without theory. */
  public List<String> lines() {
    List<String> lines = new ArrayList<>();
    List<AgreementStatus> relative =
        values.stream()
            .map(TheoryValue::relative)
            .filter(Objects::nonNull)
            .map(RelativeValue::agreement)
            .filter(AgreementStatus::isCompared)
            .toList();
    if (!relative.isEmpty()) {
      lines.add(
          ("In units of the saturated throughput, the uncontended response time and the users at"
                  + " the knee, each of its own host, %s of %s measured values are within their"
                  + " bands, %s beyond, %s open by their intervals.")
              .formatted(
                  Collections.frequency(relative, AgreementStatus.AGREES),
                  relative.size(),
                  Collections.frequency(relative, AgreementStatus.DEVIATES),
                  Collections.frequency(relative, AgreementStatus.OPEN)));
    }
    studies.values().stream()
        .distinct()
        .forEach(study -> lines.add(line("the study's system", study, TheoryValue::study)));
    if (host != null) {
      lines.add(line("this host", host, TheoryValue::host));
      lines.add(
          ("Theory has %s published values within their bands for this host, %s for the study's"
                  + " system alone, %s for neither. Of the measured values beyond their bands %s are"
                  + " the host's, %s are beyond theory, and %s are neither.")
              .formatted(
                  count(Reach.HOST, false),
                  count(Reach.STUDY, false),
                  count(Reach.NONE, false),
                  count(Reach.STUDY, true),
                  count(Reach.NONE, true),
                  count(Reach.HOST, true)));
    }
    return lines;
  }

  private long count(Reach reach, boolean deviating) {
    return values.stream()
        .filter(of -> of.reach() == reach)
        .filter(of -> !deviating || of.value().status() == AgreementStatus.DEVIATES)
        .count();
  }

  private String line(String whose, Theory theory, Function<TheoryValue, Double> by) {
    ClosedNetwork network = theory.network();
    Map<String, List<Boolean>> agreeing = new LinkedHashMap<>();
    for (TheoryValue value : values) {
      Boolean agrees = value.agrees(by.apply(value));
      if (agrees != null) {
        agreeing
            .computeIfAbsent(value.column().band().name(), band -> new ArrayList<>())
            .add(agrees);
      }
    }
    return ("Theory for %s, CPUs: %s, ms a call: CPU %s, wait in the thread %s, outside %s; knee"
            + " c (D + Z) / D at %s users. Measured values within their bands of it: %s (%s).")
        .formatted(
            whose,
            theory.cpus(),
            FigureText.measure(network.cpu().millisAt(theory.saturationTps())),
            FigureText.measure(network.waitMillis()),
            FigureText.measure(network.outsideMillis()),
            FigureText.measure(network.kneeUsers()),
            share(agreeing.values().stream().flatMap(List::stream).toList()),
            agreeing.entrySet().stream()
                .map(band -> band.getKey() + " " + share(band.getValue()))
                .collect(Collectors.joining(", ")));
  }

  private static String share(List<Boolean> agreeing) {
    return Collections.frequency(agreeing, true) + " of " + agreeing.size();
  }
}
