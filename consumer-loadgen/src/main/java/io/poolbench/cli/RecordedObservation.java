package io.poolbench.cli;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.poolbench.journal.RunFolder;
import io.poolbench.journal.RunFolderException;
import io.poolbench.observe.ObservedProgram;
import io.poolbench.observe.ObservedProgram.About;
import io.poolbench.observe.Watch;
import io.poolbench.report.ObservationReport;
import io.poolbench.report.format.HtmlPage;
import io.poolbench.report.format.Markdown;
import io.poolbench.report.format.Report;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/** A program that was observed, with the folder that keeps it. */
record RecordedObservation(RunFolder folder, ObservedProgram observed) {
  RecordedObservation {
    Objects.requireNonNull(folder, "folder");
    Objects.requireNonNull(observed, "observed");
  }

  /** Reads the folder of an observation; empty for any other path. */
  static Optional<RecordedObservation> in(Path path) throws IOException {
    if (!Files.isRegularFile(path.resolve(ObservedProgram.FILE_NAME))) {
      return Optional.empty();
    }
    RunFolder folder = RunFolder.reopen(path);
    Path file = folder.path().resolve(ObservedProgram.FILE_NAME);
    try {
      return Optional.of(new RecordedObservation(folder, ObservedProgram.read(file)));
    } catch (IOException | RuntimeException e) {
      throw new RunFolderException(file, "cannot be read (" + e.getMessage() + ")", e);
    }
  }

  /** Writes a new folder with an observation and its reports. */
  static RecordedObservation write(
      Path root, About about, Instant begun, Watch watch, List<String> lines) throws IOException {
    String name = "observe-" + watch.program().replaceFirst("\\.jar$", "").replaceAll("\\W", "-");
    RunFolder folder = RunFolder.create(root, name, begun);
    folder.writeText(ObservedProgram.FILE_NAME, about.withLines(lines));
    RecordedObservation recorded =
        new RecordedObservation(folder, new ObservedProgram(about, watch));
    recorded.save();
    folder.pointLatestHere();
    return recorded;
  }

  Report report() {
    return ObservationReport.of(observed);
  }

  /** All figures as JSON. */
  String json() throws IOException {
    return new ObjectMapper()
        .writerWithDefaultPrettyPrinter()
        .writeValueAsString(observed.watch().findings());
  }

  /** Writes all reports. */
  void save() throws IOException {
    folder.writeText("summary.md", Markdown.text(report()));
    folder.writeText("report.html", HtmlPage.text(report()));
    folder.writeText("result.json", json());
  }
}
