package io.poolbench.cli;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.poolbench.journal.RunFolder;
import io.poolbench.journal.RunFolderException;
import io.poolbench.observe.ObservationFile;
import io.poolbench.observe.ObservedProgram;
import io.poolbench.observe.ObservedProgram.About;
import io.poolbench.observe.PoolFinding;
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
    if (!Files.isRegularFile(path.resolve(ObservationFile.NAME))) {
      return Optional.empty();
    }
    RunFolder folder = RunFolder.reopen(path);
    Path file = folder.path().resolve(ObservationFile.NAME);
    try {
      return Optional.of(new RecordedObservation(folder, ObservedProgram.read(file)));
    } catch (IOException | RuntimeException e) {
      throw new RunFolderException(file, "cannot be read (" + e.getMessage() + ")", e);
    }
  }

  /** Creates the folder of an observation of a program. */
  static RunFolder create(Path root, String program, Instant begun) throws RunFolderException {
    String name = "observe-" + program.replaceFirst("\\.jar$", "").replaceAll("\\W", "-");
    return RunFolder.create(root, name, begun);
  }

  Report report() {
    return ObservationReport.of(observed);
  }

  /** The answer, with the time that it is about, and all figures. */
  private record Summary(
      List<String> answer,
      About about,
      String program,
      long watchedMillis,
      List<PoolFinding> pools) {
    Summary {
      answer = List.copyOf(answer);
      pools = List.copyOf(pools);
    }
  }

  /** A summary as JSON. */
  String json() throws IOException {
    Watch watch = observed.watch();
    return new ObjectMapper()
        .writerWithDefaultPrettyPrinter()
        .writeValueAsString(
            new Summary(
                ObservationReport.answer(watch),
                observed.about(),
                watch.program(),
                watch.watchedMillis(),
                watch.findings()));
  }

  /** Writes all reports, and makes this the latest observation of the program. */
  void save() throws IOException {
    folder.writeText("summary.md", Markdown.text(report()));
    folder.writeText("report.html", HtmlPage.text(report()));
    folder.writeText("result.json", json());
    folder.pointLatestHere();
  }
}
