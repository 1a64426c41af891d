package io.poolbench.store;

import com.fasterxml.jackson.core.JsonGenerator.Feature;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.ObjectWriter;
import io.poolbench.result.AgreementRow;
import io.poolbench.result.CellResult;
import io.poolbench.result.DecidedFinding;
import io.poolbench.result.HistogramText;
import io.poolbench.result.Metric;
import io.poolbench.result.StepResult;
import io.poolbench.result.StepResult.PhaseResult;
import io.poolbench.result.StudyResult;
import io.poolbench.spec.Sla;
import io.poolbench.store.ResultsFolder.AtomicFile;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A {@code result.json}: a study's result. Concurrent reads are safe; only one thread may write at
 * a time.
 *
 * <p>Measured values are read back as written, except that the Redis URI loses its user and
 * password. Capacities, rankings, agreement and decided findings are computed on each write and
 * never read.
 */
public record ResultFile(Path path) {
  public static final String NAME = "result.json";

  public ResultFile {
    Objects.requireNonNull(path, "path");
  }

  /** Writes a result without agreement rows and findings, atomically. */
  public void write(StudyResult result) throws IOException {
    write(result, List.of(), List.of());
  }

  /** Writes a final result, atomically. */
  public void write(StudyResult result, List<AgreementRow> agreement, List<DecidedFinding> findings)
      throws IOException {
    // Streamed: the text of a long study would take as much memory as its result.
    ObjectWriter writer = ResultJson.STORED.writer().without(Feature.AUTO_CLOSE_TARGET);
    AtomicFile.write(
        path,
        out -> {
          writer.writeValue(out, WrittenResult.of(result, agreement, findings));
          out.write('\n');
        });
  }

  /** The JSON of a result in the newest version of the format, with capacities and rankings. */
  public static String json(
      StudyResult result, List<AgreementRow> agreement, List<DecidedFinding> findings)
      throws JsonProcessingException {
    return ResultJson.STORED.writeValueAsString(WrittenResult.of(result, agreement, findings));
  }

  public StudyResult read() throws ResultFileException {
    try {
      StudyResult result = bound();
      requireKnownMetrics(result);
      requireHistograms(result);
      return result;
    } catch (NoSuchFileException e) {
      throw new ResultFileException(path, "no such file", e);
    } catch (JsonMappingException e) {
      String where =
          e.getPath().stream()
              .map(at -> at.getFieldName() == null ? "[" + at.getIndex() + "]" : at.getFieldName())
              .collect(Collectors.joining("."));
      throw new ResultFileException(
          path, "not a result of poolbench, at " + where + ": " + firstLine(e), e);
    } catch (JsonProcessingException e) {
      // A violated limit of the parser has no location.
      String at = e.getLocation() == null ? "" : ", at line " + e.getLocation().getLineNr();
      throw new ResultFileException(path, "not complete JSON" + at + ": " + firstLine(e), e);
    } catch (ResultFileException e) {
      throw e;
    } catch (IOException e) {
      // With the exception's class, as its message may be the path alone.
      throw new ResultFileException(path, "cannot be read (" + e + ")", e);
    }
  }

  /** Parses without a JSON tree, which would take more memory than the result. */
  private StudyResult bound() throws IOException {
    Path folder = path.toAbsolutePath().getParent();
    if (Files.isRegularFile(folder)) {
      throw new ResultFileException(path.getParent(), "is a file (valid: a run's folder)");
    }
    if (Files.isDirectory(path)) {
      throw new ResultFileException(path, "is a folder (valid: a result's file)");
    }
    try (InputStream in = Files.newInputStream(path)) {
      StudyResult result = ResultJson.MAPPER.readValue(in, StudyResult.class);
      if (result != null && result.version() == StudyResult.VERSION) {
        return result;
      }
    } catch (JsonMappingException e) {
      // In a truncated file, or one of another version, the first binding error is not the cause.
      requireReadable();
      throw e;
    }
    requireReadable();
    throw new ResultFileException(path, "not a result of poolbench");
  }

  /** Reads the whole file and checks the properties that all versions have. */
  private void requireReadable() throws IOException {
    Integer version = null;
    boolean cells = false;
    try (InputStream in = Files.newInputStream(path);
        JsonParser json = ResultJson.MAPPER.createParser(in)) {
      json.nextToken();
      for (String name = json.nextFieldName(); name != null; name = json.nextFieldName()) {
        JsonToken value = json.nextToken();
        if (name.equals("version") && value == JsonToken.VALUE_NUMBER_INT) {
          version = json.getIntValue();
        }
        cells |= name.equals("cells") && value == JsonToken.START_ARRAY;
        json.skipChildren();
      }
    }
    if (version == null || !cells) {
      throw new ResultFileException(path, "not a result of poolbench: no version, or no cells");
    }
    if (version != StudyResult.VERSION) {
      throw new ResultFileException(
          path,
          "result format version %d (this poolbench reads version %d)"
              .formatted(version, StudyResult.VERSION));
    }
  }

  /** Checks the metrics that SLAs name, also those of groups and one that ends a schedule. */
  private void requireKnownMetrics(StudyResult result) throws ResultFileException {
    Optional<String> unknown =
        result.cells().stream()
            .map(CellResult::cell)
            .flatMap(cell -> Stream.concat(Stream.of(cell), cell.groups().stream()))
            .flatMap(cell -> Stream.of(cell.sla(), cell.load().stopWhen()))
            .filter(Objects::nonNull)
            .flatMap(sla -> sla.bounds().stream())
            .map(Sla.Bound::metric)
            .filter(metric -> Metric.of(metric).isEmpty())
            .findFirst();
    if (unknown.isPresent()) {
      throw new ResultFileException(path, "unknown metric '" + unknown.get() + "' in an SLA");
    }
  }

  /** Checks the histograms, which are texts to JSON. */
  private void requireHistograms(StudyResult result) throws ResultFileException {
    for (CellResult cell : result.cells()) {
      for (StepResult step : cell.allSteps()) {
        try {
          Stream.concat(Stream.of(step), step.phases().stream().map(PhaseResult::figures))
              .flatMap(part -> LatencyLog.histograms(part).values().stream())
              .forEach(HistogramText::decode);
        } catch (IllegalArgumentException e) {
          throw new ResultFileException(
              path,
              "histogram of step %d in repetition %d of a cell: %s"
                  .formatted(step.step(), cell.repetition(), e.getMessage()),
              e);
        }
      }
    }
  }

  private static String firstLine(JsonProcessingException e) {
    Throwable cause = e.getCause() == null ? e : e.getCause();
    String message = cause == e ? e.getOriginalMessage() : String.valueOf(cause.getMessage());
    return message.lines().findFirst().orElse("");
  }
}
